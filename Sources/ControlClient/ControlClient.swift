// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import NIOCore
import NIOSSL
import Synchronization
package import Wire

/// An HTTP client for one node: typed requests, events and files.
///
/// All connections use TLS to the one node whose certificate is pinned, and are reused between requests. Throws a refusal by the
/// node as a `Problem` and every other failure as a `ControlClientError`. Does not retry: that is the caller's decision.
package final class ControlClient: Sendable {
    /// The node's address.
    package let address: NodeAddress
    /// The client's own identity, and the certificate of the node.
    package let access: Access

    /// Nil before the first session.
    private let epoch = Mutex<Int?>(nil)

    /// For complete responses; each has its own deadline.
    let commands: HTTPClient
    /// For responses of unlimited length; they time out after a silence.
    let streams: HTTPClient

    /// Prepares requests to the node at `address`; the first request connects.
    ///
    /// Throws if the own identity is invalid.
    package init(_ address: NodeAddress, _ access: Access) throws {
        (self.address, self.access) = (address, access)
        let security = try access.configuration()
        commands = HTTPClient(configuration: Self.configuration(security, silence: nil))
        streams = HTTPClient(configuration: Self.configuration(security, silence: Limits.silence))
    }

    /// Passes a new client to the body and shuts it down afterwards.
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

    /// The epoch number of the session to which requests belong; nil before the first session.
    var session: Int? {
        get { epoch.withLock { $0 } }
        set { epoch.withLock { $0 = newValue } }
    }

    /// Closes all connections; pending requests and streams end with an error.
    ///
    /// A second call does nothing.
    package func shutdown() async {
        for client in [commands, streams] {
            // Throws only if the client is already shut down.
            try? await client.shutdown().get()
        }
    }

    deinit {
        // In debug builds the library aborts the process if its client is not shut down. A second shutdown is harmless.
        _ = commands.shutdown()
        _ = streams.shutdown()
    }

    private static func configuration(_ security: TLSConfiguration, silence: TimeAmount?) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: security, redirectConfiguration: .disallow,
            timeout: .init(connect: Limits.connect, read: silence))
        configuration.httpVersion = .http1Only
        // Shorter than the server's 30 s, so that no request is sent on a connection that the server is closing.
        configuration.connectionPool.idleTimeout = .seconds(15)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.http1_1ConnectionDebugInitializer = StatusGuard.add
        return configuration
    }
}
