// SPDX-License-Identifier: Apache-2.0

/// The head of a segment: `ftyp` and `moov` without samples.
///
/// A pure function of the format, so that nodes agree on it by digest.
package struct InitSegment: Sendable, Equatable {
    /// The format that it describes.
    package let format: VideoFormat
    /// The boxes.
    package let bytes: [UInt8]
    /// SHA-256 of `bytes`.
    package let digest: Digest

    /// Larger than 286 parameter sets of any real size; a larger segment is hostile.
    private static let maximumSize = 4 << 20

    /// Writes the init segment of a format.
    package init(_ format: VideoFormat) {
        let header = MovieHeader(format: format)
        var writer = BoxWriter()
        header.writeFileType(&writer, fragmented: true)
        header.writeMovie(
            &writer,
            tables: {
                for name in ["stts", "stsc"] as [StaticString] { $0.fullBox(name) { $0.u32(0) } }
                $0.fullBox("stsz") { $0.zeros(8) }
                $0.fullBox("stco") { $0.u32(0) }
            },
            extensions: {
                // ISO 14496-12 8.8.3: no defaults, because fragments contain all values.
                $0.box("mvex") {
                    $0.fullBox("trex") {
                        for value in [1, 1, 0, 0, 0] { $0.u32(value) }
                    }
                }
            }
        )
        self.format = format
        bytes = writer.bytes
        digest = Digest(of: writer.bytes)
    }

    /// Reads an init segment that another node made, and keeps its bytes unchanged.
    ///
    /// Throws `malformed` and `unsupported`; a track must count in 1/90000 s.
    package init(parsing bytes: [UInt8]) throws(MediaError) {
        guard bytes.count <= Self.maximumSize else { throw .malformed("an init segment of \(bytes.count) bytes") }
        let media = try BoxReader(bytes).inside("moov", "trak", "mdia")
        var header = try media.inside("mdhd")
        let version = try header.u32() >> 24
        try header.skip(version == 1 ? 16 : 8)
        let timescale = try header.u32()
        guard timescale == UInt32(Tick.perSecond) else {
            throw .unsupported("an init segment that counts in 1/\(timescale) s")
        }
        format = try SampleEntry.read(media.inside("minf", "stbl", "stsd"))
        self.bytes = bytes
        digest = Digest(of: bytes)
    }
}
