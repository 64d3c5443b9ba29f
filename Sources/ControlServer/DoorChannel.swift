// SPDX-License-Identifier: Apache-2.0
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// A connection that passes a door before HTTP is spoken on it.
struct DoorChannel: HTTPChannelHandler {
    typealias Value = HTTP1Channel.Value

    let door: Door
    let base: HTTP1Channel

    var responder: HTTPChannelHandler.Responder { base.responder }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture { [door] in
            try channel.pipeline.syncOperations.addHandlers(
                NIOSSLServerHandler(
                    context: door.context,
                    customVerificationCallback: door.demandsCertificate
                        ? { chain, promise in promise.succeed(door.verify(chain)) } : nil,
                    configuration: .init()),
                DoorHandler(door: door, logger: logger))
        }.flatMap { [base] in
            base.setup(channel: channel, logger: logger)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
