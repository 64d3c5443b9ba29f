// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOHTTP1

/// Ends a connection whose answer has a status below 100, before the HTTP client sees it.
///
/// The client takes such an answer for one that announces another, as 100 Continue does, and its decoder does not: the two
/// disagree about what comes next, and the client stops the process (async-http-client 1.37).
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

    /// Puts one behind the decoder of a connection.
    @Sendable static func add(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(StatusGuard(), position: .after(decoder))
        }
    }
}
