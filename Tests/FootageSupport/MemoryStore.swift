// SPDX-License-Identifier: Apache-2.0
package import Media

@testable package import Footage

/// A store of footage in memory: the contract of a store in its simplest form, without persistence.
package actor MemoryStore: FootageArchive {
    struct Segment {
        var row: StoredSegment
        var fragments: [StoredFragment] = []
    }

    package nonisolated let recovery = RecoveryReport()
    var known: [String: Recording] = [:]
    var clocks: [String: [Int: EpochClock]] = [:]
    var comparisons: [ClockComparison] = []
    var found: [String: [Gap]] = [:]
    /// By number, in the order of creation.
    var segments: [Int64: Segment] = [:]
    var bytes: [Digest: [UInt8]] = [:]
    private var nextSegment: Int64 = 1
    private var isClosed = false

    /// An empty store.
    package init() {}

    package func append(_ entries: [FragmentEntry], gaps: [Gap]) throws -> [StoredFragment] {
        try checkOpen()
        for entry in entries {
            guard known[entry.recording] != nil else { throw FootageError.notFound("recording \(entry.recording)") }
            guard let stored = stored(entry.recording, entry.id) else { continue }
            let isReplaced = stored.source == .unconfirmed && entry.source != .unconfirmed
            guard isReplaced || entry.source == .unconfirmed || stored.digest == entry.fragment.digest else {
                throw FootageError.conflict(
                    recording: entry.recording, epoch: entry.epoch, sequence: entry.fragment.sequence)
            }
        }
        try add(gaps)
        return entries.filter { known[$0.recording]?.deletedThrough?.isBehind($0) != true }.map(store)
    }

    private func store(_ entry: FragmentEntry) -> StoredFragment {
        if let stored = stored(entry.recording, entry.id) {
            guard stored.source == .unconfirmed, entry.source != .unconfirmed else { return stored }
            segments[stored.segment.id] = nil
        }
        let id = segment(for: entry)
        var segment = segments[id] ?? Segment(row: StoredSegment(entry, id: id, part: 0, path: "\(id)"))
        let offset = segment.fragments.isEmpty ? entry.format.bytes.count : segment.row.byteCount
        let fragment = StoredFragment(entry, in: segment.row, at: offset)
        segment.row = segment.row.with(
            byteCount: offset + fragment.byteCount, isClosed: segment.row.isClosed || entry.source == .unconfirmed)
        segment.fragments.append(fragment)
        segments[id] = segment
        (bytes[fragment.digest], bytes[entry.format.digest]) = (entry.fragment.bytes, entry.format.bytes)
        fill(entry)
        return stored(entry.recording, entry.id) ?? fragment
    }

    /// The open segment that a fragment continues, or a new one.
    private func segment(for entry: FragmentEntry) -> Int64 {
        if entry.source != .unconfirmed {
            for (id, segment) in segments.sorted(by: { $0.key < $1.key }) where !segment.row.isClosed {
                guard segment.row.recording == entry.recording, segment.row.epoch == entry.epoch,
                    segment.row.number == entry.segment, segment.row.base == entry.fragment.base,
                    segment.row.format == entry.format.digest,
                    segment.fragments.last?.id.sequence == entry.fragment.sequence - 1
                else { continue }
                return id
            }
            // The camera has begun its next segment: the earlier ones are complete.
            for (id, segment) in segments
            where segment.row.recording == entry.recording
                && (segment.row.epoch, segment.row.number) < (entry.epoch, entry.segment)
            {
                close(id)
            }
        }
        defer { nextSegment += 1 }
        return nextSegment
    }

    private func fill(_ entry: FragmentEntry) {
        found[entry.recording] = found[entry.recording, default: []].flatMap { gap in
            let isFilled =
                gap.epoch == entry.epoch && gap.before != nil
                && gap.sequences?.contains(entry.fragment.sequence) ?? false
            return isFilled ? gap.without(entry) : [gap]
        }
    }

    package func bytes(of fragment: StoredFragment) throws -> [UInt8] {
        try checkOpen()
        guard let bytes = bytes[fragment.digest] else { throw FootageError.notFound("fragment \(fragment.id)") }
        return bytes
    }

    package func samples(of fragments: [StoredFragment]) throws -> [[FragmentReader.Sample]] {
        try fragments.map { try FragmentReader(bytes(of: $0)).samples }
    }

    package func initSegment(_ digest: Digest) throws -> [UInt8]? {
        try checkOpen()
        return bytes[digest]
    }

    package func goneFootage(recording: String) -> [Gap] { [] }

    package nonisolated func location(of segment: StoredSegment) -> String { segment.path }

    package func verify(
        recording id: String, progress: @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> Verification {
        throw FootageError.invalid("a store in memory is held to nothing")
    }

    package func delete(recording id: String) throws {
        try checkOpen()
        guard known.removeValue(forKey: id) != nil else { throw FootageError.notFound("recording \(id)") }
        found[id] = nil
        segments = segments.filter { $0.value.row.recording != id }
    }

    package func close() throws {
        try checkOpen()
        isClosed = true
    }

    /// Throws after the store was closed.
    func checkOpen() throws {
        guard !isClosed else { throw FootageError.readOnly("a store that was closed") }
    }

    /// Closes a segment, so that no fragment is appended to it.
    func close(_ id: Int64) {
        guard let segment = segments[id] else { return }
        segments[id]?.row = segment.row.with(byteCount: segment.row.byteCount, isClosed: true)
    }

    /// All fragments of a recording in the order of capture, each with the current state of its segment.
    func all(_ recording: String) -> [StoredFragment] {
        segments.values.filter { $0.row.recording == recording }.flatMap { segment in
            segment.fragments.map { $0.in(segment.row) }
        }.sorted { $0.id < $1.id }
    }

    func stored(_ recording: String, _ id: FragmentID) -> StoredFragment? {
        all(recording).first { $0.id == id }
    }
}

extension StoredSegment {
    fileprivate func with(byteCount: Int, isClosed: Bool) -> StoredSegment {
        StoredSegment(
            id: id, recording: recording, epoch: epoch, number: number, part: part, base: base, format: format,
            path: path, width: width, height: height, codec: codec, byteCount: byteCount, isClosed: isClosed)
    }
}

extension StoredFragment {
    fileprivate func `in`(_ segment: StoredSegment) -> StoredFragment {
        StoredFragment(
            id: id, recording: recording, segment: segment, offset: offset, byteCount: byteCount,
            firstTick: firstTick, lastTick: lastTick, frames: frames, isSync: isSync, digest: digest,
            captured: captured, total: total, received: received, source: source, persistedAt: persistedAt)
    }
}
