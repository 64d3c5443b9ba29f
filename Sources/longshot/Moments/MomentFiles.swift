// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Tasks
import Wire

/// The files of a moment: a still for each camera, a contact sheet, and the report, all with one beginning of their names.
struct MomentFiles {
    /// What the names of the contact sheet and of the report end in.
    private static let (sheet, details) = (".svg", ".json")

    /// The report, with the names of the stills beside it.
    private struct Written: Encodable {
        let report: MomentReport
        /// The name of each camera's still, by the camera's id.
        let files: [String: String]

        func encode(to encoder: any Encoder) throws {
            try report.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(files, forKey: .files)
        }

        private enum Key: String, CodingKey { case files }
    }

    let source: any MomentSource
    let report: MomentReport
    /// The beginning of all paths: `FOLDER/NAME`.
    let base: String
    let replaces: Bool

    /// - Parameter output: a beginning of paths, or a folder; in a folder, the names begin with the moment.
    init(of report: MomentReport, at output: String, replaces: Bool, from source: any MomentSource) {
        (self.source, self.report, self.replaces) = (source, report, replaces)
        base = OutputPath.beginning(output, at: report.at)
    }

    /// Throws a conflict if a file with one of the names of a moment is there; for before it is taken.
    ///
    /// In a folder the names begin with the moment, which is not known then.
    static func checkAreFree(_ output: String, of cameras: [String], _ format: StillFormat, replaces: Bool) throws {
        guard !OutputPath.isFolder(output) else { return }
        let pictures = cameras.map { path(of: $0, format.ending, at: output) }
        for path in [output + sheet, output + details] + pictures {
            try OutputPath.checkIsFree(path, replaces: replaces)
        }
    }

    /// Fetches and writes them, all at the same time; returns the path of each still by its camera, or why it could not be fetched.
    func write() async throws -> [String: Result<String, any Error>] {
        // Without a still there is nothing to look at, and a second try would be refused.
        guard report.shots.contains(where: { $0.still != nil }) else { return [:] }
        for shot in report.shots {
            guard let still = shot.still else { continue }
            try OutputPath.checkIsFree(path(of: shot, still), replaces: replaces)
        }
        for ending in [Self.sheet, Self.details] { try OutputPath.checkIsFree(base + ending, replaces: replaces) }
        try OutputPath.makeFolder(of: base)
        var (paths, cells) = ([String: Result<String, any Error>](), [ContactSheet.Cell]())
        for (shot, fetched) in zip(report.shots, await each(of: report.shots) { await fetch($0) }) {
            let note = shot.still.map { MomentText.skew($0) } ?? shot.problem ?? "no still"
            paths[shot.camera] = fetched?.map(\.path)
            cells.append(ContactSheet.Cell(thumbnail: try? fetched?.get().thumbnail, name: shot.name, note: note))
        }
        try Task.checkCancellation()
        try await keep(ContactSheet(title: MomentText.head(report), cells: cells).svg, Self.sheet)
        let written = Written(
            report: report, files: paths.compactMapValues { try? FilePath($0.get()).lastComponent?.string })
        try await keep(String(decoding: try JSON.encode(written, pretty: true), as: UTF8.self) + "\n", Self.details)
        return paths
    }

    private func path(of shot: MomentShot, _ still: Still) -> String {
        Self.path(of: shot.name, FilePath(PeerFileName(still.name).text).extension ?? "jpg", at: base)
    }

    private static func path(of camera: String, _ ending: String, at base: String) -> String {
        "\(base)-\(PeerFileName(camera).text).\(ending)"
    }

    /// The path and the thumbnail of a shot's still, or why it could not be fetched; nil if there is none.
    private func fetch(_ shot: MomentShot) async -> Result<(path: String, thumbnail: [UInt8]), any Error>? {
        guard let still = shot.still else { return nil }
        let path = path(of: shot, still)
        do {
            return .success((path, try await source.fetch(shot, still, to: FilePath(path), replaces: replaces)))
        } catch {
            return .failure(error)
        }
    }

    private func keep(_ text: String, _ ending: String) async throws {
        let path = FilePath(base + ending)
        let folder = path.removingLastComponent()
        try await WholeFiles(directory: folder.isEmpty ? "." : folder, permissions: .user)
            .write(Array(text.utf8), as: path.lastComponent?.string ?? ending)
    }
}
