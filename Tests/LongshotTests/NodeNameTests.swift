// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Testing
import Trust

@testable import longshot

@Suite("The name of a node that is started without one")
struct NodeNameTests {
    @Test("is the last one that it was given, and otherwise the host's and the role")
    func fallback() throws {
        let home = FilePath(NSTemporaryDirectory()).appending("longshot-name-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(atPath: home.string) }
        try FileSystem.makeDirectories(home)
        let usual = NodeName.usual("camera")
        #expect(usual.hasSuffix("-camera"))
        #expect(try NodeName.fallback(in: home, "camera") == usual)
        for name in ["porch", "front door"] {
            try NodeName.store(PeerName(name), in: home)
            #expect(try NodeName.fallback(in: home, "camera") == name)
        }
        for damaged in ["", "two\nlines", String(repeating: "x", count: PeerName.sizeLimit + 1)] {
            try FileSystem.writeWhole(Array(damaged.utf8), to: home.appending("name"))
            #expect(try NodeName.fallback(in: home, "camera") == usual)
        }
    }
}
