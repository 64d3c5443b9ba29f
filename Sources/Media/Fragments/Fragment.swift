// SPDX-License-Identifier: Apache-2.0

/// Consecutive access units as one `moof` and one `mdat`: the unit of durability, digest, acknowledgement and backfill.
///
/// A pure function of (sequence, base, units, nominal interval), so that camera and recorder make equal bytes, which a digest
/// proves. Written by hand because no muxer guarantees that.
package struct Fragment: Sendable, Equatable {
    /// The number of the fragment within its epoch, 1...4294967295 (`mfhd`).
    package let sequence: Int
    /// The first tick of the camera's segment; times in the fragment count from here.
    package let base: Tick
    /// The capture time of the first frame.
    package let firstTick: Tick
    /// The capture time of the last frame.
    package let lastTick: Tick
    /// The number of frames.
    package let frames: Int
    /// Whether a decoder can start with the first frame.
    package let isSync: Bool
    /// The `moof` and `mdat` boxes.
    package let bytes: [UInt8]
    /// SHA-256 of `bytes`.
    package let digest: Digest

    /// Sample flags of ISO 14496-12 8.8.3.1: depends on no other; depends on others and is no sync sample.
    static let syncFlags = 0x0200_0000
    static let nonSyncFlags = 0x0101_0000

    /// Writes access units as a fragment.
    ///
    /// Each frame lasts until the next; the last as long as the one before it, and a single one `nominalInterval` ticks. Throws
    /// `invalid` without units, for ticks that do not grow or come before `base`, and for numbers that do not fit their boxes.
    package init(
        sequence: Int,
        base: Tick,
        units: [AccessUnit],
        nominalInterval: Int64
    ) throws(MediaError) {
        guard let first = units.first, let last = units.last else { throw .invalid("a fragment without frames") }
        guard (1...Int(UInt32.max)).contains(sequence) else { throw .invalid("fragment sequence \(sequence)") }
        guard first.tick >= base else {
            throw .invalid("a fragment that starts at tick \(first.tick), before its segment's base \(base)")
        }
        let durations = try Self.durations(units, nominalInterval)
        let size = units.reduce(0) { $0 + $1.bytes.count }
        let header = Self.headerSize(frames: units.count)
        guard units.allSatisfy({ !$0.bytes.isEmpty }), header + size <= Int(Int32.max) else {
            throw .invalid("a fragment of \(size) bytes, or with an empty frame")
        }

        var writer = BoxWriter(reserving: header + size)
        writer.box("moof") {
            // ISO 14496-12 8.8.5 to 8.8.8 and 8.8.12.
            $0.fullBox("mfhd") { $0.u32(sequence) }
            $0.box("traf") {
                $0.fullBox("tfhd", flags: 0x020000) { $0.u32(1) }
                $0.fullBox("tfdt", version: 1) { $0.u64(first.tick - base) }
                $0.fullBox("trun", flags: 0x000701) {
                    $0.u32(units.count)
                    $0.u32(header)
                    for (unit, duration) in zip(units, durations) {
                        $0.u32(Int(duration))
                        $0.u32(unit.bytes.count)
                        $0.u32(unit.isSync ? Self.syncFlags : Self.nonSyncFlags)
                    }
                }
            }
        }
        writer.box("mdat") {
            for unit in units { $0.append(unit.bytes) }
        }

        self.sequence = sequence
        self.base = base
        firstTick = first.tick
        lastTick = last.tick
        frames = units.count
        isSync = first.isSync
        bytes = writer.bytes
        digest = Digest(of: writer.bytes)
    }

    /// Reads a fragment that another node made; `base` is the first tick of its segment.
    ///
    /// Throws `malformed` for bytes that `FragmentReader` refuses, and for times beyond the media clock.
    package init(parsing bytes: [UInt8], base: Tick) throws(MediaError) {
        let reader = try FragmentReader(bytes)
        guard let first = reader.samples.first, let last = reader.samples.last, reader.sequence > 0 else {
            throw .malformed("a fragment without frames or without a number")
        }
        guard !base.rawValue.addingReportingOverflow(last.time).overflow else {
            throw .malformed("a fragment whose times run past the end of the media clock")
        }
        sequence = reader.sequence
        self.base = base
        firstTick = base + first.time
        lastTick = base + last.time
        frames = reader.samples.count
        isSync = first.isSync
        self.bytes = bytes
        digest = Digest(of: bytes)
    }

    /// The size of everything before the first frame: `moof` and the head of `mdat`.
    package static func headerSize(frames: Int) -> Int {
        8 + 16 + 8 + 16 + 20 + 20 + 12 * frames + 8
    }

    private static func durations(
        _ units: [AccessUnit],
        _ nominalInterval: Int64
    ) throws(MediaError) -> [Int64] {
        var durations: [Int64] = []
        durations.reserveCapacity(units.count)
        for index in units.indices.dropFirst() {
            let (previous, tick) = (units[index - 1].tick, units[index].tick)
            guard tick > previous else { throw .outOfOrder(previous: previous, tick: tick) }
            durations.append(tick - previous)
        }
        durations.append(durations.last ?? nominalInterval)
        guard durations.allSatisfy({ (1...Int64(UInt32.max)).contains($0) }) else {
            throw .invalid("a fragment with a frame that lasts more than 13 hours, or no time at all")
        }
        return durations
    }
}
