// SPDX-License-Identifier: Apache-2.0

/// The sample tables of an exported track, built frame by frame: about 16 bytes per frame.
package struct SampleTable {
    /// Consecutive frames of the same duration.
    struct Run {
        var count: UInt32
        let duration: UInt32
    }

    private(set) var runs: [Run] = []
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

    /// Adds a frame that starts `elapsed` ticks after the previous one.
    package mutating func append(size: Int, isSync: Bool, elapsed: Int64) {
        if !sizes.isEmpty { endLast(after: elapsed) }
        sizes.append(UInt32(clamping: size))
        if isSync { syncs.append(UInt32(clamping: sizes.count)) }
        if isChunkDue || chunks.isEmpty { chunks.append((byteCount, 0)) }
        isChunkDue = false
        chunks[chunks.count - 1].count += 1
        byteCount += size
    }

    /// Sets the last frame's duration; returns it clamped to what the table can hold.
    @discardableResult
    package mutating func endLast(after elapsed: Int64) -> Int64 {
        // Some players read durations as signed 32-bit numbers, which limits a frame to 6.6 hours.
        let elapsed = min(max(elapsed, 1), Int64(Int32.max))
        duration += elapsed
        if let last = runs.indices.last, Int64(runs[last].duration) == elapsed, runs[last].count < .max {
            runs[last].count += 1
        } else {
            runs.append(Run(count: 1, duration: UInt32(clamping: elapsed)))
        }
        return elapsed
    }

    /// Writes stts, stss, stsc, stsz and stco or co64 (ISO 14496-12 8.6.1.2, 8.6.2, 8.7); the data starts at `start` in the file.
    package func write(to writer: inout BoxWriter, dataAt start: Int, wide: Bool) {
        writer.fullBox("stts") {
            $0.u32(runs.count)
            for run in runs {
                $0.u32(Int(run.count))
                $0.u32(Int(run.duration))
            }
        }
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
