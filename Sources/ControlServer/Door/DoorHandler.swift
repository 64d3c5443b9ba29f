// SPDX-License-Identifier: Apache-2.0
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// Registers the visitor at the end of the handshake; closes connections whose handshake times out.
///
/// Applies the rule again, because a resumed TLS session does not verify its certificate again.
final class DoorHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let door: Door
    private let alarm: ScarcityAlarm
    private let logger: Logger
    private var activity: Activity?
    private var deadline: Scheduled<Void>?
    /// The answer to a client that is not let in: it is answered once, and never reaches HTTP.
    private var signpost: ByteBuffer?
    private var isAnswered = false

    init(door: Door, alarm: ScarcityAlarm, logger: Logger) {
        (self.door, self.alarm, self.logger) = (door, alarm, logger)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        activity = door.visitors.knock(channel)
        deadline = context.eventLoop.scheduleTask(in: ServerLimits.handshake) { channel.close(promise: nil) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .handshakeCompleted? = event as? TLSUserEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        do {
            let certificate = try context.pipeline.syncOperations.nioSSL_peerCertificate()
            let visitor: Visitor
            do {
                visitor = try door.visitor(certificate)
            } catch {
                // The deadline remains for a client that says nothing.
                signpost = try signpost(for: certificate, on: context)
                guard signpost != nil else { throw error }
                return
            }
            deadline?.cancel()
            guard door.visitors.enter(visitor, on: context.channel) else {
                alarm.sound("\(visitor) has \(door.visitors.bounds.perVisitor)")
                return context.close(promise: nil)
            }
            door.onEntry(visitor)
            context.fireUserInboundEventTriggered(event)
        } catch {
            context.close(promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let signpost { return answer(signpost, context) }
        activity?.note()
        context.fireChannelRead(data)
    }

    /// What a client without a certificate, or a revoked peer, is told; nil for all others.
    private func signpost(for certificate: NIOSSLCertificate?, on context: ChannelHandlerContext) throws -> ByteBuffer?
    {
        if certificate == nil, let pagePort = door.pagePort {
            return Signpost.response(pageOn: pagePort(), reachedAt: context.localAddress?.plainIPAddress)
        }
        return try door.farewell(to: certificate).map { try Signpost.response($0) }
    }

    private func answer(_ response: ByteBuffer, _ context: ChannelHandlerContext) {
        guard !isAnswered else { return }
        isAnswered = true
        context.writeAndFlush(wrapOutboundOut(response), promise: nil)
        context.close(promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        activity?.note()
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    /// Failed handshakes are normal on a network and logged at debug level: scanners, browsers, revoked peers.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard door.visitors[context.channel] == nil else { return context.fireErrorCaught(error) }
        let address = context.remoteAddress?.ipAddress ?? "unknown"
        logger.debug("refused at the door", metadata: ["address": "\(address)", "error": "\(error)"])
        context.close(promise: nil)
    }
}
