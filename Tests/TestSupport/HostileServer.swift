// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix
import NIOSSL
package import Trust

/// A server that answers each request with the bytes that a test supplies.
package enum HostileServer {
    /// The parts of a request that tests use.
    package struct Request: Sendable {
        package let method: String
        /// The path with its query.
        package let target: String
        package let body: [UInt8]
    }

    /// An answer, sent piece by piece.
    package struct Reply: Sendable {
        /// One piece.
        package enum Piece: Sendable {
            case bytes([UInt8])
            case wait(Duration)
            /// Calls the test after all earlier pieces were sent.
            case tell(@Sendable () -> Void)
        }

        package var pieces: [Piece]
        /// Whether the server closes the connection after the answer.
        package var isLast: Bool

        /// An answer of these pieces.
        package init(_ pieces: [Piece], isLast: Bool = false) { (self.pieces, self.isLast) = (pieces, isLast) }

        /// An HTTP response with a body and its correct length.
        package init(_ status: String = "200 OK", type: String = "application/json", _ body: [UInt8]) {
            let head = "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n"
            self.init([.bytes(Array(head.utf8) + body)])
        }

        /// An HTTP response with a text and its correct length.
        package init(_ status: String = "200 OK", type: String = "application/json", _ body: String) {
            self.init(status, type: type, Array(body.utf8))
        }

        /// The answer 204, without a body.
        package static let done = Reply([.bytes(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8))])
    }

    /// Runs the server on this port, or on a free one, during the body, which gets the port.
    package static func run<Result: Sendable>(
        as identity: NodeIdentity?, port: Int = 0, answer: @escaping @Sendable (Request) async -> Reply,
        _ body: (Int) async throws -> Result
    ) async throws -> Result {
        let security = try identity.map { try NIOSSLContext(configuration: configuration($0)) }
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let security {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: security))
                    }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let port = server.channel.localAddress?.port ?? 0
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await withThrowingDiscardingTaskGroup { connections in
                    try await server.executeThenClose { inbound in
                        for try await connection in inbound {
                            connections.addTask { try? await serve(connection, answer) }
                        }
                    }
                }
            }
            defer { group.cancelAll() }
            return try await body(port)
        }
    }

    private static func configuration(_ identity: NodeIdentity) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: identity.certificate.der, format: .der))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.key.reveal().utf8), format: .pem)))
        configuration.minimumTLSVersion = .tlsv13
        return configuration
    }

    private static func serve(
        _ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ answer: @Sendable (Request) async -> Reply
    ) async throws {
        try await connection.executeThenClose { inbound, outbound in
            var bytes: [UInt8] = []
            for try await part in inbound {
                bytes += part.readableBytesView
                while let (request, length) = read(bytes) {
                    bytes.removeFirst(length)
                    let reply = await answer(request)
                    for piece in reply.pieces {
                        switch piece {
                        case .bytes(let bytes): try await outbound.write(ByteBuffer(bytes: bytes))
                        case .wait(let duration): try await Task.sleep(for: duration)
                        case .tell(let body): body()
                        }
                    }
                    if reply.isLast { return }
                }
            }
        }
    }

    /// The first complete request in the bytes, and its length.
    private static func read(_ bytes: [UInt8]) -> (Request, Int)? {
        let end = Array("\r\n\r\n".utf8)
        guard let head = bytes.indices.dropLast(3).first(where: { bytes[$0..<$0 + 4].elementsEqual(end) }) else {
            return nil
        }
        let lines = String(decoding: bytes[..<head], as: UTF8.self).split(whereSeparator: \.isNewline)
        let words = (lines.first ?? "").split(separator: " ")
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }.flatMap {
            Int($0.split(separator: ":")[1].filter { $0.isNumber })
        }
        let isChunked = lines.contains { $0.lowercased().hasPrefix("transfer-encoding:") }
        let body = head + 4
        guard words.count >= 2, bytes.count >= body + (length ?? 0),
            !isChunked || bytes.suffix(5).elementsEqual(Array("0\r\n\r\n".utf8))
        else {
            return nil
        }
        let total = isChunked ? bytes.count : body + (length ?? 0)
        return (Request(method: String(words[0]), target: String(words[1]), body: Array(bytes[body..<total])), total)
    }
}
