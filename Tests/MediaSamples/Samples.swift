// SPDX-License-Identifier: Apache-2.0

package import Media
package import TestSupport

/// Footage of random bytes, for tests that do not decode.
package enum Samples {
    /// A sequence parameter set (ITU-T H.264 7.3.2.1.1) of a picture in whole macroblocks, minus a crop in pixels.
    package static func sequenceParameterSet(
        id: Int = 0,
        profile: Int = 66,
        columns: Int = 20,
        rows: Int = 15,
        cropRight: Int = 0,
        cropBottom: Int = 0,
        scalingLists: Bool = false
    ) -> [UInt8] {
        var bits = BitWriter()
        bits.write(profile, 8)
        bits.write(0xC0, 8)
        bits.write(30, 8)
        bits.unsigned(id)
        if profile >= 100 {
            for value in [1, 0, 0] { bits.unsigned(value) }
            bits.write(0, 1)
            bits.write(scalingLists ? 1 : 0, 1)
            if scalingLists {
                // The first list ends at once (delta -8), the second is written in full, and the others are absent.
                bits.write(1, 1)
                bits.signed(-8)
                bits.write(1, 1)
                for _ in 0..<16 { bits.signed(1) }
                bits.write(0, 6)
            }
        }
        bits.unsigned(0)
        bits.unsigned(2)
        bits.unsigned(1)
        bits.write(0, 1)
        bits.unsigned(columns - 1)
        bits.unsigned(rows - 1)
        bits.write(1, 1)
        bits.write(0, 1)
        let isCropped = cropRight > 0 || cropBottom > 0
        bits.write(isCropped ? 1 : 0, 1)
        if isCropped {
            for value in [0, cropRight / 2, 0, cropBottom / 2] { bits.unsigned(value) }
        }
        bits.write(0, 1)
        return [0x67] + bits.unit()
    }

    package static func pictureParameterSet(id: Int = 0, sequence: Int = 0, extra: Int = 0) -> [UInt8] {
        var bits = BitWriter()
        bits.unsigned(id)
        bits.unsigned(sequence)
        bits.unsigned(extra)
        return [0x68] + bits.unit()
    }

    package static func format(columns: Int = 20, rows: Int = 15) throws -> VideoFormat {
        let sets = ParameterSets(
            sequence: [sequenceParameterSet(columns: columns, rows: rows)],
            picture: [pictureParameterSet()]
        )
        return try .h264(sets)
    }

    /// A NAL unit whose payload contains no start code and does not end in zero.
    package static func unit(type: UInt8, size: Int, using generator: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = [0x60 | type]
        while bytes.count < size {
            let byte = UInt8(truncatingIfNeeded: generator.next() % 7)
            let isStartCode = byte <= 3 && bytes.suffix(2).allSatisfy { $0 == 0 } && bytes.count >= 2
            bytes.append(isStartCode ? 3 : byte)
        }
        bytes[bytes.count - 1] |= 0x80
        return bytes
    }

    /// Access units of random content at a constant rate, with a key frame every `group`.
    package static func units(
        _ count: Int,
        from start: Int64 = 1_000_000,
        interval: Int64 = 3000,
        group: Int = 30,
        size: Int = 200,
        seed: UInt64 = 1
    ) -> [AccessUnit] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map {
            AccessUnit(
                tick: Tick(rawValue: start + Int64($0) * interval),
                isSync: $0 % group == 0,
                bytes: generator.bytes(size + $0 % 17)
            )
        }
    }

    /// Cuts access units into fragments.
    package static func fragments(
        _ units: [AccessUnit],
        format: VideoFormat,
        limits: Fragmenter.Limits = .init()
    ) throws -> [ClosedFragment] {
        var fragmenter = Fragmenter(nominalInterval: 3000, limits: limits)
        var closed = try units.compactMap { try fragmenter.push(FormattedAccessUnit(unit: $0, format: format)) }
        if let last = fragmenter.close() { closed.append(last) }
        return closed
    }
}
