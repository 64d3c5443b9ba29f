// SPDX-License-Identifier: Apache-2.0
import SystemPackage
import Testing
import Trust
import Wire

@testable import Recorder

@Suite("Where a recorder looks for its cameras")
struct CameraFinderTests {
    @Test("Another node that announces a camera's id, and goes, does not hide the camera")
    func impostor() throws {
        let finder = try CameraFinder(peers: PeerStore(home: "/nonexistent"), manual: ["192.0.2.9"])
        let camera = try NodeIdentity().id
        finder.saw(camera, as: "porch", at: ["192.0.2.11:5664"])
        finder.saw(camera, as: "elsewhere", at: ["192.0.2.66:5664"])
        #expect(
            Set(finder.addresses(of: camera).map(\.description))
                == ["192.0.2.11:5664", "192.0.2.66:5664", "192.0.2.9:5664"])
        finder.saw(camera, as: "elsewhere", at: [])
        #expect(finder.addresses(of: camera).map(\.description) == ["192.0.2.11:5664", "192.0.2.9:5664"])
        finder.saw(camera, as: "porch", at: [])
        #expect(finder.addresses(of: camera).map(\.description) == ["192.0.2.9:5664"])
    }
}
