// SPDX-License-Identifier: Apache-2.0

package import Media
package import SystemPackage

extension Catalog where Self: FragmentStore {
    /// Writes a range of a recording as a plain MP4 file (`ftyp`, `moov`, `mdat`) without encoding anything again.
    ///
    /// The range is from `from` up to but without `to`; nil is the recording's own start or end. The file starts at the key frame
    /// at or before `from`; an edit list hides the frames before `from`, so that players start at 0 with the frame of that moment.
    /// If footage is missing, the frame before it lasts longer. Checks each fragment's digest. The file appears under its name when
    /// it is complete, and replaces an earlier one. Memory grows by about 16 bytes for each frame. Calls `progress` with the bytes
    /// of footage written and of all. Throws `notFound` for an empty range, `formatChanges` if one file cannot hold the range,
    /// `damaged` if stored bytes changed, `system`, `catalog`, and `CancellationError` if the task is cancelled.
    package func export(
        recording id: String,
        from: FootagePosition? = nil,
        to: FootagePosition? = nil,
        output: FilePath,
        progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> ExportSummary {
        let outline = try await outline(recording: id, from: from, to: to)
        let file = try await ExportFile(output)
        _ = try await file.append(outline.head)
        for chunk in outline.chunks {
            try Task.checkCancellation()
            let written = try await file.append(bytes(of: chunk, in: outline))
            progress(written - outline.head.count, outline.byteCount - outline.head.count)
        }
        return ExportSummary(
            output: output,
            frames: outline.frames,
            hiddenFrames: outline.hiddenFrames,
            duration: outline.duration,
            byteCount: outline.byteCount,
            digest: try await file.complete(),
            gaps: try await gaps(recording: id).filter(outline.range.touches)
        )
    }

    /// The layout of a range's file, from its first byte to its last, without its frames.
    ///
    /// Memory grows by about 16 bytes for each frame. Throws like `export`.
    package func outline(
        recording id: String, from: FootagePosition? = nil, to: FootagePosition? = nil
    ) async throws -> MovieOutline {
        guard let recording = try await self.recording(id) else { throw FootageError.notFound("recording \(id)") }
        let range = ExportRange(start: from, end: to)
        let clocks = try await clocks(camera: recording.camera)
        var (plan, version) = (
            ExportPlan(range: range, clocks: clocks), RangeVersion.Builder(range: range, clocks: clocks)
        )
        var place = try await placeBefore(from, of: id)
        var isWanted = true
        while isWanted {
            let page = try await fragments(recording: id, after: place, limit: fragmentsTogether)
            guard let last = page.last else { break }
            for (fragment, samples) in zip(page, try await samples(of: page)) where isWanted {
                try Task.checkCancellation()
                _ = version.add(fragment.mark)
                isWanted = try plan.append(fragment, samples)
            }
            place = last.id
        }
        guard let shown = plan.finish(), let first = plan.first, let digest = plan.format,
            let bytes = try await initSegment(digest)
        else { throw FootageError.notFound("footage of recording \(id) in this range") }
        var header = MovieHeader(format: try InitSegment(parsing: bytes).format)
        header.mediaDuration = plan.table.duration
        if shown.start > 0 { header.edit = (shown.start, shown.duration) }
        let head = MovieOutline.head(header, plan.table)
        let offsets = plan.table.chunks.map { head.count + $0.offset }
        let made = version.finish()
        return MovieOutline(
            recording: id, head: head, byteCount: head.count + plan.table.byteCount,
            chunks: zip(offsets, plan.fragments).map {
                MovieOutline.Chunk(offset: $0, fragment: $1.id, digest: $1.digest)
            },
            frames: plan.table.count, hiddenFrames: shown.hiddenFrames, duration: shown.duration, first: first,
            range: range, version: made,
            // Part of the tag, because another version of this software may write another head.
            tag: Digest(of: head + made.digest.bytes).hex)
    }

    /// Whether an outline is still that of this range of the recording.
    ///
    /// With `to` nil, footage stored after the outline's end does not count: a file must not grow while it is played. Reads one row
    /// of the catalog for each fragment of the range, and no footage.
    package func isCurrent(
        _ outline: MovieOutline, from: FootagePosition?, to: FootagePosition?
    ) async throws -> Bool {
        let id = outline.recording
        guard let recording = try await recording(id) else { return false }
        var version = RangeVersion.Builder(
            range: ExportRange(start: from, end: to), clocks: try await clocks(camera: recording.camera))
        var place = try await placeBefore(from, of: id)
        var isWanted = true
        while isWanted {
            let page = try await marks(recording: id, after: place, limit: 4_096)
            guard let last = page.last else { break }
            for mark in page where isWanted {
                let isBehind = to == nil && outline.version.last.map { mark.id > $0 } ?? false
                isWanted = !isBehind && version.add(mark)
            }
            place = last.id
        }
        return version.finish() == outline.version
    }

    /// The place from which a range's fragments are read: before the key frame with which decoding begins.
    private func placeBefore(_ start: FootagePosition?, of recording: String) async throws -> FragmentID? {
        guard let start, let key = try await keyFragment(recording: recording, atOrBefore: start)?.id else {
            return nil
        }
        return FragmentID(epoch: key.epoch, sequence: key.sequence - 1)
    }

    /// The bytes of an outlined file from an offset, up to the end of the head or of a fragment.
    ///
    /// Throws `notFound` if the footage was deleted or replaced meanwhile, `damaged` if it changed, and `system`.
    package func bytes(of outline: MovieOutline, from offset: Int) async throws -> [UInt8] {
        guard let chunk = outline.chunks.last(where: { $0.offset <= offset }) else {
            return Array(outline.head.dropFirst(offset))
        }
        return Array(try await bytes(of: chunk, in: outline).dropFirst(offset - chunk.offset))
    }

    private func bytes(of chunk: MovieOutline.Chunk, in outline: MovieOutline) async throws -> [UInt8] {
        guard let fragment = try await fragment(recording: outline.recording, chunk.fragment),
            fragment.digest == chunk.digest
        else {
            throw FootageError.notFound("footage of this version any more: some was deleted or replaced meanwhile")
        }
        return try await outline.frames(in: checkedBytes(of: fragment), of: fragment)
    }

    /// The number of fragments whose heads are read in one call, while other calls wait for the disk.
    private var fragmentsTogether: Int { 16 }
}
