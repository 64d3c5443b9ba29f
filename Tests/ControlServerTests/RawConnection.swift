// SPDX-License-Identifier: Apache-2.0
import ControlClient
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization
import Tasks
import TestSupport
import Wire

/// A connection that can send malformed requests.
final class RawConnection: Sendable {
    private final class Collector: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        let bytes = Mutex<[UInt8]>([])
        let ready = Pending<Void>()

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .handshakeCompleted? = event as? TLSUserEvent { ready.resolve(()) }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let buffer = unwrapInboundIn(data)
            bytes.withLock { $0 += buffer.readableBytesView }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }

    private let channel: any Channel
    private let collector = Collector()

    init(port: Int, reading: Bool = true, waiting: Bool = true, as access: Access = OwnNode.access) async throws {
        let collector = collector
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.socketOption(.so_rcvbuf), value: reading ? 1 << 20 : 4_096)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let security = try NIOSSLContext(configuration: try access.configuration())
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLClientHandler(context: security, serverHostname: nil), collector)
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        guard waiting else { return }
        _ = await collector.ready.value(within: .seconds(40))
        // The channel may be closed already; the test itself checks that.
        try? await channel.setOption(.autoRead, value: reading).get()
    }

    /// Stops reading from the socket.
    func stopReading() async throws { try await channel.setOption(.autoRead, value: false).get() }

    var isOpen: Bool { channel.isActive }

    /// Whether the server has accepted this connection.
    var isIn: Bool {
        get async { await collector.ready.value(within: .zero) != nil }
    }

    func write(_ text: String) async throws {
        try await write(Array(text.utf8))
    }

    func write(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }

    /// The received text, once it is enough or 40 s have passed.
    func read(until isEnough: (String) -> Bool) async throws -> String {
        let end = ContinuousClock.now + .seconds(40)
        while !isEnough(text), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
        return text
    }

    var text: String {
        String(decoding: collector.bytes.withLock { $0 }, as: UTF8.self)
    }

    /// Whether the server closes the connection within the time, which is longer than any check needs.
    ///
    /// Writes, because a reset is noticed only then.
    func isClosed(within duration: Duration = .seconds(40), probing: Bool = true) async throws -> Bool {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {
            if !channel.isActive { return true }
            if probing { try? await write(" ") }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    func close() async {
        try? await channel.close().get()
    }
}

extension String {
    /// The number of occurrences of a text.
    func components(of text: String) -> Int {
        ranges(of: text).count
    }
}
