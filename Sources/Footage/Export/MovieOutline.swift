// SPDX-License-Identifier: Apache-2.0
import Media

/// A plain MP4 file of a range of a recording that is not written anywhere: its head, and where in it each fragment's frames go.
package struct MovieOutline: Sendable {
    /// The frames of a fragment.
    struct Chunk: Sendable {
        /// Where they begin in the file.
        let offset: Int
        let fragment: FragmentID
        /// Of the whole fragment: another one of the same name has other frames.
        let digest: Digest
    }

    let recording: String
    /// `ftyp`, `moov` and the head of `mdat`.
    let head: [UInt8]
    /// The size of the file.
    package let byteCount: Int
    let chunks: [Chunk]
    let frames: Int
    /// Frames of them in front of the range, needed for decoding and not shown.
    let hiddenFrames: Int
    /// The time that is shown, in ticks.
    package let duration: Int64
    let first: FootagePosition
    let range: ExportRange
    /// What the file was made of.
    let version: RangeVersion
    /// A strong entity tag without its quotes (RFC 9110 §8.8.3): outlines with equal tags are of equal bytes.
    package let tag: String
}

extension MovieOutline {
    /// Everything in front of the first frame: `ftyp`, `moov` and the head of `mdat`.
    static func head(_ header: MovieHeader, _ table: SampleTable) -> [UInt8] {
        func written(dataAt start: Int, wide: Bool) -> [UInt8] {
            var writer = BoxWriter()
            header.writeFileType(&writer, fragmented: false)
            header.writeMovie(&writer, tables: { table.write(to: &$0, dataAt: start, wide: wide) })
            // ISO 14496-12 4.2: a size of 1 says that the real one follows in 64 bits.
            writer.u32(wide ? 1 : table.byteCount + 8)
            writer.text("mdat")
            if wide { writer.u64(Int64(table.byteCount + 16)) }
            return writer.bytes
        }
        // The tables' size does not depend on where the data starts, so the second writing knows.
        let narrow = written(dataAt: 0, wide: false).count
        let wide = narrow + table.byteCount > Int(UInt32.max)
        let size = wide ? written(dataAt: 0, wide: true).count : narrow
        return written(dataAt: size, wide: wide)
    }

    /// The frames of a fragment that belong to the file.
    func frames(in bytes: [UInt8], of fragment: StoredFragment) throws -> [UInt8] {
        let samples = try FragmentReader(bytes).samples.filter {
            let position = fragment.position(of: $0)
            return position >= first && range.reaches(position)
        }
        var chunk: [UInt8] = []
        chunk.reserveCapacity(samples.reduce(0) { $0 + $1.range.count })
        for sample in samples { chunk.append(copying: bytes.span.extracting(sample.range)) }
        return chunk
    }
}
