// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix
import NIOSSL
import Tasks
import TestSupport
import Trust

/// A server that sends fixed answers, independent of the request.
enum CannedServer {
    /// One step of a connection.
    enum Step: Sendable {
        case say(String)
        case wait(Duration)
        /// Reads the head of a request.
        case listen
        /// Resolves the value, so that the test knows that this step was reached.
        case tell(Pending<Void>)
    }

    /// Runs the server during the body; each connection follows the steps and is then closed.
    static func run(_ steps: [Step], _ body: (String) async throws -> Void) async throws {
        let security = try NIOSSLContext(configuration: serverConfiguration())
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: security))
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let port = server.channel.localAddress?.port ?? 0
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await withThrowingDiscardingTaskGroup { connections in
                    try await server.executeThenClose { inbound in
                        for try await connection in inbound {
                            connections.addTask { try? await follow(steps, on: connection) }
                        }
                    }
                }
            }
            try await body("127.0.0.1:\(port)")
            group.cancelAll()
        }
    }

    /// Uses the certificate of the tests' own node.
    private static func serverConfiguration() throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [
                .certificate(try NIOSSLCertificate(bytes: OwnNode.identity.certificate.der, format: .der))
            ],
            privateKey: .privateKey(
                try NIOSSLPrivateKey(bytes: Array(OwnNode.identity.key.reveal().utf8), format: .pem)))
        configuration.minimumTLSVersion = .tlsv13
        return configuration
    }

    private static func follow(_ steps: [Step], on connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>)
        async throws
    {
        try await connection.executeThenClose { inbound, outbound in
            var iterator = inbound.makeAsyncIterator()
            for step in steps {
                switch step {
                case .say(let text): try await outbound.write(ByteBuffer(string: text))
                case .wait(let duration): try await Task.sleep(for: duration)
                case .listen: _ = try await iterator.next()
                case .tell(let pending): pending.resolve(())
                }
            }
        }
    }
}
