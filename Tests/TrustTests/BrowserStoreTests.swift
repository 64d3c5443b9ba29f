// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import Testing

@testable import Trust

@Suite("Browsers that may use the page", .timeLimit(.minutes(1)))
struct BrowserStoreTests {
    private let minute: UInt64 = 60_000_000_000
    private let day: Int64 = 86_400

    @Test("A link lets one browser in, within five minutes")
    func link() throws {
        let home = try Home()
        let store = try BrowserStore(home: home.path)
        let name = try PeerName("phone")
        let late = try store.invite(name, Rights(.view), now: minute).reveal()
        #expect(try store.greeting(late, now: 6 * minute - 1).browser == name)
        #expect(throws: TrustError.self) { try store.greeting(late, now: 6 * minute) }
        #expect(throws: TrustError.self) { try store.enter(late, now: 6 * minute, utc: 0) }
        let once = try store.invite(name, Rights(.view), now: minute).reveal()
        let cookie = try store.enter(once, now: 6 * minute - 1, utc: 0).reveal()
        #expect(store.session(cookie: cookie, utc: 1)?.name == name)
        #expect(throws: TrustError.self) { try store.enter(once, now: 2 * minute, utc: 0) }
        #expect(throws: TrustError.self) { try store.greeting(once, now: 2 * minute) }
    }

    @Test("A link that a restart of the node made invalid may name the restart as the reason")
    func restarted() throws {
        let home = try Home()
        let link = try BrowserStore(home: home.path).invite(nil, Rights(.view), now: 0).reveal()
        let error = #expect(throws: TrustError.self) { try BrowserStore(home: home.path).greeting(link, now: 1) }
        #expect(error?.description.contains("or the node was restarted since") == true)
    }

    @Test("A link that cannot let a browser in, because nothing can be written, stays good and leaves no browser")
    func unwritable() throws {
        let home = try Home()
        let store = try BrowserStore(home: home.path)
        let token = try store.invite(nil, Rights(.view), now: 0).reveal()
        let obstacle = home.path.appending("browsers.json")
        try FileManager.default.createDirectory(atPath: obstacle.string, withIntermediateDirectories: false)
        #expect(throws: TrustError.self) { try store.enter(token, now: 1, utc: 0) }
        #expect(store.sessions.isEmpty)
        try FileManager.default.removeItem(atPath: obstacle.string)
        let cookie = try store.enter(token, now: 2, utc: 0).reveal()
        #expect(store.session(cookie: cookie, utc: 1) != nil && store.sessions.count == 1)
        let full = TrustError.file(operation: "write", path: "p", reason: "\(Errno.noSpace)")
        #expect(full.isFullDisk && !TrustError.file(operation: "write", path: "p", reason: "other").isFullDisk)
    }

    @Test("A session ends when it was not used for 30 days, and lasts while it is used")
    func session() throws {
        let home = try Home()
        let store = try BrowserStore(home: home.path)
        let token = try store.invite(try PeerName("phone"), Rights([.view, .shoot]), now: 0).reveal()
        let cookie = try store.enter(token, now: 1, utc: 0).reveal()
        #expect(store.session(cookie: cookie, utc: 29 * day)?.grants == [.view, .shoot])
        #expect(store.session(cookie: cookie, utc: 58 * day) != nil)
        try store.flush()
        let next = try BrowserStore(home: home.path)
        #expect(next.session(cookie: cookie, utc: 88 * day) == nil)
        #expect(next.session(cookie: cookie, utc: 88 * day - 1) != nil)
        #expect(next.session(cookie: cookie + "A", utc: 59 * day) == nil)
    }

    @Test("When a browser was last seen is written if the file is a minute behind, and not before")
    func seen() throws {
        let home = try Home()
        let store = try BrowserStore(home: home.path)
        let token = try store.invite(try PeerName("phone"), Rights(.view), now: 0).reveal()
        let cookie = try store.enter(token, now: 1, utc: 1_000).reveal()
        var seen: [Int64] = []
        for utc in [1_030, 1_059, 1_060, 1_119, 1_121] as [Int64] {
            #expect(store.session(cookie: cookie, utc: utc) != nil)
            try store.flush(lag: 60)
            seen.append(try #require(try BrowserStore(home: home.path).sessions.first?.lastSeen))
        }
        #expect(seen == [1_000, 1_000, 1_060, 1_060, 1_121])
    }

    @Test(
        "A session says which browser it is, and keeps that",
        arguments: [
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36",
                "Chrome on Android"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
                "Safari on iPhone"
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0",
                "Edge on Windows"
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0", "Firefox on Linux"),
            ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "browser on macOS"), ("curl/7.88.1", nil), ("", nil),
            ("Mozilla/5.0 (Android 14; Mobile; rv:125.0) Gecko/125.0 Firefox/125.0", "Firefox on Android"),
            (
                "Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/24.0 Chrome/117.0.0.0 Mobile Safari/537.36",
                "Samsung Internet on Android"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/124.0.6367.88 Mobile/15E148 Safari/604.1",
                "Chrome on iPhone"
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/125.0 Mobile/15E148 Safari/605.1.15",
                "Firefox on iPad"
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Safari/605.1.15",
                "Safari on macOS"
            ),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36",
                "Chrome on ChromeOS"
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0",
                "Opera on Linux"
            ),
        ] as [(String, String?)])
    func program(userAgent: String, program: String?) throws {
        let home = try Home()
        let store = try BrowserStore(home: home.path)
        let token = try store.invite(try PeerName("phone"), Rights(.view), now: 0).reveal()
        _ = try store.enter(token, userAgent: userAgent, now: 1, utc: 0)
        #expect(
            try store.sessions.map(\.program) == [program] && BrowserStore(home: home.path).sessions == store.sessions)
    }

    @Test("A browser without a name has that of its program, with a number if another one has it")
    func named() throws {
        let home = try Home()
        let store = try BrowserStore(home: home.path)
        func enter(_ userAgent: String?, as name: String? = nil) throws -> String {
            let before = Set(store.sessions.map(\.id))
            let token = try store.invite(try name.map { try PeerName($0) }, Rights(.view), now: 0).reveal()
            #expect(try store.greeting(token, now: 1).browser?.text == name)
            _ = try store.enter(token, userAgent: userAgent, now: 1, utc: 0)
            return try #require(store.sessions.first { !before.contains($0.id) }).name.text
        }
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0"
        #expect(try enter(firefox) == "Firefox on Linux")
        #expect(try enter(firefox) == "Firefox on Linux 2")
        #expect(try enter(firefox, as: "Firefox on Linux 4") == "Firefox on Linux 4")
        #expect(try [enter(firefox), enter(firefox)] == ["Firefox on Linux 3", "Firefox on Linux 5"])
        #expect(try [enter(nil), enter("\u{1B}[31mowned"), enter("")] == ["browser", "browser 2", "browser 3"])
        // The name that its owner gives stays, and its first one is free again.
        let first = try #require(store.sessions.first { $0.name.text == "Firefox on Linux" })
        _ = try store.edit(first.id, PeerEdit(name: try PeerName("kitchen")))
        #expect(try enter(firefox) == "Firefox on Linux")
        let names = try BrowserStore(home: home.path).sessions.map(\.name.text)
        #expect(names.contains("kitchen"))
    }

    @Test("A browser is renamed and gets other rights without signing in again, also after a restart")
    func edited() throws {
        let home = try Home()
        let store = try BrowserStore(home: home.path)
        let token = try store.invite(try PeerName("phone"), Rights([.view, .record]), now: 0).reveal()
        let cookie = try store.enter(token, now: 1, utc: 0).reveal()
        let id = try #require(store.sessions.first?.id)
        #expect(try store.edit(id, PeerEdit(name: try PeerName("tablet")))?.grants == [.view, .record])
        #expect(try store.edit(id, PeerEdit(grants: .shoot))?.name == PeerName("tablet"))
        for store in [store, try BrowserStore(home: home.path)] {
            let session = try #require(store.session(cookie: cookie, utc: 2))
            #expect(session.name.text == "tablet" && session.rights == Rights(.shoot))
        }
        #expect(try store.edit("nobody", PeerEdit(grants: .all)) == nil)
    }

    @Test("A session whose end could not be written is ended by the next try; open links end with it")
    func unwritten() throws {
        let home = try Home()
        let store = try BrowserStore(home: home.path)
        let token = try store.invite(try PeerName("phone"), Rights(.view), now: 0).reveal()
        let cookie = try store.enter(token, now: 1, utc: 0).reveal()
        let id = try #require(store.sessions.first?.id)
        let later = try store.invite(try PeerName("again"), Rights(.admin), now: 1).reveal()
        let file = home.path.appending("browsers.json")
        let written = try Data(contentsOf: URL(filePath: file.string))
        // A folder in the place of the file cannot be replaced.
        try FileManager.default.removeItem(atPath: file.string)
        try FileManager.default.createDirectory(atPath: file.string, withIntermediateDirectories: false)
        #expect(throws: TrustError.self) { try store.revoke(id) }
        #expect(store.session(cookie: cookie, utc: 2) == nil)
        #expect(throws: TrustError.self) { try store.enter(later, now: 2, utc: 0) }
        #expect(throws: TrustError.self) { try store.flush(lag: 60) }
        try FileManager.default.removeItem(atPath: file.string)
        try written.write(to: URL(filePath: file.string))
        #expect(try store.revoke(id))
        #expect(try BrowserStore(home: home.path).session(cookie: cookie, utc: 2) == nil)
        #expect(try !store.revoke(id))
    }

    @Test("A session that its owner ends is over at once, and after a restart")
    func revoked() throws {
        let home = try Home()
        let store = try BrowserStore(home: home.path)
        let token = try store.invite(try PeerName("phone"), Rights(.view), now: 0).reveal()
        let cookie = try store.enter(token, now: 1, utc: 0).reveal()
        let id = try #require(store.sessions.first?.id)
        #expect(try store.revoke(id))
        #expect(store.session(cookie: cookie, utc: 1) == nil)
        #expect(try BrowserStore(home: home.path).sessions.isEmpty)
        #expect(try !store.revoke(id))
    }
}
