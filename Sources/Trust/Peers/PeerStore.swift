// SPDX-License-Identifier: Apache-2.0
import Synchronization
package import SystemPackage

/// The peers of this node and their rights: `HOME/peers.json`.
///
/// Reading never waits for the disk. The owner's changes (add, edit, revoke) write the whole file on the caller's thread and return
/// when it is synced; that is a few kilobytes, a few times in a node's life.
package final class PeerStore: Sendable {
    private struct State {
        var peers: [NodeID: Peer]
        var readers: [Int: AsyncStream<PeerChange>.Continuation] = [:]
        var nextReader = 0
        /// When each peer was last seen, as the file has it.
        var written: [NodeID: Int64]
        /// Whether cameras have lost the `view` that earlier versions granted to them.
        var isViewWithdrawn: Bool
    }

    private let path: FilePath
    private let state: Mutex<State>
    /// Held while the file is written, so that an older list never replaces a newer one.
    private let disk = Mutex(())

    /// Reads the peers of a home.
    package init(home: FilePath) throws(TrustError) {
        path = home.appending("peers.json")
        let (peers, isViewWithdrawn) = try PeerList.read(path)
        state = Mutex(
            State(peers: peers, written: peers.compactMapValues(\.lastSeen), isViewWithdrawn: isViewWithdrawn))
    }

    /// All peers, revoked ones included, sorted by id.
    package var peers: [Peer] {
        state.withLock { $0.peers.values.sorted { $0.id < $1.id } }
    }

    /// The peer with this id, revoked or not.
    package subscript(id: NodeID) -> Peer? {
        state.withLock { $0.peers[id] }
    }

    /// The peer with this certificate; throws if it is unknown or revoked.
    ///
    /// Another certificate of the same key is refused: the certificate is the identity.
    package func admit(_ certificate: PinnedCertificate) throws(TrustError) -> Peer {
        guard let peer = self[certificate.id] else { throw .unknownPeer(certificate.id) }
        guard peer.certificate == certificate else { throw .reissued(peer.id, name: peer.name.text) }
        guard !peer.isRevoked else { throw .revoked(peer.id, name: peer.name.text) }
        return peer
    }

    /// Adds a peer; replaces the peer with the same id, because the owner has just paired it again.
    ///
    /// The name that the owner gave it stays. If the list is full, removes the revoked peer that was paired first; throws if there is
    /// none.
    package func add(_ peer: Peer) throws(TrustError) {
        try peer.rights.requireSmallBound()
        try change { peers throws(TrustError) in
            if peers[peer.id] == nil, peers.count >= PeerList.limit {
                let oldest = peers.values.filter(\.isRevoked).min { ($0.pairedAt, $0.id) < ($1.pairedAt, $1.id) }
                guard let oldest else { throw .tooMany("peers", limit: PeerList.limit) }
                peers[oldest.id] = nil
            }
            var peer = peer
            if let before = peers[peer.id], before.isNamedHere, !peer.isNamedHere {
                (peer.name, peer.isNamedHere) = (before.name, true)
            }
            peers[peer.id] = peer
            return .added(peer)
        }
    }

    /// Applies the owner's change to a peer.
    package func edit(_ id: NodeID, _ edit: PeerEdit) throws(TrustError) {
        try change(id) { peer throws(TrustError) in
            if let name = edit.name { (peer.name, peer.isNamedHere) = (name, true) }
            guard let rights = edit.rights(over: peer.rights) else { return }
            // It would have them when it is paired again.
            guard !peer.isRevoked else { throw .revoked(peer.id, name: peer.name.text) }
            peer.rights = rights
        }
    }

    /// Removes the `view` that earlier versions granted to cameras, and returns the cameras that had it.
    ///
    /// Runs once for each file: a `view` that the owner grants to a camera afterwards stays.
    package func withdrawViewFromCameras() throws(TrustError) -> [Peer] {
        try disk.withLock { _ throws(TrustError) in
            let peers = state.withLock { state -> [NodeID: Peer]? in
                guard !state.isViewWithdrawn else { return nil }
                return state.peers
            }
            guard let peers else { return [] }
            let had = peers.values.filter { $0.role == .camera && $0.grants.contains(.view) }
            var changed = peers
            for peer in had { changed[peer.id]?.grants.remove(.view) }
            try PeerList.write(changed, isViewWithdrawn: true, to: path)
            state.withLock { state in
                state.isViewWithdrawn = true
                for peer in had { state.peers[peer.id]?.grants.remove(.view) }
            }
            return had.sorted { $0.id < $1.id }
        }
    }

    /// Revokes a peer, at a time in seconds since 1970 UTC; a peer that is revoked already keeps its first time.
    ///
    /// Takes effect in memory even if the file cannot be written; then this throws, and the peer would be admitted again after a
    /// restart.
    package func revoke(_ id: NodeID, at utc: Int64) throws(TrustError) {
        try disk.withLock { _ throws(TrustError) in
            let (peer, peers) = try state.withLock { state throws(TrustError) in
                guard var peer = state.peers[id] else { throw .unknownPeer(id) }
                if !peer.isRevoked { (peer.isRevoked, peer.revokedAt) = (true, utc) }
                peer.rights = Rights([])
                state.peers[id] = peer
                return (peer, state.peers)
            }
            tell(.revoked(peer))
            try write(peers)
        }
    }

    /// Records that a peer has revoked this node, or, with nil, that it lets this node in again.
    ///
    /// - Parameter utc: when, in seconds since 1970 UTC.
    package func noteRevocation(by id: NodeID, at utc: Int64?) throws(TrustError) {
        guard let peer = self[id], peer.revokedByPeerAt != utc else { return }
        try change(id) { $0.revokedByPeerAt = utc }
    }

    /// Records when a peer was seen; in memory only, until the next change or flush.
    package func saw(_ id: NodeID, at utc: Int64) {
        state.withLock { state in
            if let peer = state.peers[id] { state.peers[id]?.lastSeen = max(utc, peer.lastSeen ?? utc) }
        }
    }

    /// Records at which address a peer answered; in memory only, until the next change or flush.
    package func reached(_ id: NodeID, at address: PeerAddress) {
        state.withLock { state in
            guard let peer = state.peers[id] else { return }
            state.peers[id]?.addresses =
                [address] + peer.addresses.filter { $0 != address }.prefix(Peer.addressLimit - 1)
        }
    }

    /// Records what a peer calls itself now, unless the owner gave it a name; in memory only, until the next change or flush.
    package func heard(_ name: PeerName, from id: NodeID) {
        disk.withLock { _ in
            let renamed = state.withLock { state -> Peer? in
                guard let peer = state.peers[id], !peer.isNamedHere, peer.name != name else { return nil }
                state.peers[id]?.name = name
                return state.peers[id]
            }
            if let renamed { tell(.changed(renamed)) }
        }
    }

    /// Writes what `saw`, `reached` and `heard` have recorded, if the file is behind by so many seconds for any peer.
    package func flush(lag: Int64) throws(TrustError) {
        let isBehind = state.withLock { state in
            state.peers.values.contains { peer in
                guard let seen = peer.lastSeen else { return false }
                return state.written[peer.id].map { seen - $0 >= lag } ?? true
            }
        }
        if isBehind { try flush() }
    }

    /// Writes what `saw`, `reached` and `heard` have recorded; call it at an orderly shutdown.
    package func flush() throws(TrustError) {
        try disk.withLock { _ throws(TrustError) in
            let peers = state.withLock { $0.peers }
            if !peers.isEmpty { try write(peers) }
        }
    }

    /// The changes to peers from now on.
    ///
    /// The buffer is unbounded: changes are acts of a person, so they are few, and none is dropped.
    package func changes() -> AsyncStream<PeerChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: PeerChange.self)
        let reader = state.withLock { state in
            state.nextReader += 1
            state.readers[state.nextReader] = continuation
            return state.nextReader
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.readers[reader] = nil }
        }
        return stream
    }

    private func change(_ id: NodeID, _ apply: (inout Peer) throws(TrustError) -> Void) throws(TrustError) {
        try change { peers throws(TrustError) in
            guard var peer = peers[id] else { throw .unknownPeer(id) }
            try apply(&peer)
            try peer.rights.requireSmallBound()
            peers[id] = peer
            return .changed(peer)
        }
    }

    private func write(_ peers: [NodeID: Peer]) throws(TrustError) {
        try PeerList.write(peers, isViewWithdrawn: state.withLock { $0.isViewWithdrawn }, to: path)
        state.withLock { $0.written = peers.compactMapValues(\.lastSeen) }
    }

    /// Writes the file, then changes the peers, then informs subscribers; if writing fails, the peers stay unchanged.
    private func change(_ apply: (inout [NodeID: Peer]) throws(TrustError) -> PeerChange) throws(TrustError) {
        try disk.withLock { _ throws(TrustError) in
            var peers = state.withLock { $0.peers }
            _ = try apply(&peers)
            try write(peers)
            // Applied again instead of replacing all peers, because `saw` may have changed them meanwhile.
            tell(try state.withLock { state throws(TrustError) in try apply(&state.peers) })
        }
    }

    /// Sends a change to all subscribers, under `disk`, so that they receive changes in order.
    ///
    /// Safe only because no subscriber's `onTermination` takes `disk`: resuming a cancelled task waits for its `onTermination`,
    /// which takes `state`.
    private func tell(_ change: PeerChange) {
        let readers = state.withLock { Array($0.readers.values) }
        readers.forEach { $0.yield(change) }
    }
}
