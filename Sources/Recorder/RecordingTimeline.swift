// SPDX-License-Identifier: Apache-2.0
package import Footage

/// Where moments lie in a recording: media time and UTC to epochs and ticks.
package struct RecordingTimeline: Sendable {
    private let first: FootagePosition
    private let spans: [(epoch: Int, first: Tick, last: Tick, clock: EpochClock?)]

    /// Reads a recording's epochs and their clocks.
    package init(_ recording: Recording, in store: FootageStore) async throws {
        guard let start = try await store.summary(recording: recording.id)?.first else {
            throw FootageError.notFound("recording \(recording.id) has no footage yet")
        }
        first = start
        let clocks = try await store.clocks(camera: recording.camera)
        var spans: [(epoch: Int, first: Tick, last: Tick, clock: EpochClock?)] = []
        for epoch in Set(try await store.segments(recording: recording.id).map(\.epoch)).sorted() {
            let fragments = try await store.fragments(recording: recording.id, epoch: epoch)
            guard let head = fragments.first, let tail = fragments.last else { continue }
            spans.append((epoch, head.firstTick, tail.lastTick, clocks.first { $0.epoch == epoch }))
        }
        self.spans = spans
    }

    /// The last frame's place.
    package var end: FootagePosition {
        spans.last.map { FootagePosition(epoch: $0.epoch, tick: $0.last) } ?? first
    }

    /// The place so many nanoseconds of media time after the first frame.
    ///
    /// Time between epochs does not count.
    package func position(offset nanoseconds: Int64) -> FootagePosition {
        var left = Tick(nanoseconds: nanoseconds).rawValue
        var place = FootagePosition(epoch: first.epoch, tick: first.tick + left)
        for span in spans {
            place = FootagePosition(epoch: span.epoch, tick: span.first + left)
            if left <= span.last - span.first { break }
            left -= span.last - span.first
        }
        return place
    }

    /// The place at a moment in UTC, in nanoseconds since 1970.
    package func position(utc: Int64) -> FootagePosition {
        for span in spans {
            guard let clock = span.clock else { continue }
            let tick = clock.tick + Tick(nanoseconds: utc - clock.utc).rawValue
            if tick <= span.last { return FootagePosition(epoch: span.epoch, tick: tick) }
        }
        guard let last = spans.last else { return first }
        return FootagePosition(epoch: last.epoch, tick: last.last + 1)
    }
}
