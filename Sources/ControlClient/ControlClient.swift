// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import NIOCore
import NIOSSL
import Synchronization
package import Wire

/// HTTP towards one node: typed requests, its events, its files.
///
/// Every byte goes through TLS towards the one node whose certificate is pinned. Keeps connections alive between requests. A refusal of the node is thrown as a `Problem`, everything else
/// that goes wrong as a `ControlClientError`. Nothing is tried twice: when to try again is the caller's
/// decision.
package final class ControlClient: Sendable {
    /// The node's address.
    package let address: NodeAddress
    /// As whom it is talked to, and how it is known.
    package let access: Access

    /// The session to which requests belong; nil while none was begun.
    private let epoch = Mutex<Int?>(nil)

    /// For answers that come as a whole, each with a deadline of its own.
    let commands: HTTPClient
    /// For answers without an end in sight, given up when nothing comes any more.
    let streams: HTTPClient

    /// Prepares to talk to the node at `address`; connects when there is something to say.
    ///
    /// Throws when our own identity is none.
    package init(_ address: NodeAddress, _ access: Access) throws {
        (self.address, self.access) = (address, access)
        let security = try access.configuration()
        commands = HTTPClient(configuration: Self.configuration(security, silence: nil))
        streams = HTTPClient(configuration: Self.configuration(security, silence: Limits.silence))
    }

    /// Gives the body a client and shuts it down afterwards.
    package static func withClient<Result>(
        _ address: NodeAddress, _ access: Access, _ body: (ControlClient) async throws -> Result
    ) async throws -> Result {
        let client = try ControlClient(address, access)
        do {
            let result = try await body(client)
            await client.shutdown()
            return result
        } catch {
            await client.shutdown()
            throw error
        }
    }

    /// The session to which requests belong.
    var session: Int? {
        get { epoch.withLock { $0 } }
        set { epoch.withLock { $0 = newValue } }
    }

    /// Closes all connections: requests and streams that are under way end with an error.
    ///
    /// A second time does nothing.
    package func shutdown() async {
        for client in [commands, streams] {
            // Throws only when it was shut down before.
            try? await client.shutdown().get()
        }
    }

    deinit {
        // The library stops the process of a debug build that forgets this; a second time is harmless.
        _ = commands.shutdown()
        _ = streams.shutdown()
    }

    private static func configuration(_ security: TLSConfiguration, silence: TimeAmount?) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: security, redirectConfiguration: .disallow,
            timeout: .init(connect: Limits.connect, read: silence))
        configuration.httpVersion = .http1Only
        // Shorter than the server's 30 s, or a request may meet a connection that is being closed.
        configuration.connectionPool.idleTimeout = .seconds(15)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.http1_1ConnectionDebugInitializer = StatusGuard.add
        return configuration
    }
}
