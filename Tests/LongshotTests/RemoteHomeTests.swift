// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Testing
import Trust
import Wire

@testable import longshot

@Suite("A node at an address")
struct RemoteHomeTests {
    @Test("that is not paired with the caller opens the window, and the caller joins")
    func unpaired() throws {
        let folder = FilePath(NSTemporaryDirectory()).appending("longshot-remote-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let (home, there) = (folder.appending("recorder"), folder.appending("camera"))
        for each in [home, there] { try FileSystem.makeDirectories(each) }
        _ = try NodeIdentity.open(home: home)
        let camera = try NodeIdentity.open(home: there)
        let remote = try RemoteHome(node: home)
        let address = try NodeAddress("127.0.0.1:18003")
        let problem = #expect(throws: Problem.self) { try remote.peer(showing: camera.certificate, at: address) }
        let words = problem?.detail ?? ""
        #expect(words.contains("not paired with the node at 127.0.0.1:18003 (\(camera.id.short))"), "\(words)")
        #expect(
            words.contains(
                "`longshot pair open` there, and `longshot pair join \(NodeHome.option(home))` here"),
            "\(words)")
        let unknown = remote.unknown("nope", besides: ["porch"])
        #expect("\(unknown)".hasSuffix("`longshot pair list \(NodeHome.option(home))` lists what there is."))
    }
}
