// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import Logging
import NIOCore
import Trust

/// What handlers know of a request besides the request: the connection on which it came, and who is on its other end.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel
    /// Who asks; set before any handler runs.
    var visitor: Visitor?
    /// What the visitor may do.
    var rights = Rights([])
    /// What the visitor may do without a bound.
    var grants: Grants { rights.grants }

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The IP addresses of this end and the other, from the connection: nothing that the other says about itself.
    var ends: (here: String, there: String)? {
        guard let here = channel.localAddress?.ipAddress, let there = channel.remoteAddress?.ipAddress else {
            return nil
        }
        return (Self.plain(here), Self.plain(there))
    }

    /// An IPv4 address as such, where a socket for both versions shows it as one of IPv6 (RFC 4291 §2.5.5.2).
    private static func plain(_ address: String) -> String {
        let prefix = "::ffff:"
        return address.lowercased().hasPrefix(prefix) && address.contains(".")
            ? String(address.dropFirst(prefix.count)) : address
    }
}
