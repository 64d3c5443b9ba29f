// SPDX-License-Identifier: Apache-2.0

/// The sample tables of an exported track, built frame by frame: about 8 bytes per frame.
package struct SampleTable {
    /// How long each frame lasts, in ticks; the last one's is missing until it is known.
    private var durations: [UInt32] = []
    /// The frames whose duration leads to another epoch.
    private var restarts: Set<Int> = []
    private(set) var sizes: [UInt32] = []
    /// The numbers of the key frames, counted from 1.
    private(set) var syncs: [UInt32] = []
    /// The chunks, one per fragment: their offset in the data and their number of frames.
    package private(set) var chunks: [(offset: Int, count: Int)] = []
    /// The bytes of all frames.
    package private(set) var byteCount = 0
    /// The sum of all durations except the last frame's, which is not yet known.
    package private(set) var duration: Int64 = 0

    private var isChunkDue = true

    /// A table without frames.
    package init() {}

    /// The number of frames.
    package var count: Int { sizes.count }

    /// Starts a new chunk with the next frame; no chunk is ever empty, because players miscount empty ones.
    package mutating func beginChunk() {
        isChunkDue = true
    }

    /// Adds a frame that starts `elapsed` ticks after the previous one; `restarts` if it is the first one of another epoch.
    package mutating func append(size: Int, isSync: Bool, elapsed: Int64, restarts: Bool = false) {
        if !sizes.isEmpty {
            if restarts { self.restarts.insert(sizes.count - 1) }
            endLast(after: elapsed)
        }
        sizes.append(UInt32(clamping: size))
        if isSync { syncs.append(UInt32(clamping: sizes.count)) }
        if isChunkDue || chunks.isEmpty { chunks.append((byteCount, 0)) }
        isChunkDue = false
        chunks[chunks.count - 1].count += 1
        byteCount += size
    }

    /// Sets the last frame's duration in ticks.
    package mutating func endLast(after elapsed: Int64) {
        // A frame lasts at most 6.6 hours, as its place in the file is a signed 32-bit number for some players.
        let elapsed = min(max(elapsed, 1), Int64(Int32.max))
        duration += elapsed
        durations.append(UInt32(clamping: elapsed))
    }

    /// When the frames are shown, once the last frame's duration is set.
    ///
    /// - Parameters:
    ///   - hidden: the number of frames before the shown part, less than all.
    ///   - skipped: the ticks of the first shown frame that lie before the shown part.
    ///   - isCut: whether the last frame ends early.
    package func times(hidden: Int = 0, skipped: Int64 = 0, isCut: Bool = false) -> SampleTimes {
        SampleTimes(durations: durations, restarts: restarts, hidden: hidden, skipped: skipped, isCut: isCut)
    }

    /// The table of the same frames with others in the place of those before a frame; these have a chunk of their own.
    ///
    /// - Parameter units: as many frames as are shown of those that they replace, which are the last ones.
    package func replacingBeginning(upTo end: Int, by units: [(size: Int, isSync: Bool)]) -> SampleTable {
        var table = SampleTable()
        let keyFrames = Set(syncs)
        func add(_ index: Int, _ size: Int, _ isSync: Bool) {
            let before = index - 1
            table.append(
                size: size, isSync: isSync, elapsed: before < 0 ? 0 : Int64(durations[before]),
                restarts: restarts.contains(before))
        }
        for (index, unit) in units.enumerated() { add(end - units.count + index, unit.size, unit.isSync) }
        var index = 0
        for chunk in chunks {
            table.beginChunk()
            for number in index..<(index + chunk.count) where number >= end {
                add(number, Int(sizes[number]), keyFrames.contains(UInt32(number + 1)))
            }
            index += chunk.count
        }
        if let last = durations.last { table.endLast(after: Int64(last)) }
        return table
    }

    /// The ticks before a frame.
    package func start(of frame: Int) -> Int64 {
        durations.prefix(frame).reduce(0) { $0 + Int64($1) }
    }

    /// Writes stts, stss, stsc, stsz and stco or co64 (ISO 14496-12 8.6.1.2, 8.6.2, 8.7); the data starts at `start` in the file.
    package func write(_ times: SampleTimes, to writer: inout BoxWriter, dataAt start: Int, wide: Bool) {
        times.write(to: &writer)
        if syncs.count < sizes.count {
            writer.fullBox("stss") {
                $0.u32(syncs.count)
                for number in syncs { $0.u32(Int(number)) }
            }
        }
        writeChunks(to: &writer)
        writer.fullBox("stsz") {
            $0.u32(0)
            $0.u32(sizes.count)
            for size in sizes { $0.u32(Int(size)) }
        }
        writer.fullBox(wide ? "co64" : "stco") {
            $0.u32(chunks.count)
            for chunk in chunks {
                if wide { $0.u64(Int64(start + chunk.offset)) } else { $0.u32(start + chunk.offset) }
            }
        }
    }

    private func writeChunks(to writer: inout BoxWriter) {
        writer.fullBox("stsc") {
            var entries: [(first: Int, count: Int)] = []
            for (index, chunk) in chunks.enumerated() where entries.last?.count != chunk.count {
                entries.append((index + 1, chunk.count))
            }
            $0.u32(entries.count)
            for entry in entries {
                $0.u32(entry.first)
                $0.u32(entry.count)
                $0.u32(1)
            }
        }
    }
}
