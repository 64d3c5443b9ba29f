// SPDX-License-Identifier: Apache-2.0
import Media

/// A planned file: its tables, and the origin of its frames.
struct ExportedMovie {
    private var table: SampleTable
    private var shown: ExportedFrames
    private var header: MovieHeader
    /// The first frame that is copied from the recording.
    private var first: FootagePosition
    private var fragments: ArraySlice<(id: FragmentID, digest: Digest)>
    /// The frames that were encoded for this file, which come first.
    private var encoded: [AccessUnit] = []
    private let leftOut: [Gap]
    private let unfetched: [Gap]

    init(
        table: SampleTable, shown: ExportedFrames, header: MovieHeader, first: FootagePosition,
        fragments: [(id: FragmentID, digest: Digest)], leftOut: [Gap], unfetched: [Gap]
    ) {
        (self.table, self.shown, self.header, self.first) = (table, shown, header, first)
        (self.leftOut, self.unfetched) = (leftOut, unfetched)
        self.fragments = fragments[...]
    }

    /// Puts encoded frames in the place of all before a key frame; nil if the file has no key frame after its first shown frame.
    mutating func replaceBeginning(
        by group: EncodedGroup, upTo entry: (frame: Int, position: FootagePosition)?
    ) throws {
        let end = entry?.frame ?? table.count
        guard group.units.count == end - shown.hidden else {
            throw FootageError.notDecoded(frames: end - shown.hidden, pictures: group.units.count)
        }
        let replaced = table.replacingBeginning(
            upTo: end, by: group.units.map { (size: $0.bytes.count, isSync: $0.isSync) })
        fragments = fragments.suffix(replaced.chunks.count - 1)
        table = replaced
        encoded = group.units
        shown.hidden = 0
        if let entry { first = entry.position }
        let sets = header.format.parameterSets
        header.format = try .h264(
            ParameterSets(sequence: sets.sequence + group.sets.sequence, picture: sets.picture + group.sets.picture))
    }

    /// - Parameter begin: the fragment behind which the footage of the version begins; nil if it is that of the whole recording.
    func outline(
        of recording: String, _ range: ExportRange, _ version: RangeVersion, behind begin: FragmentID?
    ) -> MovieOutline {
        let times = table.times(hidden: shown.hidden, skipped: shown.skipped, isCut: shown.isCut)
        let tables = MovieOutline.head(header, table, times)
        let head = tables + encoded.flatMap(\.bytes)
        return MovieOutline(
            recording: recording, head: head, byteCount: tables.count + table.byteCount,
            chunks: zip(table.chunks.suffix(fragments.count), fragments).map {
                MovieOutline.Chunk(offset: tables.count + $0.offset, fragment: $1.id, digest: $1.digest)
            },
            frames: table.count, hiddenFrames: shown.hidden, encodedFrames: encoded.count,
            duration: table.duration - table.start(of: shown.hidden) - shown.skipped,
            first: first, range: range, version: version, begin: begin, leftOut: leftOut,
            unfetched: unfetched,
            // Part of the tag, because another version of this software may write another head.
            tag: Digest(of: head + version.digest.bytes).hex)
    }
}
