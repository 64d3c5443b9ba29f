// SPDX-License-Identifier: Apache-2.0

/// The description of a track's samples: `avc1` with `avcC`, or `mp4v` with `esds`; `pasp` and `colr` as far as they are known.
enum SampleEntry {
    /// Profiles that are older than the last fields of `avcC`.
    private static let plainProfiles: Set<Int> = [66, 77, 88]

    static func write(_ format: VideoFormat, to writer: inout BoxWriter) {
        switch format.codec {
        case .h264:
            writer.box("avc1") {
                writePicture(format, to: &$0)
                $0.box("avcC") { writeConfiguration(format, to: &$0) }
                writeUsability(format.sequence?.usability.aspect, format.sequence?.usability.colour, to: &$0)
            }
        case .jpeg:
            writer.box("mp4v") {
                writePicture(format, to: &$0)
                $0.fullBox("esds") { writeDescriptors(to: &$0) }
                writeUsability(nil, .jpeg, to: &$0)
            }
        }
    }

    /// Reads the format back from the payload of `stsd`.
    static func read(_ description: BoxReader) throws(MediaError) -> VideoFormat {
        var description = description
        try description.skip(8)
        guard let entry = try description.next() else { throw .malformed("MP4 data without a sample description") }
        var body = BoxReader(description.bytes, entry.payload)
        try body.skip(24)
        let width = try body.u16()
        let height = try body.u16()
        try body.skip(50)
        switch entry.type {
        case "avc1":
            var configuration = try body.inside("avcC")
            return try readConfiguration(&configuration)
        case "mp4v":
            return try .jpeg(width: width, height: height)
        default:
            throw .unsupported("MP4 data with samples of type `\(entry.type)`")
        }
    }

    /// ISO 14496-12 12.1.3.2.
    private static func writePicture(_ format: VideoFormat, to writer: inout BoxWriter) {
        writer.zeros(6)
        writer.u16(1)
        writer.zeros(16)
        writer.u16(format.width)
        writer.u16(format.height)
        writer.u32(0x0048_0000)
        writer.u32(0x0048_0000)
        writer.u32(0)
        writer.u16(1)
        writer.zeros(32)
        writer.u16(0x0018)
        writer.u16(0xFFFF)
    }

    /// ISO 14496-12 12.1.4 and 12.1.5; players of media source extensions know nothing else of a pixel's shape.
    private static func writeUsability(
        _ aspect: VideoUsability.Aspect?, _ colour: VideoUsability.Colour?, to writer: inout BoxWriter
    ) {
        if let aspect {
            writer.box("pasp") {
                $0.u32(aspect.width)
                $0.u32(aspect.height)
            }
        }
        guard let colour else { return }
        writer.box("colr") {
            $0.text("nclx")
            for code in [colour.primaries, colour.transfer, colour.matrix] { $0.u16(code) }
            $0.u8(colour.isFullRange ? 0x80 : 0)
        }
    }

    /// ISO 14496-15 5.3.3.1.2.
    private static func writeConfiguration(_ format: VideoFormat, to writer: inout BoxWriter) {
        let sets = format.parameterSets
        writer.u8(1)
        writer.append(Array(sets.sequence.first?.dropFirst().prefix(3) ?? []))
        writer.u8(0xFF)
        writer.u8(0xE0 | sets.sequence.count)
        for set in sets.sequence {
            writer.u16(set.count)
            writer.append(set)
        }
        writer.u8(sets.picture.count)
        for set in sets.picture {
            writer.u16(set.count)
            writer.append(set)
        }
        guard let sequence = format.sequence, !plainProfiles.contains(sequence.profile) else { return }
        writer.u8(0xFC | sequence.chromaFormat)
        writer.u8(0xF8 | (sequence.lumaDepth - 8))
        writer.u8(0xF8 | (sequence.chromaDepth - 8))
        writer.u8(0)
    }

    private static func readConfiguration(_ body: inout BoxReader) throws(MediaError) -> VideoFormat {
        try body.skip(4)
        guard try body.u8() & 3 == 3 else { throw .unsupported("H.264 with lengths of less than 4 bytes") }
        var sequence: [[UInt8]] = []
        for _ in 0..<(try body.u8() & 31) { sequence.append(try body.take(body.u16())) }
        var picture: [[UInt8]] = []
        for _ in 0..<(try body.u8()) { picture.append(try body.take(body.u16())) }
        return try .h264(ParameterSets(sequence: sequence, picture: picture))
    }

    /// ISO 14496-1 7.2.6: an ES descriptor for JPEG (object type 0x6C), without a decoder configuration.
    private static func writeDescriptors(to writer: inout BoxWriter) {
        writer.append([0x03, 3 + 2 + 13 + 3])
        writer.u16(1)
        writer.u8(0)
        writer.append([0x04, 13, 0x6C, 0x11])
        writer.zeros(11)
        writer.append([0x06, 1, 0x02])
    }
}
