// SPDX-License-Identifier: Apache-2.0

/// Cuts access units into fragments and segments.
///
/// A fragment ends before the first key frame 1 s or more after its start (before any key frame, if a segment was requested), or
/// without one after 4 s or 16.8 MB; then the next fragment is marked non-sync. A segment ends before the first sync fragment 60 s
/// or more after its start, or behind as many bytes as it is allowed, and at once when the format changes.
package struct Fragmenter: Sendable {
    /// The limits at which to cut.
    package struct Limits: Equatable, Sendable {
        /// Ticks after which a key frame starts a new fragment.
        package var minimumDuration: Int64
        /// Ticks after which any frame starts a new fragment.
        package var maximumDuration: Int64
        /// The most bytes of frames in a fragment; a single larger frame is a fragment of its own.
        package var maximumBytes: Int
        /// Ticks after which a sync fragment starts a new segment.
        package var segmentDuration: Int64
        /// Bytes of frames after which a sync fragment starts a new segment.
        package var segmentBytes: Int

        /// The limits of the design: 1 s, 4 s, 16.8 MB, 60 s, however many bytes.
        package init(
            minimumDuration: Int64 = Tick.perSecond,
            maximumDuration: Int64 = 4 * Tick.perSecond,
            maximumBytes: Int = 16 << 20,
            segmentDuration: Int64 = 60 * Tick.perSecond,
            segmentBytes: Int = .max
        ) {
            self.minimumDuration = minimumDuration
            self.maximumDuration = maximumDuration
            self.maximumBytes = maximumBytes
            self.segmentDuration = segmentDuration
            self.segmentBytes = segmentBytes
        }
    }

    /// What a fragment in progress will be, as far as it is known from its first frame on.
    package struct Opening: Sendable, Equatable {
        /// The number that it gets.
        package let sequence: Int
        /// The number of its segment.
        package let segment: Int
        /// The first tick of its segment.
        package let base: Tick
        /// Its first tick.
        package let firstTick: Tick
        /// The format of its frames.
        package let format: VideoFormat

        /// A fragment of these values.
        package init(sequence: Int, segment: Int, base: Tick, firstTick: Tick, format: VideoFormat) {
            (self.sequence, self.segment, self.base) = (sequence, segment, base)
            (self.firstTick, self.format) = (firstTick, format)
        }
    }

    /// The number of units dropped because no key frame with a known format had come yet.
    package private(set) var leadIn = 0
    /// The number that the next fragment gets.
    package private(set) var nextSequence: Int
    /// The number of the current segment; 0 before the first.
    package private(set) var segment = 0

    private let nominalInterval: Int64
    private let limits: Limits
    private var base = Tick(rawValue: 0)
    private var format: VideoFormat?
    private var units: [AccessUnit] = []
    private var size = 0
    private var segmentSize = 0
    private var wantsSegment = false

    /// A fragmenter at the start of an epoch; `nominalInterval` is the announced time between frames, in ticks.
    package init(nominalInterval: Int64, limits: Limits = Limits(), firstSequence: Int = 1) {
        self.nominalInterval = min(max(nominalInterval, 1), Int64(UInt32.max))
        self.limits = limits
        nextSequence = firstSequence
    }

    /// Adds the next frame and returns the fragment that ended before it, if one did.
    ///
    /// Throws `outOfOrder` for a tick that does not grow, and the errors of `Fragment.init`; the frame was then not added.
    package mutating func push(_ next: FormattedAccessUnit) throws(MediaError) -> ClosedFragment? {
        let unit = next.unit
        guard let current = format, let first = units.first, let last = units.last else {
            begin(next)
            return nil
        }
        guard unit.tick > last.tick else { throw .outOfOrder(previous: last.tick, tick: unit.tick) }
        let elapsed = unit.tick - first.tick
        let changes = next.format.map { $0 != current } ?? false
        let isDue =
            changes
            || unit.isSync && (wantsSegment || elapsed >= limits.minimumDuration)
            || elapsed >= limits.maximumDuration
            || size + unit.bytes.count > limits.maximumBytes
        guard isDue else {
            append(unit)
            return nil
        }
        let closed = try cut(windowEnd: unit.tick)
        if changes {
            format = next.format
            startSegment(at: unit.tick)
        } else if unit.isSync
            && (wantsSegment || unit.tick - base >= limits.segmentDuration || segmentSize >= limits.segmentBytes)
        {
            startSegment(at: unit.tick)
        }
        append(unit)
        return closed
    }

    /// The fragment in progress; nil if there is none.
    package var opening: Opening? {
        guard let format, let first = units.first else { return nil }
        return Opening(sequence: nextSequence, segment: segment, base: base, firstTick: first.tick, format: format)
    }

    /// Makes the next fragment that begins with a key frame the first of a new segment: files that begin there play from 0.
    package mutating func beginSegment() {
        wantsSegment = true
    }

    /// Returns the fragment in progress, at the end of a capture; a later frame starts a new segment.
    package mutating func close() -> ClosedFragment? {
        // Each unit was checked when it was added, so this fragment can be written.
        let closed = try? cut(windowEnd: nil)
        format = nil
        return closed
    }

    private mutating func begin(_ next: FormattedAccessUnit) {
        guard next.unit.isSync, let format = next.format else {
            leadIn += 1
            return
        }
        self.format = format
        startSegment(at: next.unit.tick)
        append(next.unit)
    }

    private mutating func startSegment(at tick: Tick) {
        segment += 1
        base = tick
        segmentSize = 0
        wantsSegment = false
    }

    private mutating func append(_ unit: AccessUnit) {
        units.append(unit)
        size += unit.bytes.count
        segmentSize += unit.bytes.count
    }

    private mutating func cut(windowEnd: Tick?) throws(MediaError) -> ClosedFragment? {
        guard let format, !units.isEmpty else { return nil }
        let fragment = try Fragment(
            sequence: nextSequence,
            base: base,
            units: units,
            nominalInterval: nominalInterval
        )
        nextSequence += 1
        units.removeAll(keepingCapacity: true)
        size = 0
        return ClosedFragment(fragment: fragment, segment: segment, format: format, windowEnd: windowEnd)
    }
}
