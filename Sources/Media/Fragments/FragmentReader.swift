// SPDX-License-Identifier: Apache-2.0

/// Reads a fragment (`moof` and `mdat`) that this or another writer made.
///
/// Accepts hostile input: the input's size bounds the memory, and every fault throws `malformed` or `unsupported`.
package struct FragmentReader: Sendable {
    /// One frame of a fragment.
    package struct Sample: Equatable, Sendable {
        /// Ticks after the segment's base.
        package let time: Int64
        /// Ticks until the next frame.
        package let duration: Int64
        /// Whether a decoder can start here.
        package let isSync: Bool
        /// The range of the frame's bytes in the fragment.
        package let range: Range<Int>
    }

    /// The fragment's number (`mfhd`).
    package let sequence: Int
    /// The time of the first frame in ticks after the segment's base (`tfdt`).
    package let baseMediaDecodeTime: Int64
    /// The frames in order; never empty.
    package let samples: [Sample]

    /// Reads a fragment; skips boxes before `moof` and after `mdat`.
    package init(_ bytes: [UInt8]) throws(MediaError) {
        try self.init(bytes, reach: bytes.count)
    }

    /// Reads the head of a fragment from its first bytes; `size` is the size of the whole fragment.
    package init(head bytes: [UInt8], of size: Int) throws(MediaError) {
        try self.init(bytes, reach: size)
    }

    private init(_ bytes: [UInt8], reach: Int) throws(MediaError) {
        var top = BoxReader(bytes)
        let moof = try top.first("moof")
        let content = BoxReader(bytes, moof.payload)
        var header = try content.inside("mfhd")
        try header.skip(4)
        sequence = try Int(header.u32())

        var boxes = try content.inside("traf")
        var defaults = TrackDefaults()
        var time: Int64?
        var runs = SampleRuns(origin: moof.start, reach: reach)
        while let box = try boxes.next() {
            var body = BoxReader(bytes, box.payload)
            switch box.type {
            case "tfhd":
                defaults = try TrackDefaults(&body)
            case "tfdt":
                let version = try body.u32() >> 24
                let value = version == 0 ? try UInt64(body.u32()) : try body.u64()
                // Leaves room for the durations added to it.
                guard value < UInt64(1) << 62 else { throw .malformed("a fragment at an impossible time") }
                time = Int64(value)
            case "trun":
                try runs.append(&body, defaults, startingAt: time ?? 0)
            default:
                break
            }
        }
        guard let time, !runs.samples.isEmpty else {
            throw .malformed("a fragment without a time or without frames")
        }
        baseMediaDecodeTime = time
        samples = runs.samples

        // Frames must lie in the data box after the header, not in the header itself.
        let data = top.position..<reach
        guard samples.allSatisfy({ $0.range.lowerBound >= data.lowerBound + 8 }) else {
            throw .malformed("a fragment whose frames lie outside its data")
        }
        if bytes.count == reach {
            let payload = try top.first("mdat").payload
            guard
                samples.allSatisfy({
                    payload.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= payload.upperBound
                })
            else { throw .malformed("a fragment whose frames lie outside its data") }
        }
    }
}
