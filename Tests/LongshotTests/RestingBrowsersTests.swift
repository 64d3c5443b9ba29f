// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Testing
import Trust
import Wire

@testable import longshot

@Suite("The browsers of a node that does not run")
struct RestingBrowsersTests {
    @Test("are listed and revoked in its home")
    func revoked() async throws {
        let home = FilePath(NSTemporaryDirectory()).appending("longshot-browsers-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(atPath: home.string) }
        try FileSystem.makeDirectories(home)
        _ = try NodeIdentity.open(home: home)
        let store = try BrowserStore(home: home)
        for name in ["phone", "tablet"] {
            let token = try store.invite(try PeerName(name), Rights(.view), now: 0).reveal()
            _ = try store.enter(token, now: 1, utc: 0)
        }
        let book = try await PeerBook(home: home)
        let phone = try #require(try await book.browsers().first { $0.name == "phone" })
        #expect(try await book.revoke(browsers: [phone.id]) == nil)
        #expect(try await book.browsers().map(\.name) == ["tablet"])
        await #expect(throws: Problem.self) { try await book.revoke(browsers: [phone.id]) }
    }
}
