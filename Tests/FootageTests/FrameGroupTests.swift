// SPDX-License-Identifier: Apache-2.0
import Media
import MediaSamples
import Testing

@testable import Footage

@Suite("A frame of footage")
struct FrameGroupTests {
    /// 90 frames with a key frame every second, cut after half a second.
    private static let units = Samples.units(90)

    /// Runs the body with a store of some of the six fragments.
    private func withStore(
        _ sequences: some Sequence<Int> = 1...6, _ body: (FootageStore) async throws -> Void
    ) async throws {
        try await withScratch { directory in
            let format = try Samples.format()
            let closed = try Samples.fragments(
                Self.units, format: format, limits: .init(maximumDuration: Tick.perSecond / 2))
            #expect(closed.map(\.fragment.isSync) == [true, false, true, false, true, false])
            let store = try await FootageStore(directory: directory)
            try await store.open(StoreFixture.recording)
            for sequence in sequences {
                let next = closed[sequence - 1]
                _ = try await store.append(
                    FragmentEntry(
                        recording: StoreFixture.recording.id, epoch: 1, segment: next.segment, fragment: next.fragment,
                        format: InitSegment(format), captured: next.fragment.frames, received: 0, source: .capture,
                        persistedAt: 1))
            }
            try await body(store)
            try await store.close()
        }
    }

    private func around(_ tick: Int64, in store: FootageStore) async throws -> [FramePlace?] {
        let places = try await store.frames(
            around: FootagePosition(epoch: 1, tick: Tick(rawValue: tick)), recording: StoreFixture.recording.id)
        return [places.before, places.after]
    }

    @Test("is found beside its neighbour, at both ends and across fragments")
    func places() async throws {
        try await withStore { store in
            for index in 0..<90 {
                let tick = Self.units[index].tick.rawValue
                for offset in [0, 1, 2_999] as [Int64] {
                    let found = try await around(tick + offset, in: store)
                    #expect(found[0]?.position.tick.rawValue == tick)
                    #expect(found[1]?.position.tick.rawValue == (index < 89 ? tick + 3_000 : nil))
                    if let before = found[0], let after = found[1] { #expect(before.isFollowed(by: after)) }
                }
            }
            let found = try await around(999_999, in: store)
            #expect(found[0] == nil && found[1]?.position.tick.rawValue == 1_000_000)
        }
    }

    @Test("comes with all frames since the last key frame, also from the fragment before")
    func groups() async throws {
        try await withStore { store in
            for index in [0, 1, 14, 15, 29, 30, 59, 76, 89] {
                let place = try #require(try await around(Self.units[index].tick.rawValue, in: store)[0])
                let group = try await store.group(showing: place)
                #expect(group.units == Array(Self.units[index / 30 * 30...index]))
                #expect(group.shown == Self.units[index])
            }
        }
    }

    @Test("cannot be decoded without its key frame, and is not followed by one behind a missing fragment")
    func missing() async throws {
        try await withStore([1, 2, 4]) { store in
            let place = try #require(try await around(Self.units[50].tick.rawValue, in: store)[0])
            await #expect(throws: FootageError.self) { try await store.group(showing: place) }
            let found = try await around(Self.units[35].tick.rawValue, in: store)
            let (before, after) = (try #require(found[0]), try #require(found[1]))
            #expect(before.position.tick == Self.units[29].tick && !before.isFollowed(by: after))
        }
    }
}
