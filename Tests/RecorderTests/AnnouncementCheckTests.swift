// SPDX-License-Identifier: Apache-2.0
import Media
import Testing
import Wire

@testable import Recorder

@Suite("An announced fragment")
struct AnnouncementCheckTests {
    private static let sound = FragmentAnnouncement(
        epoch: 1, sequence: 4, segment: 1, base: 0, initDigest: "a", codec: "h264", width: 4, height: 3, firstTick: 90,
        lastTick: 180, nominalInterval: 90, frames: 2, bytes: 10, sha256: "b", isSync: true, captured: 2, spooled: true,
        gaps: [])

    /// Announcements that contradict themselves.
    private static let faults: [@Sendable (inout FragmentAnnouncement) -> Void] = [
        { $0.sequence = 0 }, { $0.segment = 0 }, { $0.base = 91 }, { $0.lastTick = 89 },
        { $0.sha256 = String(repeating: "a", count: 129) }, { $0.epochID = String(repeating: "a", count: 129) },
        { $0.gaps = [GapDescription(epoch: 1, firstTick: 2, lastTick: 1, frames: 1, reason: "not-encoded")] },
        {
            $0.gaps = (0..<5_000).map { number in
                GapDescription(epoch: 1, firstTick: number, lastTick: number, frames: 1, reason: "not-encoded")
            }
        },
    ]

    @Test("is processed if its parts agree")
    func good() throws {
        try Self.sound.check()
        var single = Self.sound
        (single.lastTick, single.frames) = (90, 1)
        try single.check()
    }

    @Test("is refused if they do not", arguments: faults.indices)
    func bad(index: Int) {
        var announcement = Self.sound
        Self.faults[index](&announcement)
        #expect(throws: Problem.self) { try announcement.check() }
    }

    @Test("has captured nothing in front of it rather than less than nothing")
    func before() {
        var announcement = Self.sound
        announcement.total = 1
        #expect(announcement.before == 0)
    }

    @Test("describes a fragment with its frames, and no other")
    func describes() throws {
        let units = [Int64(90), 180].map { AccessUnit(tick: Tick(rawValue: $0), isSync: true, bytes: [1]) }
        let fragment = try Fragment(sequence: 4, base: Tick(rawValue: 0), units: units, nominalInterval: 90)
        #expect(Self.sound.describes(fragment))
        var other = Self.sound
        other.lastTick = 181
        #expect(!other.describes(fragment))
        (other.lastTick, other.sequence) = (180, 5)
        #expect(!other.describes(fragment))
    }
}
