// SPDX-License-Identifier: Apache-2.0
package import Media

@testable package import Footage

extension MemoryStore {
    package func open(_ recording: Recording) throws {
        try checkOpen()
        guard !recording.id.isEmpty, !recording.id.hasPrefix("."), !recording.id.contains("/") else {
            throw FootageError.invalid("recording id `\(recording.id)`")
        }
        guard let existing = known[recording.id] else {
            var new = Recording(
                id: recording.id, camera: recording.camera, cameraName: recording.cameraName,
                transport: recording.transport, codec: recording.codec, startedAt: recording.startedAt,
                stoppedAt: recording.stoppedAt, state: recording.state)
            (new.begin, new.end) = (nil, nil)
            known[recording.id] = new
            return
        }
        guard existing.camera == recording.camera else {
            throw FootageError.invalid("recording id `\(recording.id)`: it belongs to another camera")
        }
        try update(recording)
    }

    package func recordings() throws -> [Recording] {
        try checkOpen()
        return known.values.sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
    }

    package func recording(_ id: String) throws -> Recording? {
        try checkOpen()
        return known[id]
    }

    package func summary(recording id: String) throws -> RecordingSummary? {
        try checkOpen()
        guard let recording = known[id] else { return nil }
        let fragments = all(id)
        let epochs = Dictionary(grouping: fragments, by: \.id.epoch)
        func frames(_ source: FragmentSource) -> Int {
            fragments.filter { $0.source == source }.reduce(0) { $0 + $1.frames }
        }
        let last = fragments.max { ($0.id.epoch, $0.segment.number) < ($1.id.epoch, $1.segment.number) }
        let first = epochs.keys.min().flatMap { epoch in
            epochs[epoch]?.map(\.firstTick).min().map { FootagePosition(epoch: epoch, tick: $0) }
        }
        return RecordingSummary(
            recording: recording, fragments: fragments.count, frames: fragments.reduce(0) { $0 + $1.frames },
            captured: fragments.reduce(0) { $0 + $1.captured }, received: fragments.reduce(0) { $0 + $1.received },
            backfilled: frames(.backfill), unconfirmed: frames(.unconfirmed),
            byteCount: segments.values.filter { $0.row.recording == id }.reduce(0) { $0 + $1.row.byteCount },
            gaps: found[id]?.count ?? 0,
            duration: epochs.values.reduce(0) { sum, part in
                let (first, last) = (part.map(\.firstTick).min(), part.map(\.lastTick).max())
                let end = part.max { $0.id.sequence < $1.id.sequence }
                return sum + (last.flatMap { last in first.map { last - $0 } } ?? 0)
                    + (end.map { Tick.interval(of: $0.frames, from: $0.firstTick, to: $0.lastTick) } ?? 0)
            },
            first: first,
            firstCapturedAt: try first.flatMap { first in
                try clocks(camera: recording.camera).last { $0.epoch == first.epoch }?.utc(of: first.tick)
            },
            last: epochs.keys.max().flatMap { epoch in
                epochs[epoch]?.map(\.lastTick).max().map { FootagePosition(epoch: epoch, tick: $0) }
            },
            width: last?.segment.width, height: last?.segment.height,
            formats: epochs.sorted { $0.key < $1.key }.reduce(into: []) { formats, epoch in
                guard let newest = epoch.value.max(by: { $0.segment.number < $1.segment.number })?.segment else {
                    return
                }
                let format = "\(newest.codec.rawValue) \(newest.width)x\(newest.height)"
                if !formats.contains(format) { formats.append(format) }
            },
            codec: last?.segment.codec)
    }

    package func update(_ recording: Recording) throws {
        try checkOpen()
        guard var row = known[recording.id], row.camera == recording.camera else {
            throw FootageError.notFound("recording \(recording.id)")
        }
        (row.cameraName, row.transport, row.codec) = (recording.cameraName, recording.transport, recording.codec)
        (row.stoppedAt, row.state) = (recording.stoppedAt, recording.state)
        known[recording.id] = row
        if row.state == .stopped { closeSegments { $0 == recording.id } }
    }

    package func setLocked(_ isLocked: Bool, recording id: String) throws -> Bool {
        try checkOpen()
        known[id]?.isLocked = isLocked
        return known[id] != nil
    }

    package func setState(
        _ state: Recording.State, recording id: String, from states: Set<Recording.State>, at time: Int64?
    ) throws -> Bool {
        try checkOpen()
        guard let row = known[id], states.contains(row.state) else { return false }
        known[id]?.state = state
        known[id]?.stoppedAt = row.stoppedAt ?? time
        return true
    }

    package func stop(recording id: String, at time: Int64) throws -> Bool {
        closeSegments { $0 == id }
        return try setState(.stopped, recording: id, from: [.recording, .stopping], at: time)
    }

    package func endRecordings(of camera: String, before current: String, epoch: Int, at time: Int64) throws {
        try checkOpen()
        let ended = known.values.filter {
            $0.camera == camera && ($0.id.count, $0.id) < (current.count, current)
        }.map(\.id)
        closeSegments { ended.contains($0) }
        for id in ended {
            if known[id]?.state != .stopped {
                known[id]?.state = .stopped
                known[id]?.stoppedAt = time
            }
            if all(id).isEmpty {
                known[id] = nil
                found[id] = nil
            }
        }
        let kept = Set(known.values.filter { $0.camera == camera }.flatMap { all($0.id).map(\.id.epoch) })
        clocks[camera] = clocks[camera]?.filter { $0.key >= epoch || kept.contains($0.key) }
    }

    private func closeSegments(of isMeant: (String) -> Bool) {
        for (id, segment) in segments where isMeant(segment.row.recording) { close(id) }
    }

    package func begin(recording id: String, at edge: RecordingEdge) throws {
        try checkOpen()
        guard let begin = known[id]?.begin else {
            known[id]?.begin = edge
            return
        }
        if begin.total == nil, begin.after == edge.after { known[id]?.begin = edge }
    }

    package func begin(recording id: String, at edge: RecordingEdge, insteadOf old: RecordingEdge) throws {
        try checkOpen()
        if known[id]?.begin?.after == old.after { known[id]?.begin = edge }
    }

    package func set(_ stop: RecordingStop, of recording: String) throws {
        try checkOpen()
        if known[recording]?.state == .recording { known[recording]?.stop = stop }
    }

    package func end(recording id: String, at edge: RecordingEdge) throws {
        try checkOpen()
        known[id]?.end = edge
        found[id]?.removeAll(where: edge.isBefore)
    }

    package func set(_ clocks: [EpochClock]) throws {
        try checkOpen()
        for clock in clocks { self.clocks[clock.camera, default: [:]][clock.epoch] = clock }
    }

    package func clocks(camera: String) throws -> [EpochClock] {
        try checkOpen()
        return (clocks[camera] ?? [:]).values.sorted { $0.epoch < $1.epoch }
    }

    package func add(_ comparison: ClockComparison) throws {
        try checkOpen()
        let ids = known.values.filter { $0.camera == comparison.camera }.map(\.id)
        let first = ids.flatMap { all($0).map(\.id.epoch) }.min() ?? 0
        comparisons = comparisons.filter {
            $0.camera != comparison.camera
                || $0.epoch >= first && ($0.epoch, $0.tick) != (comparison.epoch, comparison.tick)
        }
        comparisons.append(comparison)
    }

    package func comparisons(camera: String, epochs: ClosedRange<Int>) throws -> [ClockComparison] {
        try checkOpen()
        return comparisons.filter { $0.camera == camera && epochs.contains($0.epoch) }
            .sorted { ($0.epoch, $0.tick) < ($1.epoch, $1.tick) }
    }

    package func silence(camera: String) throws {
        try checkOpen()
        for (epoch, clock) in clocks[camera] ?? [:] where clock.account?.ended == .running {
            clocks[camera]?[epoch]?.account?.ended = .unheard
        }
    }

    package func add(_ gaps: [Gap]) throws {
        try checkOpen()
        for gap in gaps where known[gap.recording] == nil {
            throw FootageError.notFound("recording \(gap.recording)")
        }
        for gap in gaps where known[gap.recording]?.deletedThrough?.isBehind(gap) != true {
            func index(of gap: Gap) -> Int? {
                found[gap.recording]?.firstIndex {
                    ($0.epoch, $0.firstTick, $0.lastTick, $0.reason)
                        == (gap.epoch, gap.firstTick, gap.lastTick, gap.reason)
                }
            }
            var gap = gap
            while let other = index(of: gap), let known = found[gap.recording]?[other], gap.isOther(than: known) {
                gap = gap.apart
            }
            let same = index(of: gap)
            if let same {
                found[gap.recording]?[same] = gap
            } else {
                found[gap.recording, default: []].append(gap)
            }
        }
    }

    package func gaps(recording: String) throws -> [Gap] {
        try checkOpen()
        return (found[recording] ?? []).enumerated().sorted {
            ($0.element.epoch, $0.element.firstTick, $0.offset) < ($1.element.epoch, $1.element.firstTick, $1.offset)
        }.map(\.element)
    }
}
