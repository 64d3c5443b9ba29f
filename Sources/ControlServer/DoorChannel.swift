// SPDX-License-Identifier: Apache-2.0
import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// A connection that passes a door before HTTP is spoken on it.
struct DoorChannel: HTTPChannelHandler {
    typealias Value = HTTP1Channel.Value

    let door: Door
    let alarm: ScarcityAlarm
    let base: HTTP1Channel

    var responder: HTTPChannelHandler.Responder { base.responder }

    /// What little is under way, an event now and then, is sent again at an even pace at first: six times (`tcp(7)`).
    ///
    /// On a bad link a segment is lost several times in a row. Were the pause doubled each time, whoever listens would take a
    /// link for dead that carries video well.
    private static let evenRepeats = ChannelOptions.socket(
        SocketOptionLevel(IPPROTO_TCP), SocketOptionName(TCP_THIN_LINEAR_TIMEOUTS))

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture { [door, alarm] in
            try Self.spareDescriptors(channel, alarm)
            // A kernel that does not know it does without.
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

    /// Closes a connection that got one of the last descriptors: files of a recording come first.
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
