// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// Closes a connection on a response with a status below 100, before the HTTP client sees it.
///
/// The client treats such a response as informational, like 100 Continue, but its decoder treats it as final. The disagreement
/// makes the client abort the process (async-http-client 1.37).
final class StatusGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var isOver = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
            isOver = true
            context.fireErrorCaught(HTTPParserError.invalidStatus)
            context.close(promise: nil)
        } else {
            context.fireChannelRead(data)
        }
    }

    /// Adds a guard behind a connection's HTTP decoder.
    @Sendable static func add(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(StatusGuard(), position: .after(decoder))
        }
    }
}
