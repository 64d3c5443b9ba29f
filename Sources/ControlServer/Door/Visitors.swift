// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Synchronization
import Trust

/// The connections of a port and their visitors.
///
/// If there are too many handshakes, unknown clients or connections of one browser, the one idle longest is closed, so that idle
/// connections do not shut out others. It is one of the newest client's address if that has too many, otherwise any of them.
final class Visitors: Sendable {
    private struct Entry {
        let channel: any Channel
        let address: AddressGroup
        let activity: Activity
        /// Nil before the end of the TLS handshake.
        var visitor: Visitor?
    }

    let bounds: ConnectionBounds
    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    init(_ bounds: ConnectionBounds) {
        self.bounds = bounds
    }

    /// The visitor of a connection; nil before the end of the TLS handshake.
    subscript(channel: any Channel) -> Visitor? {
        entries.withLock { $0[ObjectIdentifier(channel)]?.visitor }
    }

    /// The peers that have a connection.
    var peers: Set<NodeID> {
        entries.withLock { entries in
            Set(entries.values.compactMap { if case .peer(let id)? = $0.visitor { id } else { nil } })
        }
    }

    /// Registers a connection at the beginning of the TLS handshake; returns the object in which it records its activity.
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
        // Not in `channelInactive`: a connection can end before it was active.
        channel.closeFuture.whenComplete { [weak self] _ in self?.leave(channel) }
        return activity
    }

    /// Registers the visitor after the TLS handshake; returns false if a peer already has the most connections allowed.
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

    /// Changes the visitor of a connection once a cookie identifies its browser.
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

    /// Removes and returns the connection that was idle longest, of one address or of all, if there is one too many.
    private static func removeSurplus(
        from entries: inout [ObjectIdentifier: Entry], like newest: Entry, within bounds: (perAddress: Int, all: Int),
        where belongs: (Entry) -> Bool
    ) -> (any Channel)? {
        let all = entries.values.filter(belongs)
        let neighbours = all.filter { $0.address == newest.address }
        let crowd = neighbours.count > bounds.perAddress ? neighbours : all.count > bounds.all ? all : []
        let candidates = crowd.filter { $0.channel !== newest.channel }
        guard let surplus = candidates.min(by: { $0.activity.last < $1.activity.last }) else { return nil }
        // Removed at once, so that it is not chosen again while it closes.
        entries[ObjectIdentifier(surplus.channel)] = nil
        return surplus.channel
    }

    private func leave(_ channel: any Channel) {
        entries.withLock { $0[ObjectIdentifier(channel)] = nil }
    }

    /// Closes all connections of a visitor, including those with pending requests.
    func throwOut(_ visitor: Visitor) {
        let channels = entries.withLock { entries in
            entries.values.filter { $0.visitor == visitor }.map(\.channel)
        }
        channels.forEach { $0.close(promise: nil) }
    }
}
