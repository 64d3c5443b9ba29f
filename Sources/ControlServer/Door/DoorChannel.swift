// SPDX-License-Identifier: Apache-2.0
import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// A connection that performs the TLS handshake of a door before HTTP.
struct DoorChannel: HTTPChannelHandler {
    typealias Value = HTTP1Channel.Value

    let door: Door
    let alarm: ScarcityAlarm
    let base: HTTP1Channel

    var responder: HTTPChannelHandler.Responder { base.responder }

    /// Retransmits at constant intervals, up to six times, while little data is in flight, such as single events (`tcp(7)`).
    ///
    /// A bad link can lose a segment several times in a row. With doubled intervals, a client would time out on a link that still
    /// carries video well.
    private static let evenRepeats = ChannelOptions.socket(
        SocketOptionLevel(IPPROTO_TCP), SocketOptionName(TCP_THIN_LINEAR_TIMEOUTS))

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture { [door, alarm] in
            try Self.spareDescriptors(channel, alarm)
            // A kernel without this option works as well.
            try? channel.syncOptions?.setOption(Self.evenRepeats, value: 1)
            try channel.pipeline.syncOperations.addHandlers(
                NIOSSLServerHandler(
                    context: door.context,
                    customVerificationCallback: door.demandsCertificate
                        ? { chain, promise in promise.succeed(door.verify(chain)) } : nil,
                    configuration: .init()),
                DoorHandler(door: door, alarm: alarm, logger: logger))
        }.flatMap { [base] in
            base.setup(channel: channel, logger: logger)
        }
    }

    /// Closes a connection that got one of the last descriptors, because recordings need them for files.
    private static func spareDescriptors(_ channel: any Channel, _ alarm: ScarcityAlarm) throws {
        let descriptor = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { $0 }
        let reserved = DescriptorBudget.reserved
        guard let descriptor, descriptor >= reserved else { return }
        alarm.sound("only \(DescriptorBudget.limit - reserved) file descriptors are left")
        channel.close(promise: nil)
        throw ChannelError.ioOnClosedChannel
    }

    func handle(value: Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
