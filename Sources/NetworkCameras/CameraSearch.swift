// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import Foundation
import NIOCore
import Tasks
package import Wire

/// Looks for cameras that speak ONVIF, and asks them for their streams.
package enum CameraSearch {
    /// The time for all answers of one camera.
    private static let patience = Duration.seconds(20)

    /// Asks the networks of this machine, and then each camera that answers, without a user: whoever answers may be anybody.
    ///
    /// - Parameter duration: how long answers are awaited.
    package static func run(for duration: Duration) async -> [NetworkCamera] {
        let found = await ProbeRound().matches(within: duration)
        let cameras = await withClient { client in
            await each(of: found) { one in
                let services = one.match.services.compactMap(URL.init(string:)).filter { $0.scheme == "http" }
                return await camera(
                    at: one.host, services.first { $0.host() == one.host } ?? services.first, one.match, client, nil)
            }
        }
        return cameras.sorted { ($0.name ?? "", $0.host) < ($1.name ?? "", $1.host) }
    }

    /// Asks the cameras at these hosts, each a name or an address, with a port if it is not 80.
    package static func ask(_ hosts: [String], as user: NetworkUser?) async -> [NetworkCamera] {
        await withClient { client in
            await each(of: hosts) { await camera(at: $0, nil, nil, client, user) }
        }
    }

    private static func camera(
        at host: String, _ told: URL?, _ match: ProbeMatch?, _ client: HTTPClient, _ user: NetworkUser?
    ) async -> NetworkCamera {
        let usual = URL(string: "http://\(host)/onvif/device_service")
        let told = told.flatMap { told in usual.flatMap { DeviceService.same(told, hostOf: $0) } }
        var camera = NetworkCamera(
            id: match?.id, name: match?.name, hardware: match?.hardware, host: host,
            service: (told ?? usual)?.absoluteString ?? "")
        guard let address = told ?? usual, address.host() != nil else {
            return camera.without(.unreadable("\(host) is no address"))
        }
        do {
            // Each answer has its time, and one that trickles in could take any.
            camera.streams = try await withTimeout(patience) {
                try await DeviceService(client: client, address: address, user: user).streams()
            }
        } catch {
            return camera.without(error as? NetworkCameraError ?? .unreachable)
        }
        return camera
    }

    private static func withClient<Result>(_ body: (HTTPClient) async -> Result) async -> Result {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(3), read: .seconds(5)))
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(configuration: configuration)
        let result = await body(client)
        // Throws only if it is shut down already.
        try? await client.shutdown()
        return result
    }
}

extension NetworkCamera {
    /// The same with the reason why its streams are not known.
    fileprivate func without(_ error: NetworkCameraError) -> NetworkCamera {
        var camera = self
        (camera.obstacle, camera.problem) = (error.obstacle, "\(error)")
        return camera
    }
}
