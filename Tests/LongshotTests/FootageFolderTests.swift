// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Testing
import Wire

@testable import longshot

@Suite("The folder of footage of a unit")
struct FootageFolderTests {
    private let machine: FakeMachine
    private let owner: FileOwner

    init() throws {
        machine = try FakeMachine()
        owner = try #require(FileOwner(userNamed: NSUserName()))
    }

    private func folder(_ role: NodeDescription.Role, _ text: String = "") throws -> FootageFolder {
        let unit = ServiceUnit(role, root: FilePath(machine.root))
        try FileSystem.makeDirectories(unit.home)
        return try FootageFolder(of: unit, NodeConfiguration(text: text, file: "x"))
    }

    private func path(_ path: String) -> FilePath { FilePath(machine.root + path) }

    @Test("A recorder's archive becomes a link, and the unit may write there; the same again changes nothing")
    func link() throws {
        let footage = try folder(.recorder)
        #expect(footage.present == path("/var/lib/longshot/recorder/archive"))
        #expect(try footage.prepare(path("/mnt/big/archive"), owner: owner))
        #expect(try FileOwner(of: path("/mnt/big/archive")) == owner)
        let again = try folder(.recorder)
        #expect(again.present == path("/mnt/big/archive"))
        #expect(try !again.prepare(path("/mnt/big/archive"), owner: owner))
        let dropIn = try String(contentsOfFile: again.unit.dropIn.string, encoding: .utf8)
        #expect(dropIn.contains("ReadWritePaths=\"\(machine.root)/mnt/big/archive\""))
        #expect(dropIn.contains("RequiresMountsFor="))
        // And back.
        #expect(try again.prepare(FootageFolder.usual(again.unit), owner: owner))
        #expect(try folder(.recorder).present == FootageFolder.usual(again.unit))
        #expect(try FileStatus(again.unit.dropIn) == nil)
    }

    @Test("A camera's spool is a setting")
    func setting() throws {
        let footage = try folder(.camera, "camera:\n  spool: /srv/spool\n")
        #expect(footage.present == "/srv/spool")
        #expect(footage.change(to: "/srv/other")?.value == .one("/srv/other"))
        #expect(try #require(footage.change(to: FootageFolder.usual(footage.unit))).value == nil)
        #expect(try folder(.recorder).change(to: "/srv/other") == nil)
    }

    @Test("Footage that is there is not left behind: the error says how to move it")
    func move() throws {
        let footage = try folder(.recorder)
        try FileSystem.makeDirectories(footage.present.appending("porch"))
        let error = #expect(throws: SetupError.self) { try footage.check("/srv/archive", owner: owner) }
        let words = "\(try #require(error))"
        #expect(words.contains("sudo mv -T \(footage.present) /srv/archive"), "\(words)")
        #expect(words.contains("sudo systemctl stop longshot-recorder.service"), "\(words)")
    }

    @Test(
        "A folder that the unit cannot see, or that is none, is refused",
        arguments: ["/home/me/footage", "/tmp", "/root/x", "footage"])
    func hidden(_ folder: String) throws {
        let footage = try self.folder(.camera)
        #expect(throws: SetupError.self) { try footage.check(FilePath(folder), owner: owner) }
    }

    @Test("A folder with content of another user is refused")
    func foreign() throws {
        let footage = try folder(.camera)
        let other = try #require(FileOwner(userNamed: "nobody"))
        #expect(throws: SetupError.self) { try footage.check("/etc", owner: other) }
        try footage.check("/srv/nothing-here", owner: other)
    }
}
