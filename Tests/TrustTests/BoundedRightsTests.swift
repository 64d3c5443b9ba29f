// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing
import Wire

@testable import Trust

@Suite("Rights that are bounded to cameras", .timeLimit(.minutes(1)))
struct BoundedRightsTests {
    /// A peer as a version without bounds decodes it.
    private struct EarlierPeer: Decodable {
        let grants: Grants
    }

    private struct EarlierList: Decodable {
        let version: Int
        let peers: [EarlierPeer]
    }

    @Test("A bound lasts over a restart, and an earlier version reads no view in it")
    func stored() throws {
        let home = try Home()
        let (store, camera) = (try PeerStore(home: home.path), try NodeIdentity().id)
        let peer = try PeerStoreTests.peer("phone", [])
        try store.add(peer)
        try store.edit(peer.id, PeerEdit(grants: [.view, .record], viewOf: [camera]))
        let again = try PeerStore(home: home.path)
        #expect(again[peer.id]?.rights == Rights(.record, viewOf: [camera]))
        let earlier = try JSON.decode(EarlierList.self, from: Data(try home.text("peers.json").utf8))
        #expect(earlier.version == 1 && earlier.peers.map(\.grants) == [.record])
    }

    @Test("An edit replaces grants and bound together")
    func edited() throws {
        let home = try Home()
        let (store, camera) = (try PeerStore(home: home.path), try NodeIdentity().id)
        let peer = try PeerStoreTests.peer("phone", [.view])
        try store.add(peer)
        try store.edit(peer.id, PeerEdit(viewOf: [camera]))
        #expect(store[peer.id]?.rights == Rights([], viewOf: [camera]))
        try store.edit(peer.id, PeerEdit(name: try PeerName("other")))
        #expect(store[peer.id]?.rights == Rights([], viewOf: [camera]))
        try store.edit(peer.id, PeerEdit(grants: .send))
        #expect(store[peer.id]?.rights == Rights(.send))
        try store.revoke(peer.id, at: 77)
        #expect(store[peer.id]?.rights.isEmpty == true)
        let many = try (0...Rights.cameraLimit).map { _ in try NodeIdentity().id }
        #expect(throws: TrustError.self) { try store.edit(peer.id, PeerEdit(grants: [], viewOf: many)) }
    }

    @Test("An upgrade takes view from cameras once; what the owner grants afterwards stays")
    func upgrade() throws {
        let home = try Home()
        let first = try PeerStore(home: home.path)
        let (camera, remote) = (try PeerStoreTests.peer("porch"), try NodeIdentity())
        try first.add(camera)
        try first.add(
            Peer(
                certificate: remote.certificate, name: try PeerName("phone"), role: .remote, grants: .view, pairedAt: 7)
        )
        // A list like that of an earlier version.
        var list = try JSON.decode(PeerList.self, from: Data(try home.text("peers.json").utf8))
        #expect(list.viewWithdrawn == true)
        list.viewWithdrawn = nil
        try home.write(String(decoding: try JSON.encode(list), as: UTF8.self), to: "peers.json")

        let upgraded = try PeerStore(home: home.path)
        #expect(try upgraded.withdrawViewFromCameras().map(\.id) == [camera.id])
        #expect(upgraded[camera.id]?.grants == .send && upgraded[remote.id]?.grants == .view)
        #expect(try upgraded.withdrawViewFromCameras().isEmpty)
        try upgraded.edit(camera.id, PeerEdit(grants: [.view, .send]))
        let later = try PeerStore(home: home.path)
        #expect(try later.withdrawViewFromCameras().isEmpty)
        #expect(later[camera.id]?.grants == [.view, .send])
    }

    @Test("A camera gets no more than cameras usually do if the owner does not choose")
    func offered() {
        #expect(Grants.offered(to: .camera, wanting: .all) == .send)
        #expect(Grants.offered(to: .remote, wanting: [.view, .shoot]) == [.view, .shoot])
    }
}
