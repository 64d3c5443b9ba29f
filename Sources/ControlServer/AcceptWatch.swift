// SPDX-License-Identifier: Apache-2.0
import Glibc
import Logging
import NIOCore

/// Says in the log that connections wait because the process or the machine has no file descriptor or memory for them.
///
/// The bootstrap's own handler tries to accept again after a second. Connections that exist go on meanwhile.
final class AcceptWatch: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private static let shortages = [EMFILE, ENFILE, ENOBUFS, ENOMEM]

    private let alarm: ScarcityAlarm

    init(_ alarm: ScarcityAlarm) {
        self.alarm = alarm
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError, Self.shortages.contains(error.errnoCode) { alarm.sound("\(error)") }
        context.fireErrorCaught(error)
    }
}
