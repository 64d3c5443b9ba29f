// SPDX-License-Identifier: Apache-2.0

package import Media
package import SystemPackage

extension FootageStore {
    /// Writes a range of a recording as a plain MP4 file (`ftyp`, `moov`, `mdat`) without encoding anything
    /// again.
    ///
    /// The range is from `from` up to but without `to`; nil is the recording's own start or end. The file
    /// starts at the key frame at or before `from`; an edit list hides what is in front of it, so that
    /// players start at 0 with the frame of that moment. Missing footage is bridged by the frame before it.
    /// Each fragment's digest is checked; the file appears under its name when it is whole, replacing one
    /// that was there. Memory grows by about 16 bytes for each frame. Calls `progress` with bytes of footage
    /// done and in all. Throws `notFound` for an empty range, `formatChanges` when one file cannot hold the
    /// range, `damaged` when stored bytes changed, `system`, `catalog`, and `CancellationError` when the task
    /// is cancelled.
    package func export(
        recording id: String,
        from: FootagePosition? = nil,
        to: FootagePosition? = nil,
        output: FilePath,
        progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> ExportSummary {
        let outline = try await outline(recording: id, from: from, to: to)
        var file = try ExportFile(output)
        try file.append(outline.head)
        for chunk in outline.chunks {
            try Task.checkCancellation()
            try file.append(bytes(of: chunk, in: outline))
            progress(file.byteCount - outline.head.count, outline.byteCount - outline.head.count)
            // Others may use the store in between.
            await Task.yield()
        }
        return ExportSummary(
            output: output,
            frames: outline.frames,
            hiddenFrames: outline.hiddenFrames,
            duration: outline.duration,
            byteCount: file.byteCount,
            digest: try file.complete(),
            gaps: try catalog.gaps(id).filter(outline.range.touches)
        )
    }

    /// What the file of a range would be, from its first byte to its last, without its frames.
    ///
    /// Memory grows by about 16 bytes for each frame. Throws like `export`.
    package func outline(
        recording id: String, from: FootagePosition? = nil, to: FootagePosition? = nil
    ) async throws -> MovieOutline {
        guard let recording = try catalog.recording(id) else { throw FootageError.notFound("recording \(id)") }
        let range = ExportRange(start: from, end: to)
        let start = try from.flatMap { try catalog.lastSync(id, atOrBefore: $0) }?.id
        let clocks = try catalog.clocks(recording.camera)
        var (plan, version) = (
            ExportPlan(range: range, clocks: clocks), RangeVersion.Builder(range: range, clocks: clocks)
        )
        try await visit(id, from: start) { fragment, file in
            _ = version.add(
                fragment.id, firstTick: fragment.firstTick, digest: fragment.digest, format: fragment.segment.format)
            return try plan.append(fragment, file.samples(of: fragment))
        }
        guard let shown = plan.finish(), let first = plan.first, let digest = plan.format,
            let bytes = try catalog.initSegment(digest)
        else { throw FootageError.notFound("footage of recording \(id) in this range") }
        var header = MovieHeader(format: try InitSegment(parsing: bytes).format)
        header.mediaDuration = plan.table.duration
        if shown.start > 0 { header.edit = (shown.start, shown.duration) }
        let head = Self.head(header, plan.table)
        let offsets = plan.table.chunks.map { head.count + $0.offset }
        let made = version.finish()
        return MovieOutline(
            recording: id, head: head, byteCount: head.count + plan.table.byteCount,
            chunks: zip(offsets, plan.fragments).map {
                MovieOutline.Chunk(offset: $0, fragment: $1.id, digest: $1.digest)
            },
            frames: plan.table.count, hiddenFrames: shown.hiddenFrames, duration: shown.duration, first: first,
            range: range, version: made,
            // Another version of this software may write another head.
            tag: Digest(of: head + made.digest.bytes).hex)
    }

    /// Whether an outline still is what this range of the recording gives.
    ///
    /// With `to` nil, what was stored behind the outline's end does not count: a file that is being played must not grow.
    /// Reads one row of the catalog for each fragment of the range, and no footage.
    package func isCurrent(_ outline: MovieOutline, from: FootagePosition?, to: FootagePosition?) throws -> Bool {
        guard let recording = try catalog.recording(outline.recording) else { return false }
        let start = try from.flatMap { try catalog.lastSync(outline.recording, atOrBefore: $0) }?.id
        var version = RangeVersion.Builder(
            range: ExportRange(start: from, end: to), clocks: try catalog.clocks(recording.camera))
        let last = to == nil ? outline.version.last : nil
        try catalog.visitDigests(outline.recording, from: start, through: last) {
            version.add($0, firstTick: $1, digest: $2, format: $3)
        }
        return version.finish() == outline.version
    }

    /// The bytes of an outlined file from a place on, up to the end of the head or of a fragment.
    ///
    /// Throws `notFound` when the footage was deleted or replaced meanwhile, `damaged` when it changed, and `system`.
    package func bytes(of outline: MovieOutline, from offset: Int) throws -> [UInt8] {
        guard let chunk = outline.chunks.last(where: { $0.offset <= offset }) else {
            return Array(outline.head.dropFirst(offset))
        }
        return Array(try bytes(of: chunk, in: outline).dropFirst(offset - chunk.offset))
    }

    private func bytes(of chunk: MovieOutline.Chunk, in outline: MovieOutline) throws -> [UInt8] {
        guard let fragment = try catalog.fragment(outline.recording, chunk.fragment), fragment.digest == chunk.digest
        else {
            throw FootageError.notFound("footage of this version any more: some was deleted or replaced meanwhile")
        }
        let reader = try SegmentReader(fragment.segment.path, in: directory)
        return try Self.chunk(of: fragment, reader.checkedBytes(of: fragment), from: outline.first, outline.range)
    }

    /// Goes through fragments in the order of capture until `body` returns false, letting others use the
    /// store in between.
    private func visit(
        _ recording: String,
        from start: FragmentID?,
        _ body: (StoredFragment, SegmentReader) throws -> Bool
    ) async throws {
        var position = start.map { FragmentID(epoch: $0.epoch, sequence: $0.sequence - 1) }
        var file: SegmentReader?
        while true {
            let page = try catalog.fragments(recording, after: position, limit: 256)
            for fragment in page {
                try Task.checkCancellation()
                let reader: SegmentReader
                if let file, file.path == fragment.segment.path {
                    reader = file
                } else {
                    reader = try SegmentReader(fragment.segment.path, in: directory)
                    file = reader
                }
                guard try body(fragment, reader) else { return }
                await Task.yield()
            }
            guard let last = page.last else { return }
            position = last.id
        }
    }

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
    private static func chunk(
        of fragment: StoredFragment,
        _ bytes: [UInt8],
        from first: FootagePosition,
        _ range: ExportRange
    ) throws -> [UInt8] {
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
