// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Testing
import Wire

@testable import longshot

@Suite("The role of a home")
struct HomeRoleTests {
    @Test(
        "is that of the only kind of node that has run there",
        arguments: [
            ([], nil), (["identity"], nil), (["spool"], .camera), (["epoch"], .camera), (["archive"], .recorder),
            (["epoch", "archive"], nil),
        ] as [([String], NodeDescription.Role?)])
    func role(_ folders: [String], _ role: NodeDescription.Role?) throws {
        let home = FilePath(NSTemporaryDirectory()).appending("longshot-role-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(atPath: home.string) }
        for folder in folders { try FileSystem.makeDirectories(home.appending(folder)) }
        #expect(try NodeDescription.Role(home: home) == role)
        for wanted in [NodeDescription.Role.camera, .recorder] {
            let isRefused = (try? wanted.requireHome(home)) == nil
            #expect(isRefused == (role == wanted.other))
        }
    }
}
