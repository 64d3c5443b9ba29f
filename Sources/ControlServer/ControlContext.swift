// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import Logging
import NIOCore
import Trust

/// A request's connection, its visitor and the visitor's rights.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// The client; set before any handler runs.
    var visitor: Visitor?
    /// The visitor's rights.
    var rights = Rights([])
    /// The visitor's grants for all cameras.
    var grants: Grants { rights.grants }

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The local and the remote IP address; they come from the connection, not from anything that the client claims.
    var ends: (here: String, there: String)? {
        guard let here = channel.localAddress?.plainIPAddress, let there = channel.remoteAddress?.plainIPAddress
        else { return nil }
        return (here, there)
    }
}
