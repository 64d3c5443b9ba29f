// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import Testing
import Trust

@Suite("Peers", .timeLimit(.minutes(1)))
struct PeerStoreTests {
    static func peer(
        _ name: String, _ grants: Grants = [.view, .send], at time: Int64 = 7
    ) throws -> Peer {
        Peer(
            certificate: try NodeIdentity().certificate, name: try PeerName(name), role: .camera, grants: grants,
            pairedAt: time, addresses: [try PeerAddress("[::1]:5664")])
    }

    @Test("Who was let in is known after a restart, with all that was said of it")
    func restart() throws {
        let home = try Home()
        let store = try PeerStore(home: home.path)
        let (one, two) = (try Self.peer("one"), try Self.peer("Tür 2"))
        try store.add(one)
        try store.add(two)
        try store.edit(one.id, PeerEdit(name: try PeerName("front door")))
        try store.edit(one.id, PeerEdit(grants: [.view, .shoot]))
        store.saw(two.id, at: 99)
        store.reached(two.id, at: try PeerAddress("box.local:5664"))
        try store.flush()
        let again = try PeerStore(home: home.path)
        #expect(again.peers == store.peers)
        #expect(again[one.id]?.name.text == "front door")
        #expect(again[one.id]?.grants == [.view, .shoot])
        #expect(again[two.id]?.lastSeen == 99)
        #expect(again[two.id]?.addresses.map(\.description) == ["box.local:5664", "[::1]:5664"])
        #expect(try home.names() == ["peers.json"])
    }

    @Test("The pinned certificate comes in; strangers, revoked peers and re-issued certificates do not")
    func admission() throws {
        let home = try Home()
        let identities = try Home()
        let identity = try NodeIdentity.open(home: identities.path)
        let store = try PeerStore(home: home.path)
        let peer = Peer(
            certificate: identity.certificate, name: try PeerName("box"), role: .camera, grants: [.view], pairedAt: 1)
        #expect(throws: TrustError.unknownPeer(identity.id)) { try store.admit(identity.certificate) }
        try store.add(peer)
        #expect(try store.admit(identity.certificate) == peer)

        let key = identities.path.appending("identity").appending("key.pem").string
        let der = identities.path.appending("again.der").string
        _ = try #require(
            try OpenSSL.run(
                "req", "-x509", "-key", key, "-subj", "/CN=\(identity.id)", "-outform", "DER", "-out", der))
        let reissued = try PinnedCertificate(der: try Home.bytes(der))
        #expect(reissued.id == identity.id)
        #expect(throws: TrustError.reissued(identity.id, name: "box")) { try store.admit(reissued) }

        try store.revoke(identity.id, at: 77)
        #expect(throws: TrustError.revoked(identity.id, name: "box")) { try store.admit(identity.certificate) }
        let again = try PeerStore(home: home.path)
        #expect(throws: TrustError.revoked(identity.id, name: "box")) { try again.admit(identity.certificate) }
        #expect(again[identity.id]?.grants == [])
        try again.revoke(identity.id, at: 99)
        #expect(try PeerStore(home: home.path)[identity.id]?.revokedAt == 77, "the first time counts")
        try again.add(peer)
        #expect(try again.admit(identity.certificate) == peer)

        try again.edit(identity.id, PeerEdit(name: try PeerName("porch")))
        try again.revoke(identity.id, at: 99)
        try again.add(peer)
        #expect(try again.admit(identity.certificate).name.text == "porch", "the owner's name stays")
    }

    @Test("A revoked peer gets no grants, which it would have when it is paired again; its name may change")
    func revokedGrants() throws {
        let home = try Home()
        let store = try PeerStore(home: home.path)
        let peer = try Self.peer("box")
        try store.add(peer)
        try store.revoke(peer.id, at: 77)
        #expect(throws: TrustError.revoked(peer.id, name: "box")) {
            try store.edit(peer.id, PeerEdit(grants: [.admin]))
        }
        try store.edit(peer.id, PeerEdit(name: try PeerName("old box")))
        #expect(store[peer.id]?.grants == [] && store[peer.id]?.name.text == "old box")
    }

    @Test("Whoever watches hears of every change, in order")
    func watching() async throws {
        let home = try Home()
        let store = try PeerStore(home: home.path)
        let (peer, changes, others) = (try Self.peer("one"), store.changes(), store.changes())
        try store.add(peer)
        try store.edit(peer.id, PeerEdit(grants: [.view]))
        try store.revoke(peer.id, at: 77)
        #expect(throws: TrustError.self) { try store.revoke(try NodeIdentity().id, at: 77) }
        var (changed, revoked) = (peer, peer)
        changed.grants = [.view]
        (revoked.grants, revoked.isRevoked, revoked.revokedAt) = ([], true, 77)
        let expected: [PeerChange] = [.added(peer), .changed(changed), .revoked(revoked)]
        for stream in [changes, others] {
            var heard: [PeerChange] = []
            for await change in stream.prefix(3) { heard.append(change) }
            #expect(heard == expected)
        }
    }

    @Test("A peer has the name by which it calls itself, unless the owner gave it one")
    func names() throws {
        let home = try Home()
        let store = try PeerStore(home: home.path)
        let peer = try Self.peer("porch")
        try store.add(peer)
        store.heard(try PeerName("gate"), from: peer.id)
        #expect(store[peer.id]?.name.text == "gate")
        try store.flush()
        #expect(try PeerStore(home: home.path)[peer.id]?.name.text == "gate")
        try store.edit(peer.id, PeerEdit(name: try PeerName("mine")))
        store.heard(try PeerName("shed"), from: peer.id)
        #expect(store[peer.id]?.name.text == "mine")
        store.heard(try PeerName("stranger"), from: try NodeIdentity().id)
        #expect(store.peers.count == 1)
    }

    @Test("A file that cannot be written changes nothing, except that a revoked peer stays out")
    func unwritable() throws {
        let home = try Home()
        let inner = home.path.appending("inner")
        _ = try NodeIdentity.open(home: inner)
        let store = try PeerStore(home: inner)
        let (one, two) = (try Self.peer("one"), try Self.peer("two"))
        try store.add(one)
        try Home.move(inner, to: home.path.appending("gone"))
        #expect(throws: TrustError.self) { try store.add(two) }
        #expect(throws: TrustError.self) { try store.edit(one.id, PeerEdit(grants: .admin)) }
        #expect(store.peers == [one])
        #expect(try store.admit(one.certificate) == one)
        #expect(throws: TrustError.self) { try store.revoke(one.id, at: 77) }
        #expect(throws: TrustError.revoked(one.id, name: "one")) { try store.admit(one.certificate) }
    }

    @Test("A damaged file is an error that names it, and is left as it is")
    func damaged() throws {
        let home = try Home()
        let store = try PeerStore(home: home.path)
        try store.add(try Self.peer("one"))
        try store.add(try Self.peer("two"))
        let good = try home.text("peers.json")
        let swapped = good.replacingOccurrences(of: "\"id\" : \"", with: "\"id\" : \"a")
        let bad = [
            "", "{", "[]", "null", #"{"peers":[]}"#, #"{"version":2,"peers":[]}"#, String(good.dropLast(9)), swapped,
            good.replacingOccurrences(of: "\"view\"", with: "\"fly\""),
            good.replacingOccurrences(of: "\"one\"", with: "\"o\\nne\""),
        ]
        for text in bad {
            try home.write(text, to: "peers.json")
            let error = #expect(throws: TrustError.self) { try PeerStore(home: home.path) }
            guard case .damaged(let path, _) = error else {
                Issue.record("\(error as Any)")
                continue
            }
            #expect(path == home.path.appending("peers.json").string)
            #expect(try home.text("peers.json") == text)
        }
    }

    @Test("Many hands at once lose nothing, and the file is the last word")
    func crowd() async throws {
        let home = try Home()
        let store = try PeerStore(home: home.path)
        let peers = try (0..<12).map { try Self.peer("peer \($0)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for peer in peers {
                group.addTask {
                    try store.add(peer)
                    store.saw(peer.id, at: 1_000)
                    try store.edit(peer.id, PeerEdit(name: try PeerName(peer.name.text + "!")))
                    try store.edit(peer.id, PeerEdit(grants: .record))
                }
            }
            try await group.waitForAll()
        }
        #expect(store.peers.count == 12)
        for peer in store.peers {
            #expect(peer.grants == .record)
            #expect(peer.name.text.hasSuffix("!"))
            #expect(peer.lastSeen == 1_000)
        }
        #expect(try PeerStore(home: home.path).peers.map(\.name) == store.peers.map(\.name))
    }
}
