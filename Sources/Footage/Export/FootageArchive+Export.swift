// SPDX-License-Identifier: Apache-2.0

package import Media
package import SystemPackage

extension Catalog where Self: FragmentStore {
    /// Writes a range of a recording as a plain MP4 file (`ftyp`, `moov`, `mdat`) without encoding anything again.
    ///
    /// The range is from `from` up to but without `to`; nil is the recording's own start or end. The file starts at the key frame
    /// at or before `from`; an edit list hides the frames before `from`, so that players start at 0 with the frame of that moment.
    /// With an `encoder` the file has no hidden frames: the shown frames up to the next key frame are encoded again. If footage is
    /// missing, the frame before it lasts longer. Checks each fragment's digest. The file appears under its name when it is
    /// complete, and replaces an earlier one. Memory grows by about 8 bytes for each frame. Calls `progress` with the bytes of
    /// footage written and of all. With `leavingOut`, damaged footage is left out and is a gap; otherwise it throws. Throws
    /// `emptyRange` if nothing was captured in the range, `formatChanges` if one file cannot hold the range, `damaged` if stored
    /// bytes changed, `system`, `catalog`, the errors of `encoder`, and `CancellationError` if the task is
    /// cancelled.
    package func export(
        recording id: String,
        from: FootagePosition? = nil,
        to: FootagePosition? = nil,
        output: FilePath,
        encoder: (any GroupEncoder)? = nil,
        leavingOut damage: UnreadableFootage? = nil,
        progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> ExportSummary {
        let outline = try await outline(
            recording: id, from: from, to: to, encoder: encoder, leavingOut: damage)
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
            encodedFrames: outline.encodedFrames,
            duration: outline.duration,
            byteCount: outline.byteCount,
            digest: try await file.complete(),
            gaps: try await gaps(recording: id).with(outline.leftOut + outline.unfetched).filter(outline.range.touches)
                .joined,
            leftOut: Set(
                outline.leftOut.compactMap { gap in
                    gap.sequences.map { FragmentID(epoch: gap.epoch, sequence: $0.lowerBound) }
                })
        )
    }

    /// The layout of a range's file, from its first byte to its last, without the frames that it copies.
    ///
    /// With `leavingOut`, footage that turns out to be damaged is left out. Memory grows by about 8 bytes for each frame. Throws
    /// like `export`.
    package func outline(
        recording id: String, from: FootagePosition? = nil, to: FootagePosition? = nil,
        encoder: (any GroupEncoder)? = nil, leavingOut damage: UnreadableFootage? = nil
    ) async throws -> MovieOutline {
        guard let recording = try await self.recording(id) else { throw FootageError.notFound("recording \(id)") }
        let range = ExportRange(start: from, end: to)
        let clocks = try await clocks(camera: recording.camera)
        let all = try await self.gaps(recording: id)
        let gaps = all.filter(range.touches)
        var (plan, version) = (
            ExportPlan(range: range, clocks: clocks),
            RangeVersion.Builder(of: recording, range: range, clocks: clocks, gaps: gaps)
        )
        var formats: [Digest: VideoFormat] = [:]
        var damage = damage
        let begin = try await readablePlace(before: from, of: id, damage)
        var unfetched = UnfetchedFrames(
            of: recording, clocks: EpochClocks(clocks), gaps: all, isFromStart: begin == nil)
        var place = begin
        var isWanted = true
        while isWanted {
            let page = try await fragments(recording: id, after: place, limit: fragmentsTogether)
            guard let last = page.last else { break }
            for (fragment, samples) in try await readable(page, leavingOut: &damage) where isWanted {
                try Task.checkCancellation()
                // Also if it is left out: `isCurrent` sees only what the catalog has.
                _ = version.add(fragment.mark)
                unfetched.add(fragment)
                guard let samples, plan.canDecode(samples) else {
                    if samples != nil { damage?.leaveOutToo(fragment) }
                    plan.leaveOut()
                    continue
                }
                let digest = fragment.segment.format
                if formats[digest] == nil { formats[digest] = try await format(digest, of: id) }
                isWanted = try plan.append(fragment, formats[digest], samples)
            }
            place = last.id
        }
        if isWanted { unfetched.finish() }
        guard let shown = plan.finish(), let first = plan.first, let format = plan.format else {
            throw FootageError.emptyRange(recording: id)
        }
        var header = MovieHeader(format: format)
        let leftOut = damage?.gaps ?? []
        header.metadata = MovieMetadata(
            of: recording, plan.moments, clocks: clocks,
            gaps: gaps.with((leftOut + unfetched.gaps).filter(range.touches)).joined)
        var movie = ExportedMovie(
            table: plan.table, shown: shown, header: header, first: first, fragments: plan.fragments, leftOut: leftOut,
            unfetched: unfetched.gaps)
        if let encoder, shown.hidden > 0 {
            let units = try await beginning(of: plan, recording: id)
            try movie.replaceBeginning(
                by: try await encoder.encode(units, of: format, leavingOut: shown.hidden), upTo: plan.entry)
        }
        return movie.outline(of: id, range, version.finish(), behind: begin)
    }

    /// The frames of a planned file up to the first key frame of its shown part, or all.
    private func beginning(of plan: ExportPlan, recording id: String) async throws -> [AccessUnit] {
        let count = plan.entry?.frame ?? plan.table.count
        var units: [AccessUnit] = []
        for (known, digest) in plan.fragments where units.count < count {
            let (fragment, bytes) = try await current(known, digest, of: id)
            for sample in try plan.samples(in: bytes, of: fragment).prefix(count - units.count) {
                let tick = fragment.position(of: sample).tick
                units.append(AccessUnit(tick: tick, isSync: sample.isSync, bytes: Array(bytes[sample.range])))
            }
        }
        return units
    }

    private func format(_ digest: Digest, of id: String) async throws -> VideoFormat {
        guard let bytes = try await initSegment(digest) else {
            throw FootageError.notFound("format of the footage of recording \(id)")
        }
        return try InitSegment(parsing: bytes).format
    }

    /// Whether an outline is still that of this range of the recording.
    ///
    /// With `to` nil, footage and gaps stored after the outline's end do not count: a file must not grow while it is played. Reads
    /// one row of the catalog for each fragment of the range, and no footage.
    package func isCurrent(
        _ outline: MovieOutline, from: FootagePosition?, to: FootagePosition?
    ) async throws -> Bool {
        let id = outline.recording
        guard let recording = try await recording(id) else { return false }
        let range = ExportRange(start: from, end: to)
        var version = RangeVersion.Builder(
            of: recording, range: range, clocks: try await clocks(camera: recording.camera),
            gaps: try await gaps(recording: id, from: from, to: to))
        var place = outline.begin
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

    /// The gaps of a recording that touch a range; nil is the recording's own start or end.
    package func gaps(recording id: String, from: FootagePosition?, to: FootagePosition?) async throws -> [Gap] {
        try await gaps(recording: id).filter(ExportRange(start: from, end: to).touches)
    }

    /// The place from which a range's fragments are read: before the key frame with which decoding begins.
    func placeBefore(_ start: FootagePosition?, of recording: String) async throws -> FragmentID? {
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
        let (fragment, bytes) = try await current(chunk.fragment, chunk.digest, of: outline.recording)
        return try outline.frames(in: bytes, of: fragment)
    }

    /// A fragment with its bytes, if it is still the one with this digest.
    private func current(
        _ id: FragmentID, _ digest: Digest, of recording: String
    ) async throws -> (StoredFragment, [UInt8]) {
        guard let fragment = try await fragment(recording: recording, id), fragment.digest == digest else {
            throw FootageError.notFound("such footage any more: some was deleted or replaced meanwhile")
        }
        return (fragment, try await checkedBytes(of: fragment))
    }

    /// The number of fragments whose heads are read in one call, while other calls wait for the disk.
    var fragmentsTogether: Int { 16 }
}
