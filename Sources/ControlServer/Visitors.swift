// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Synchronization
import Trust

/// The connections that have passed a door, and who is on the other end of each.
final class Visitors: Sendable {
    private struct Entry {
        let channel: any Channel
        let visitor: Visitor
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// Who is on the other end of a connection; nil before it has passed the door.
    subscript(channel: any Channel) -> Visitor? {
        entries.withLock { $0[ObjectIdentifier(channel)]?.visitor }
    }

    /// Notes a connection; false when this visitor has as many as one may have.
    func enter(_ visitor: Visitor, on channel: any Channel) -> Bool {
        entries.withLock { entries in
            if visitor != .owner {
                let same = entries.values.count { $0.visitor == visitor }
                guard same < ServerLimits.connectionsPerVisitor else { return false }
            }
            entries[ObjectIdentifier(channel)] = Entry(channel: channel, visitor: visitor)
            return true
        }
    }

    /// Forgets a connection that has ended.
    func leave(_ channel: any Channel) {
        entries.withLock { $0[ObjectIdentifier(channel)] = nil }
    }

    /// Closes every connection of a peer, whatever is under way on it.
    func throwOut(_ peer: NodeID) {
        let channels = entries.withLock { entries in
            entries.values.filter { $0.visitor == .peer(peer) }.map(\.channel)
        }
        channels.forEach { $0.close(promise: nil) }
    }
}
