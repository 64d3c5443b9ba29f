// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import Logging
import NIOCore

/// What handlers know of a request besides the request: the connection on which it came.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The peer's IP address, from the connection: nothing that the peer says about itself.
    var peer: String? {
        channel.remoteAddress?.ipAddress
    }
}
