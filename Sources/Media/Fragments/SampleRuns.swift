// SPDX-License-Identifier: Apache-2.0

/// Collects the samples of a fragment's `trun` boxes (ISO 14496-12 8.8.8).
struct SampleRuns {
    /// The first byte of `moof`, from which the positions in the boxes count.
    let origin: Int
    /// The size of the whole fragment; no sample may end after it.
    let reach: Int
    private(set) var samples: [FragmentReader.Sample] = []

    /// A box may claim four thousand million samples without a byte for each; no fragment of 16 MB has so many.
    private static let maximumSamples = 100_000

    init(origin: Int, reach: Int) {
        self.origin = origin
        self.reach = reach
    }

    mutating func append(
        _ body: inout BoxReader,
        _ defaults: TrackDefaults,
        startingAt start: Int64
    ) throws(MediaError) {
        let bits = try body.u32()
        let count = try Int(body.u32())
        guard count <= Self.maximumSamples - samples.count else {
            throw .malformed("a fragment that claims \(count) frames")
        }
        var position = samples.last?.range.upperBound ?? origin
        if bits & 0x001 != 0 { position = try origin + Int(Int32(bitPattern: body.u32())) }
        var firstFlags = bits & 0x004 != 0 ? try body.u32() : nil
        var time = samples.last.map { $0.time + $0.duration } ?? start
        for _ in 0..<count {
            let duration = bits & 0x100 != 0 ? try Int64(body.u32()) : defaults.duration ?? 0
            let size = bits & 0x200 != 0 ? try Int(body.u32()) : defaults.size ?? 0
            let flags = bits & 0x400 != 0 ? try body.u32() : firstFlags ?? defaults.flags
            firstFlags = nil
            if bits & 0x800 != 0 { try body.skip(4) }
            guard size > 0, position >= 0, size <= reach - position else {
                throw .malformed("a fragment with a frame of \(size) bytes at byte \(position), outside of it")
            }
            samples.append(
                FragmentReader.Sample(
                    time: time,
                    duration: duration,
                    isSync: flags & 0x0001_0000 == 0,
                    range: position..<(position + size)
                )
            )
            position += size
            time += duration
        }
    }
}
