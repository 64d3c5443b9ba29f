// SPDX-License-Identifier: Apache-2.0
package import Media

/// The layout of a plain MP4 file of a range of a recording: its head, and the place of each fragment's frames.
package struct MovieOutline: Sendable {
    /// The frames of a fragment.
    struct Chunk: Sendable {
        /// The offset of the first frame in the file.
        let offset: Int
        let fragment: FragmentID
        /// The digest of the whole fragment: another fragment of the same id has other frames.
        let digest: Digest
    }

    package let recording: String
    /// `ftyp`, `moov`, the head of `mdat`, the time code and titles of chapters, and the frames that were encoded for this file.
    let head: [UInt8]
    /// The size of the file in bytes.
    package let byteCount: Int
    let chunks: [Chunk]
    let frames: Int
    /// The frames of them before the range, which are needed for decoding and not shown.
    let hiddenFrames: Int
    /// The frames of them that were encoded for this file.
    let encodedFrames: Int
    /// The shown time in ticks.
    package let duration: Int64
    /// The first frame that is copied from the recording.
    let first: FootagePosition
    let range: ExportRange
    /// The version of the footage in the file.
    let version: RangeVersion
    /// The fragment behind which the footage of that version begins; nil if it begins with the recording.
    let begin: FragmentID?
    /// A gap for each damaged fragment that is not in the file, also of those before the range from which it is decoded.
    package let leftOut: [Gap]
    /// A gap for each place where frames are missing that the recorder has not fetched yet, also before the range.
    let unfetched: [Gap]
    /// A strong entity tag without its quotes (RFC 9110 §8.8.3): outlines with equal tags have equal bytes.
    package let tag: String
}

extension MovieOutline {
    /// Everything before the first frame: `ftyp`, `moov`, the head of `mdat`, and the samples of the tracks beside the video.
    static func head(_ header: MovieHeader, _ table: SampleTable, _ times: SampleTimes) -> [UInt8] {
        var header = header
        header.timescale = times.timescale
        header.mediaDuration = times.mediaDuration
        header.edit = times.edit
        let companions = header.companionData
        func written(dataAt start: Int, wide: Bool) -> [UInt8] {
            var writer = BoxWriter()
            header.writeFileType(&writer, fragmented: false)
            header.writeMovie(
                &writer, companionsAt: start - companions.count,
                tables: { table.write(times, to: &$0, dataAt: start, wide: wide) })
            // ISO 14496-12 4.2: a size of 1 means that the real one follows in 64 bits.
            writer.u32(wide ? 1 : companions.count + table.byteCount + 8)
            writer.text("mdat")
            if wide { writer.u64(Int64(companions.count + table.byteCount + 16)) }
            writer.append(companions)
            return writer.bytes
        }
        // The tables' size does not depend on where the data starts, so the second pass knows it.
        let narrow = written(dataAt: 0, wide: false).count
        let wide = narrow + table.byteCount > Int(UInt32.max)
        let size = wide ? written(dataAt: 0, wide: true).count : narrow
        return written(dataAt: size, wide: wide)
    }

    /// Whether the file has frames of a fragment with one of these digests.
    package func holds(any digests: Set<Digest>) -> Bool {
        !digests.isEmpty && chunks.contains { digests.contains($0.digest) }
    }

    /// The fragment at an offset in the file; nil in its head.
    package func fragment(at offset: Int) -> FragmentID? { chunks.last { $0.offset <= offset }?.fragment }

    /// The frames of a fragment that belong to the file.
    func frames(in bytes: [UInt8], of fragment: StoredFragment) throws -> [UInt8] {
        let samples = try range.samples(from: first, in: bytes, of: fragment)
        var chunk: [UInt8] = []
        chunk.reserveCapacity(samples.reduce(0) { $0 + $1.range.count })
        for sample in samples { chunk.append(copying: bytes.span.extracting(sample.range)) }
        return chunk
    }
}
