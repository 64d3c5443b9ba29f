// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import Media
import SystemPackage

/// Writes a range of a recording as one file, or as one for each format in it, with progress on a terminal.
struct FileExport {
    let store: any FootageArchive
    let recording: String
    /// The end of the range; nil for the recording's own.
    let to: FootagePosition?
    /// Whether files that exist are replaced; otherwise they are a conflict.
    let replaces: Bool
    let encoder: (any GroupEncoder)?
    /// Nil if damaged footage is an error.
    let leavingOut: UnreadableFootage?

    /// A written file, and the range of the recording in it; nil for the recording's own beginning or end.
    struct Part {
        let file: ExportSummary
        let from: FootagePosition?
        let to: FootagePosition?
    }

    /// Writes the range from a position on; throws `formatChanges` if one file cannot hold it.
    func file(from: FootagePosition?, to: FootagePosition? = nil, _ path: FilePath) async throws -> ExportSummary {
        try OutputPath.checkIsFree(path.string, replaces: replaces)
        let bar = ProgressBar(path.string)
        defer { bar.end() }
        return try await OutputPath.writing(path) {
            try await store.export(
                recording: recording, from: from, to: to ?? self.to, output: path, encoder: encoder,
                leavingOut: leavingOut
            ) { bar.update($0, of: $1) }
        }
    }

    /// Writes a file for each part of one format: `NAME-1.mp4`, `NAME-2.mp4` and so on; all of them, or none.
    func parts(from: FootagePosition?, _ path: FilePath) async throws -> [Part] {
        var parts: [Part] = []
        do {
            try await write(&parts, from: from, path)
        } catch {
            // They would look like a whole export, and be in the way of the next attempt.
            if !replaces { for part in parts { try? FileSystem.remove(part.file.output) } }
            throw error
        }
        return parts
    }

    private func write(_ parts: inout [Part], from: FootagePosition?, _ path: FilePath) async throws {
        var start = from
        while true {
            var part = path.removingLastComponent().appending("\(path.stem ?? "")-\(parts.count + 1)")
            part.extension = path.extension ?? "mp4"
            do {
                return parts.append(Part(file: try await file(from: start, part), from: start, to: to))
            } catch FootageError.formatChanges(let change) {
                let file = try await file(from: start, to: change.position, part)
                parts.append(Part(file: file, from: start, to: change.position))
                start = change.position
            }
        }
    }
}
