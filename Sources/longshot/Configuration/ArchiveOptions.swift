// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Disk
import Foundation
import Recorder
import SystemPackage
import Wire

/// The options of commands that read an archive on this machine; a recorder may be using it.
struct ArchiveOptions: ParsableArguments {
    @Option(
        help: """
            The recorder's home. (a folder; default: ~/.local/state/longshot/recorder)
            """, completion: .directory)
    var home: String?

    /// The recorder's folder; in a demo's folder, its subfolder `recorder`.
    var path: FilePath {
        let path = NodeHome(home, usually: "recorder").path
        let inside = path.appending("recorder")
        let isDemo = (try? FileManager.default.contentsOfDirectory(atPath: inside.appending("archive").string)) != nil
        return isDemo ? inside : path
    }

    /// Opens the archive for reading.
    func open() async throws -> Archive {
        try requireArchive()
        return try await Archive(reading: path.appending("archive"))
    }

    /// Throws if the archive has no recording with this id.
    func require(_ id: String, among known: [String]) throws {
        guard !known.contains(id) else { return }
        throw UnknownName(
            kind: "recording", place: "in \(path)", name: id, known: known,
            list: list)
    }

    /// The command that lists the recordings.
    var list: String { "longshot recordings \(NodeHome.option(path))" }

    /// Throws if no recorder has run in the folder.
    func requireArchive() throws {
        guard try FileStatus(path.appending("archive")) == nil else { return }
        throw TargetError.noArchive(path, try NodeDescription.Role(home: path))
    }
}
