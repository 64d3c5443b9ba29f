// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import TestSupport
import Testing
import Trust

@testable import ControlServer

@Suite("When a peer was last there, on the disk", .timeLimit(.minutes(1)))
struct PeerSightingsTests {
    private func peer(_ name: String) throws -> Peer {
        Peer(
            certificate: try NodeIdentity().certificate, name: try PeerName(name), role: .remote, grants: [.view],
            pairedAt: 7)
    }

    @Test("is never behind by more than a minute, and is not written more often")
    func minute() async throws {
        try await withDirectory { home in
            let (store, kim) = (try PeerStore(home: home), try peer("kim"))
            try store.add(kim)
            func written() throws -> Int64? { try PeerStore(home: home)[kim.id]?.lastSeen }
            let absent = PeerSightings(peers: store, logger: TestServer.quiet) { [] }
            try absent.note(at: 1_000)
            #expect(try written() == nil)
            // A short visit, of which a kill must not lose all.
            store.saw(kim.id, at: 1_003)
            try absent.note(at: 1_005)
            #expect(try written() == 1_003)

            let there = PeerSightings(peers: store, logger: TestServer.quiet) { [kim.id] }
            var writes: Set<Int64> = []
            for now in stride(from: Int64(1_010), through: 1_610, by: 5) {
                try there.note(at: now)
                let last = try #require(try written())
                #expect(last > now - 60)
                writes.insert(last)
            }
            #expect(writes.count == 11, "1003, and once a minute: \(writes.sorted())")
            try store.flush()
            #expect(try written() == 1_610)
        }
    }

    @Test("is written at once for a peer that comes after a longer absence")
    func absence() async throws {
        try await withDirectory { home in
            let (store, attic, kim) = (try PeerStore(home: home), try peer("attic"), try peer("kim"))
            try store.add(attic)
            try store.add(kim)
            let sightings = PeerSightings(peers: store, logger: TestServer.quiet) { [attic.id] }
            try sightings.note(at: 1_000)
            try sightings.note(at: 1_005)
            store.saw(kim.id, at: 1_007)
            try sightings.note(at: 1_010)
            let again = try PeerStore(home: home)
            #expect([attic.id, kim.id].map { again[$0]?.lastSeen } == [1_010, 1_007])
        }
    }
}
