// SPDX-License-Identifier: Apache-2.0
package import Footage
package import Media
package import Wire

/// Converts media time and UTC to epochs and ticks of a recording, and back.
package struct RecordingTimeline: Sendable {
    private let recording: Recording
    private let stretches: [FootageStretch]
    private let gaps: [Gap]
    private let clocks: EpochClocks
    /// The position of the first frame.
    package let start: FootagePosition
    private let spans: [Span]

    /// How much later than the end of an epoch a moment may be that means it, in ticks: moments are written in milliseconds.
    private static let tolerance: Int64 = 45

    /// How many epochs before and behind a recording may tell its clock.
    private static let beside = 8

    /// The frames of one epoch.
    private struct Span {
        let epoch: Int
        let first: Tick
        var last: Tick
        /// When the last frame ends: by its own duration, or sooner with the first frame of the next epoch.
        var end: Tick
        /// The ticks from the first frame of the recording to the first one of the epoch, as players and exports count them.
        let start: Int64
        /// When the last frame ends, and at the earliest one tick after it.
        var close: Tick { max(end, last + 1) }
    }

    /// Reads a recording's stretches and the clocks of their epochs.
    package init(_ recording: Recording, in store: any FootageArchive) async throws {
        self.recording = recording
        stretches = try await store.stretches(recording: recording.id)
        gaps = try await store.gaps(recording: recording.id).joined
        guard let first = stretches.first else {
            let yet = recording.state == .stopped ? "" : " yet"
            throw FootageError.notFound("footage in recording \(recording.id)\(yet)")
        }
        start = FootagePosition(epoch: first.epoch, tick: first.firstTick)
        let clocks = EpochClocks(try await store.clocks(camera: recording.camera))
        self.clocks = clocks
        spans = stretches.reduce(into: []) { spans, stretch in
            let (first, latest, end) = (stretch.firstTick, stretch.lastTick, stretch.end)
            if let last = spans.indices.last, spans[last].epoch == stretch.epoch {
                (spans[last].last, spans[last].end) = (latest, end)
                return
            }
            var start: Int64 = 0
            if let last = spans.indices.last {
                let span = spans[last]
                let pause = clocks.elapsed(
                    from: FootagePosition(epoch: span.epoch, tick: span.last), lasting: span.end - span.last,
                    to: FootagePosition(epoch: stretch.epoch, tick: first))
                spans[last].end = min(span.end, span.last + pause)
                start = span.start + (span.last - span.first) + pause
            }
            spans.append(Span(epoch: stretch.epoch, first: first, last: latest, end: end, start: start))
        }
    }

    /// The timeline of a recording; nil if it has no footage.
    package static func whole(
        _ recording: Recording, in store: any FootageArchive
    ) async throws -> RecordingTimeline? {
        do {
            return try await RecordingTimeline(recording, in: store)
        } catch FootageError.notFound {
            return nil
        }
    }

    /// The name that the camera had.
    package var cameraName: String { recording.cameraName }

    /// The position of the last frame.
    package var end: FootagePosition {
        spans.last.map { FootagePosition(epoch: $0.epoch, tick: $0.last) } ?? start
    }

    /// Where each part of one format begins, and the bytes of its footage.
    package var parts: [(begin: FootagePosition, bytes: Int)] {
        var parts: [(begin: FootagePosition, bytes: Int)] = []
        var format: Digest?
        for stretch in stretches {
            if stretch.format != format {
                parts.append((FootagePosition(epoch: stretch.epoch, tick: stretch.firstTick), 0))
                format = stretch.format
            }
            parts[parts.count - 1].bytes += stretch.byteCount
        }
        return parts
    }

    /// The position at which the last frame ends; a frame alone ends at once.
    package var close: FootagePosition {
        spans.last.map { FootagePosition(epoch: $0.epoch, tick: $0.close) } ?? start
    }

    /// Whether a frame is shown in a range: not if it lies in a gap.
    package func hasFrames(from: FootagePosition, to: FootagePosition) -> Bool {
        stretches.contains { stretch in
            FootagePosition(epoch: stretch.epoch, tick: stretch.firstTick) < to
                && from < FootagePosition(epoch: stretch.epoch, tick: max(stretch.end, stretch.lastTick + 1))
        }
    }

    /// The position at an offset from the first frame, in nanoseconds.
    ///
    /// The time between two epochs counts, by UTC, as in the player and in exports. A moment between them is one before the first
    /// frame of the later one. Where frames are missing at the end of an epoch, it still belongs to that one.
    ///
    /// - Parameter isEnd: whether it is the end of a range, which is no part of it: at the end of an epoch it belongs to that one.
    package func position(offset nanoseconds: Int64, isEnd: Bool = false) -> FootagePosition {
        let offset = Tick(nanoseconds: nanoseconds).rawValue
        let limit = isEnd ? Self.tolerance + 1 : 0
        let found = spans.first { offset < $0.start + ($0.end - $0.first) + limit } ?? spans.last
        guard let span = found else { return start }
        let place = FootagePosition(epoch: span.epoch, tick: span.first + (offset - span.start))
        return settled(place, limit) { epoch in utc(at: place).flatMap { clocks[epoch]?.tick(at: $0) } }
    }

    /// The moment of a position in UTC, in nanoseconds since 1970; nil if the clock of its epoch is unknown.
    package func utc(at position: FootagePosition) -> Int64? {
        clocks[position.epoch]?.utc(of: position.tick)
    }

    /// The position at a moment in UTC by the camera's clock, in nanoseconds since 1970.
    ///
    /// - Parameter isEnd: whether it is the end of a range, which is no part of it.
    package func position(utc: Int64, isEnd: Bool = false) -> FootagePosition {
        position(isEnd) { clocks[$0]?.tick(at: utc) }
    }

    /// The position at a moment in UTC by the clock of several cameras, in nanoseconds since 1970.
    package func position(utc: Int64, by clock: CommonClock, isEnd: Bool = false) -> FootagePosition {
        position(isEnd) { clock.tick(at: utc, in: $0) }
    }

    /// The recorder's clock, by which cameras are compared, for the epochs of this recording.
    package func commonClock(in store: any FootageArchive) async throws -> CommonClock {
        CommonClock(
            try await store.clocks(camera: recording.camera),
            try await store.comparisons(
                camera: recording.camera,
                epochs: start.epoch - Self.beside...max(start.epoch, end.epoch) + Self.beside))
    }

    /// The position of a moment, from its tick in each epoch: in the first one that does not end before it.
    private func position(_ isEnd: Bool, _ tick: (_ epoch: Int) -> Tick?) -> FootagePosition {
        let limit = isEnd ? Self.tolerance + 1 : 0
        for span in spans {
            guard let place = tick(span.epoch), place < span.close + limit else { continue }
            if place < span.first, let set = containing(after: span.epoch, tick) { return set }
            return settled(FootagePosition(epoch: span.epoch, tick: place), limit, tick)
        }
        guard let last = spans.last, let tick = tick(last.epoch) else { return close }
        return min(FootagePosition(epoch: last.epoch, tick: tick), close)
    }

    /// The position of a moment in the newest epoch with frames around it, after one that begins later by a clock that was then set back.
    private func containing(after epoch: Int, _ tick: (_ epoch: Int) -> Tick?) -> FootagePosition? {
        for span in spans.reversed() where span.epoch > epoch {
            guard let place = tick(span.epoch), span.first <= place, place < span.close else { continue }
            return FootagePosition(epoch: span.epoch, tick: place)
        }
        return nil
    }

    /// A position before the first stored frame of an epoch: in the earlier epoch, if that lasts so long by its account.
    ///
    /// Frames at the end of an epoch may be missing, and so may whole epochs.
    private func settled(
        _ place: FootagePosition, _ limit: Int64, _ tick: (_ epoch: Int) -> Tick?
    ) -> FootagePosition {
        guard let index = spans.firstIndex(where: { $0.epoch == place.epoch }), index > 0,
            place.tick < spans[index].first
        else { return place }
        for epoch in clocks.epochs where epoch >= spans[index - 1].epoch && epoch < place.epoch {
            guard let end = clocks.end(of: epoch), let tick = tick(epoch), tick < end.tick + limit else { continue }
            return FootagePosition(epoch: epoch, tick: tick)
        }
        return place
    }

    /// The timeline in the API's form, without epochs whose clock is unknown.
    ///
    /// - Parameter damage: gaps of footage that is in the catalog and cannot be read.
    package func description(by common: CommonClock, damage: [Gap] = []) -> FootageTimeline {
        FootageTimeline(
            id: recording.id, camera: recording.camera, cameraName: recording.cameraName,
            parts: stretches.compactMap { stretch in
                span(stretch.epoch, stretch.firstTick, stretch.lastTick).map {
                    FootageTimeline.Part(
                        from: $0.lowerBound, to: $0.upperBound,
                        recorderFrom: common.compared(stretch.epoch, stretch.firstTick),
                        recorderTo: common.compared(stretch.epoch, stretch.lastTick), origin: .init(stretch.source),
                        epoch: stretch.epoch,
                        firstTick: stretch.firstTick.rawValue, lastTick: stretch.lastTick.rawValue,
                        frames: stretch.frames, bytes: Int64(stretch.byteCount), format: stretch.format.hex,
                        codec: stretch.codec.rawValue, width: stretch.width, height: stretch.height)
                }
            },
            gaps: gaps.with(damage).joined.compactMap { gap in
                span(gap.epoch, gap.firstTick, gap.lastTick).map {
                    FootageTimeline.Hole(
                        from: min($0.lowerBound, end(before: gap) ?? $0.lowerBound), to: $0.upperBound,
                        reason: gap.reason.rawValue, frames: gap.frames, isUncounted: gap.isUncounted ? true : nil)
                }
            })
    }

    /// The end of the previous epoch in nanoseconds since 1970 UTC, if a gap is the time between two epochs.
    ///
    /// It is the end of its account, or of the frames that are stored if there are more.
    private func end(before gap: Gap) -> Int64? {
        guard gap.isBetweenEpochs else { return nil }
        let stored = spans.last { $0.epoch < gap.epoch }.map { FootagePosition(epoch: $0.epoch, tick: $0.end) }
        return [stored, clocks.end(before: gap)].compactMap(\.self).max().flatMap(utc(at:)).map { Bounds.UTC.clamp($0) }
    }

    /// A range of ticks in UTC, in nanoseconds since 1970.
    private func span(_ epoch: Int, _ first: Tick, _ last: Tick) -> ClosedRange<Int64>? {
        clocks[epoch].map { clock in
            let start = Bounds.UTC.clamp(clock.utc(of: first))
            return start...max(start, Bounds.UTC.clamp(clock.utc(of: last)))
        }
    }
}

extension CommonClock {
    /// A moment by the recorder's clock, in nanoseconds since 1970; nil if it was not compared in this epoch.
    fileprivate func compared(_ epoch: Int, _ tick: Tick) -> Int64? {
        let moment = moment(at: FootagePosition(epoch: epoch, tick: tick))
        return moment.flatMap { $0.isCompared ? Bounds.UTC.clamp($0.utc) : nil }
    }
}

extension FootageTimeline.Origin {
    fileprivate init(_ source: FragmentSource) {
        switch source {
        case .live, .capture: self = .live
        case .backfill: self = .backfilled
        case .unconfirmed: self = .unconfirmed
        }
    }
}

extension FootageStretch {
    /// When its last frame ends; that of a frame alone is when it begins.
    fileprivate var end: Tick { lastTick + Tick.interval(of: frames, from: firstTick, to: lastTick) }
}
