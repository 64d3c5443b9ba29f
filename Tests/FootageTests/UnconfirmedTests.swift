// SPDX-License-Identifier: Apache-2.0

import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Footage

@Suite("Footage that was never announced", .timeLimit(.minutes(1)))
struct UnconfirmedTests {
    private let recording = StoreFixture.recording.id

    @Test("It stays alone, counts as a hole, and gives way to what was announced", arguments: [3, 4])
    func replaced(like other: Int) async throws {
        try await withScratch { directory in
            let fixture = try StoreFixture(fragments: 6, perSegment: 60)
            let store = try await fixture.store(in: directory, 1...2)
            _ = try await store.append(try fixture.unconfirmed(3, like: other))
            #expect(StoreFixture.files(directory).count == 2)
            #expect(try await store.runs(recording: recording).first?.last == 2)
            #expect(try await store.verify(recording: recording).holds)
            #expect(try await store.summary(recording: recording)?.unconfirmed ?? 0 > 0)
            for sequence in 4...6 { _ = try await store.append(fixture.entry(sequence)) }
            #expect(try await store.runs(recording: recording).first?.last == 2)
            let real = try await store.append(fixture.entry(3))
            #expect(real.source == .live)
            #expect(try await store.summary(recording: recording)?.unconfirmed == 0)
            #expect(try await store.bytes(of: real) == fixture.closed[2].fragment.bytes)
            #expect(try await store.runs(recording: recording).map(\.last) == [6])
            #expect(try await store.fragments(recording: recording).map(\.id.sequence) == Array(1...6))
            #expect(try await store.verify(recording: recording).holds)
            #expect(try await store.totalBytes() == store.catalog.totalBytes())
            // Unannounced footage never replaces announced footage.
            let stays = try await store.append(try fixture.unconfirmed(5, like: 6))
            #expect(stays.digest == fixture.closed[4].fragment.digest)
        }
    }
}
