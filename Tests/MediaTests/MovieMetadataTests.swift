// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Media

@Suite("Time codes and chapters of movies")
struct MovieMetadataTests {
    private let evening = Int64(86_400 - 1) * 1_000_000_000 + 999_999_999

    @Test(
        "A rate of 1000/1001 of a whole number is counted like the whole number; others are rounded",
        arguments: [
            (3_000, 90_000, 30, 3_000), (3_003, 30_000, 30, 1_001), (3_754, 24_000, 24, 1_001),
            (1_502, 60_000, 60, 1_001), (3_600, 90_000, 25, 3_600), (3_300, 90_000, 27, 3_333), (750, 90_000, 120, 750),
            (180_000, 90_000, 1, 90_000), (5_400_000, 90_000, 1, 90_000), (0, 90_000, nil, 0), (300, 90_000, nil, 0),
        ] as [(Int64, Int64, Int64?, Int64)])
    func rate(interval: Int64, timescale: Int64, frames: Int64?, length: Int64) {
        let rate = Timecode(utc: 0, interval: interval).rate(timescale)
        #expect(rate?.frames == frames)
        if let rate { #expect(rate.interval == length) }
    }

    @Test("The count is that of the day's frames, also before 1970")
    func count() throws {
        let rate = Timecode.Rate(frames: 30, interval: 3_000)
        #expect(Timecode(utc: evening, interval: 3_000).count(at: rate) == 86_400 * 30 - 1)
        #expect(Timecode(utc: evening + 1, interval: 3_000).count(at: rate) == 0)
        #expect(Timecode(utc: -1, interval: 3_000).count(at: rate) == 86_400 * 30 - 1)
        #expect(Timecode(utc: 500_000_000, interval: 3_000).count(at: rate) == 15)
        _ = Timecode(utc: .min, interval: .max).rate(90_000).map(Timecode(utc: .min, interval: .max).count)
        #expect(MovieMetadata(createdAt: .min, name: "").creationTime == 0)
    }

    @Test("Chapters are in order, begin at 0, and those of one moment are one")
    func chapters() {
        let made = MovieChapters(
            [
                .init(start: 180_000, title: "c"), .init(start: 90_000, title: "a"), .init(start: 90_010, title: "b"),
                .init(start: .max, title: "e"), .init(start: 180_000, title: "d"),
            ], duration: 270_000)
        #expect(made.entries.map(\.start) == [0, 1_000, 2_000, 2_999])
        #expect(made.entries.map(\.title) == ["Start", "a; b", "c; d", "e"])
        let early = MovieChapters([.init(start: .min, title: "a")], duration: 0)
        #expect(early.entries == [MovieChapters.Entry(start: 0, title: "a")])
        #expect(MovieChapters([], duration: 90_000).entries.isEmpty)
    }

    @Test("A title is cut between characters, and the short list ends with the 255th chapter")
    func limits() throws {
        let title = String(repeating: "é", count: 200)
        let long = MovieChapters(
            (0..<300).map { .init(start: $0 * 90_000, title: title) }, duration: 300 * 90_000)
        #expect(long.entries.count == 300)
        #expect(long.entries.allSatisfy { $0.title.utf8.count == 254 })
        var writer = BoxWriter()
        long.writeList(&writer)
        #expect(writer.bytes.count == 8 + 4 + 4 + 1 + 255 * (8 + 1 + 254))
        let track = try #require(CompanionTrack(long))
        #expect(track.samples.count == 300)
    }
}
