// SPDX-License-Identifier: Apache-2.0
import Foundation
import Logging
import Media
import MediaSamples
import Synchronization
import SystemPackage
import Testing
import TestSupport
import Wire

@testable import Viewing

@Suite("Who watches", .timeLimit(.minutes(1)))
struct ViewersTests {
    private static let quiet = Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() }

    private func picture(_ tick: Int64, _ format: VideoFormat) -> FormattedAccessUnit {
        FormattedAccessUnit(
            unit: AccessUnit(tick: Tick(rawValue: tick), isSync: true, bytes: [0, 0, 0, 1, 0x65]), format: format)
    }

    /// Runs the body with viewers whose process is a shell command.
    private func with(
        _ command: String, limit: Int = 8, patienceWithNobody: Int = 5,
        _ body: (Viewers, ViewerSeats) async throws -> Void
    ) async throws {
        let seats = ViewerSeats(limit)
        let viewers = Viewers(
            ViewerProgram("/bin/sh", ["-c", command]), seats: seats, patienceWithNobody: patienceWithNobody,
            logger: Self.quiet)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await viewers.run() }
            try await body(viewers, seats)
            viewers.shutDown()
            group.cancelAll()
        }
    }

    @Test("hears why it cannot: no picture yet, JPEG, no H.264, too many; and nothing was started for that")
    func refused() async throws {
        try await with("exit 1", limit: 0) { viewers, seats in
            let early = await problem { _ = try await viewers.open(Offers.chromium, of: "a", at: [], while: { true }) }
            #expect(early?.status == 409)
            viewers.send(picture(1, try .jpeg(width: 320, height: 240)), of: "a")
            let jpeg = await problem { _ = try await viewers.open(Offers.chromium, of: "a", at: [], while: { true }) }
            #expect(jpeg?.status == 409 && jpeg?.type.hasSuffix(":unsupported") == true)
            #expect(jpeg?.detail.contains("picture stream") == true)
            viewers.send(picture(2, try Offers.format(profile: 0x42)), of: "a")
            let bad = await problem { _ = try await viewers.open("hello", of: "a", at: [], while: { true }) }
            #expect(bad?.status == 400)
            let full = await problem { _ = try await viewers.open(Offers.chromium, of: "a", at: [], while: { true }) }
            #expect(full?.status == 429 && full?.type.hasSuffix(":too-many-viewers") == true)
            #expect(seats.count == ViewerCount(count: 0, limit: 0))
            #expect(await problem { try viewers.close("nobody") }?.status == 404)
            viewers.end("a")
            let over = await problem { _ = try await viewers.open(Offers.chromium, of: "a", at: [], while: { true }) }
            #expect(over?.status == 409 && over?.type.hasSuffix(":conflict") == true)
        }
    }

    @Test(
        "is told when the process ends at once, says nonsense, or is not there; and the seat is free again",
        arguments: ["exit 3", "echo nonsense that is no message", "kill -9 $$", "exec /nonexistent"])
    func broken(_ command: String) async throws {
        try await with(command) { viewers, seats in
            viewers.send(picture(1, try Offers.format(profile: 0x42)), of: "a")
            for _ in 0..<2 {
                let problem = await problem {
                    _ = try await viewers.open(Offers.chromium, of: "a", at: [], while: { true })
                }
                #expect(problem?.status == 502 && problem?.type.hasSuffix(":live-failed") == true)
                #expect(seats.count.count == 0)
            }
        }
    }

    @Test("finds a process that was prepared; one that nobody comes to ends")
    func prepared() async throws {
        try await withScratch { folder in
            let log = folder.appending("log")
            let lines = { try String(contentsOfFile: log.string, encoding: .utf8).split(separator: "\n") }
            // It says what it is sent, and ends with its input.
            let command =
                "echo begins >> \(log); [ $(head -c 1 | wc -c) = 0 ] || echo hears >> \(log); cat > /dev/null; echo ends >> \(log)"
            try await with(command, patienceWithNobody: 1) { viewers, _ in
                viewers.prepare(for: "a")
                viewers.send(picture(1, try .jpeg(width: 320, height: 240)), of: "a")
                viewers.prepare(for: "a")
                viewers.send(picture(2, try Offers.format(profile: 0x42)), of: "a")
                #expect(throws: (any Error).self) { try lines() }
                viewers.prepare(for: "a")
                viewers.prepare(for: "a")
                try await eventually("it ends") { (try? lines()) == ["begins", "ends"] }
                viewers.prepare(for: "a")
                try await eventually("another begins") { try lines().count == 3 }
                async let refusal = problem {
                    _ = try await viewers.open(Offers.chromium, of: "a", at: [], while: { true })
                }
                try await eventually("it gets the offer") { try lines().last == "hears" }
                viewers.shutDown()
                #expect(await refusal?.status == 502)
                #expect(try lines() == ["begins", "ends", "begins", "hears", "ends"])
            }
        }
    }

    @Test("is disconnected when it may no longer watch; others are not")
    func forbidden() async throws {
        try await with("cat > /dev/null; exit 0") { viewers, seats in
            viewers.send(picture(1, try Offers.format(profile: 0x42)), of: "a")
            let isAllowed = Mutex(true)
            async let first = problem {
                _ = try await viewers.open(Offers.chromium, of: "a", at: []) { isAllowed.withLock { $0 } }
            }
            async let second = problem { _ = try await viewers.open(Offers.chromium, of: "a", at: [], while: { true }) }
            try await eventually("both have a seat") { seats.count.count == 2 }
            isAllowed.withLock { $0 = false }
            #expect(await first?.status == 502)
            #expect(seats.count.count == 1)
            viewers.shutDown()
            #expect(await second?.status == 502)
        }
    }

    @Test("keeps nobody waiting who sends pictures, though the process takes nothing at all")
    func stuck() async throws {
        try await with("exec sleep 60") { viewers, _ in
            let format = try Offers.format(profile: 0x42)
            viewers.send(picture(1, format), of: "a")
            async let refusal = problem {
                _ = try await viewers.open(Offers.chromium, of: "a", at: [], while: { true })
            }
            let bytes = [0, 0x0F, 0xFF, 0xFC, 0x65] + [UInt8](repeating: 0x65, count: (1 << 20) - 5)
            // More bytes than all pipes and queues hold: if `send` waited, the loop would never end.
            for tick in 2..<400 {
                let unit = AccessUnit(tick: Tick(rawValue: Int64(tick)), isSync: tick % 30 == 0, bytes: bytes)
                viewers.send(FormattedAccessUnit(unit: unit, format: format), of: "a")
            }
            // The stuck process was detected and ended.
            #expect(await refusal?.status == 502)
        }
    }
}
