// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Synchronization

/// The connections that have passed a door, and who is on the other end of each.
final class Visitors: Sendable {
    private struct Entry {
        let channel: any Channel
        let visitor: Visitor
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])
    /// Connections that have not passed the door yet, the oldest first.
    private let knocking = Mutex<[any Channel]>([])

    /// Who is on the other end of a connection; nil before it has passed the door.
    subscript(channel: any Channel) -> Visitor? {
        entries.withLock { $0[ObjectIdentifier(channel)]?.visitor }
    }

    /// Somebody knocks; when too many do, whoever has knocked for longest must go.
    ///
    /// A handshake takes milliseconds: those who take longer hold up nobody but each other.
    func knock(_ channel: any Channel) {
        let oldest = knocking.withLock { knocking in
            knocking.append(channel)
            return knocking.count > ServerLimits.handshakes ? knocking.removeFirst() : nil
        }
        oldest?.close(promise: nil)
    }

    /// Notes a connection; false when this visitor has as many as one may have.
    func enter(_ visitor: Visitor, on channel: any Channel) -> Bool {
        stopKnocking(channel)
        return note(visitor, on: channel)
    }

    private func note(_ visitor: Visitor, on channel: any Channel) -> Bool {
        entries.withLock { entries in
            if let limit = ServerLimits.connections(of: visitor) {
                guard entries.values.count(where: { $0.visitor == visitor }) < limit else { return false }
            }
            entries[ObjectIdentifier(channel)] = Entry(channel: channel, visitor: visitor)
            return true
        }
    }

    /// Forgets a connection that has ended.
    func leave(_ channel: any Channel) {
        stopKnocking(channel)
        entries.withLock { $0[ObjectIdentifier(channel)] = nil }
    }

    private func stopKnocking(_ channel: any Channel) {
        knocking.withLock { knocking in
            if let place = knocking.firstIndex(where: { $0 === channel }) { knocking.remove(at: place) }
        }
    }

    /// Knows by now who is on a connection that was anonymous.
    func recognize(_ visitor: Visitor, on channel: any Channel) {
        entries.withLock { entries in
            guard entries[ObjectIdentifier(channel)] != nil else { return }
            entries[ObjectIdentifier(channel)] = Entry(channel: channel, visitor: visitor)
        }
    }

    /// Closes every connection of a visitor, whatever is under way on it.
    func throwOut(_ visitor: Visitor) {
        let channels = entries.withLock { entries in
            entries.values.filter { $0.visitor == visitor }.map(\.channel)
        }
        channels.forEach { $0.close(promise: nil) }
    }
}
