// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Synchronization

/// The connections of a port, and who is on the other end of each.
///
/// Beyond a bound for clients that nobody has let in, the connection that was silent for longest is closed, so that
/// silent connections do not shut out others: first those of the address that has too many, then those of all.
final class Visitors: Sendable {
    private struct Entry {
        let channel: any Channel
        let address: AddressGroup
        let activity: Activity
        /// Nil before TLS has ended.
        var visitor: Visitor?
    }

    /// How many connections there may be.
    let bounds: ConnectionBounds
    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    init(_ bounds: ConnectionBounds) {
        self.bounds = bounds
    }

    /// Who is on the other end of a connection; nil before it has passed the door.
    subscript(channel: any Channel) -> Visitor? {
        entries.withLock { $0[ObjectIdentifier(channel)]?.visitor }
    }

    /// Notes a connection that begins TLS; gives where its activity is noted.
    func knock(_ channel: any Channel) -> Activity {
        let activity = Activity()
        let entry = Entry(channel: channel, address: AddressGroup(channel.remoteAddress), activity: activity)
        let surplus = entries.withLock { [bounds] entries in
            entries[ObjectIdentifier(channel)] = entry
            return Self.removeSurplus(
                from: &entries, like: entry, within: (bounds.handshakesPerAddress, bounds.handshakes)
            ) { $0.visitor == nil }
        }
        surplus?.close(promise: nil)
        // Not when it becomes inactive: a connection can end before it was active.
        channel.closeFuture.whenComplete { [weak self] _ in self?.leave(channel) }
        return activity
    }

    /// Notes who is on a connection that has finished TLS; false when this visitor has as many as one may have.
    func enter(_ visitor: Visitor, on channel: any Channel) -> Bool {
        let outcome: (isIn: Bool, surplus: (any Channel)?) = entries.withLock { [bounds] entries in
            guard var entry = entries[ObjectIdentifier(channel)] else { return (false, nil) }
            if case .peer = visitor, entries.values.count(where: { $0.visitor == visitor }) >= bounds.perVisitor {
                return (false, nil)
            }
            entry.visitor = visitor
            entries[ObjectIdentifier(channel)] = entry
            guard visitor.isUnknown else { return (true, nil) }
            let surplus = Self.removeSurplus(
                from: &entries, like: entry, within: (bounds.unknownPerAddress, bounds.unknown)
            ) { $0.visitor?.isUnknown == true }
            return (true, surplus)
        }
        outcome.surplus?.close(promise: nil)
        return outcome.isIn
    }

    /// Knows by now who is on a connection that was anonymous.
    func recognize(_ visitor: Visitor, on channel: any Channel) {
        let surplus: (any Channel)? = entries.withLock { [bounds] entries in
            guard var entry = entries[ObjectIdentifier(channel)], entry.visitor != visitor else { return nil }
            entry.visitor = visitor
            entries[ObjectIdentifier(channel)] = entry
            return Self.removeSurplus(from: &entries, like: entry, within: (bounds.perVisitor, bounds.perVisitor)) {
                $0.visitor == visitor
            }
        }
        surplus?.close(promise: nil)
    }

    /// Removes the connection that was silent for longest, of one address or of all, if there is one too many.
    private static func removeSurplus(
        from entries: inout [ObjectIdentifier: Entry], like newest: Entry, within bounds: (perAddress: Int, all: Int),
        where belongs: (Entry) -> Bool
    ) -> (any Channel)? {
        let all = entries.values.filter(belongs)
        let neighbours = all.filter { $0.address == newest.address }
        let crowd = neighbours.count > bounds.perAddress ? neighbours : all.count > bounds.all ? all : []
        let candidates = crowd.filter { $0.channel !== newest.channel }
        guard let surplus = candidates.min(by: { $0.activity.last < $1.activity.last }) else { return nil }
        // At once: it must not be chosen again while it ends.
        entries[ObjectIdentifier(surplus.channel)] = nil
        return surplus.channel
    }

    /// Forgets a connection that has ended.
    private func leave(_ channel: any Channel) {
        entries.withLock { $0[ObjectIdentifier(channel)] = nil }
    }

    /// Closes every connection of a visitor, whatever is under way on it.
    func throwOut(_ visitor: Visitor) {
        let channels = entries.withLock { entries in
            entries.values.filter { $0.visitor == visitor }.map(\.channel)
        }
        channels.forEach { $0.close(promise: nil) }
    }
}
