// SPDX-License-Identifier: Apache-2.0

import Disk
import Media
import SystemPackage

extension FootageStore {
    package func verify(
        recording id: String,
        progress: @Sendable (_ done: Int, _ total: Int) -> Void
    ) async throws -> Verification {
        guard let recording = try catalog.recording(id), let folder = try catalog.folder(of: id) else {
            throw FootageError.notFound("recording \(id)")
        }
        let total = try catalog.bytes(of: id)
        var verifier = Verifier(
            recording: recording, directory: directory, gaps: try catalog.gaps(id),
            clocks: try catalog.clocks(recording.camera))
        var done = 0
        var position: FragmentID?
        while true {
            let page = try catalog.fragments(id, after: position, limit: 256)
            for fragment in page {
                try Task.checkCancellation()
                // A fragment that was deleted on purpose since the page was read is not damaged.
                if let now = try catalog.fragment(id, fragment.id) { verifier.check(now) }
                done += fragment.byteCount
                progress(min(done, total), total)
                // Lets appends run: a recording can take hours to read.
                await Task.yield()
            }
            guard let last = page.last else { break }
            position = last.id
        }
        let known = try catalog.paths(in: folder)
        let strays = try FileSystem.names(in: directory.appending(folder)).map { "\(folder)/\($0)" }
            .filter { !known.contains($0) }
        progress(total, total)
        return verifier.finish(segments: try catalog.segments(of: id), strays: strays)
    }

    /// The bytes before a file's first fragment; nil if it has no `moov`.
    static func head(of segment: StoredSegment, _ reader: SegmentReader) throws -> [UInt8]? {
        // Two boxes, `ftyp` and `moov`, whose sizes lead from one to the next.
        var end = 0
        for _ in 0..<2 {
            var box = BoxReader(try reader.bytes(at: end, count: min(8, segment.byteCount - end)))
            guard let size = try? Int(box.u32()), size >= 8, size <= segment.byteCount - end else { return nil }
            end += size
        }
        return try reader.bytes(at: 0, count: end)
    }
}
