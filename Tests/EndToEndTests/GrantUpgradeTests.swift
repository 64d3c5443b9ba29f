// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import Testing
import Trust

@Suite("An upgrade", .timeLimit(.minutes(4)))
struct GrantUpgradeTests {
    @Test("takes view away from cameras, says so once, and leaves what the owner grants afterwards")
    func withdrawn() async throws {
        let peers = try LyingPeers()
        try peers.add("evil", peers.camera, to: peers.nodes.recorderHome, may: [.view, .send])
        // A file like that of an older version, which granted `view`.
        let file = URL(filePath: peers.nodes.recorderHome + "/peers.json")
        var list = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        list["viewWithdrawn"] = nil
        try JSONSerialization.data(withJSONObject: list).write(to: file)
        for start in 1...3 {
            let recorder = try peers.run(port: 1)
            _ = try await recorder.address()
            let isSaid = recorder.output.contains("the grant view was taken from them")
            #expect(isSaid == (start == 1), "start \(start): \(recorder.output)")
            #expect(try await recorder.terminate().code == 0)
            let store = try PeerStore(home: FilePath(peers.nodes.recorderHome))
            #expect(store[peers.camera.id]?.grants == (start < 3 ? .send : [.view, .send]))
            // The owner grants it again while the node is off.
            if start == 2 { try peers.add("evil", peers.camera, to: peers.nodes.recorderHome, may: [.view, .send]) }
        }
    }
}
