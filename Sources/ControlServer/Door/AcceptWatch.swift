// SPDX-License-Identifier: Apache-2.0
import Glibc
import Logging
import NIOCore

/// Reports that connections wait because the process or the machine lacks file descriptors or memory.
///
/// The bootstrap's own handler retries the accept after a second. Existing connections continue.
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
