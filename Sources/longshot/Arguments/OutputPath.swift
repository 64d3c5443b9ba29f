// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Disk
import Foundation
import SystemPackage
import Transfers
import Wire

/// The path of a file that a command writes: replaces no other file unless the user permits it.
enum OutputPath {
    /// Throws a conflict if the path exists, unless it may be replaced or is a folder.
    static func checkIsFree(_ output: String, replaces: Bool) throws(Problem) {
        guard !isThereAsFolder(output), FileManager.default.fileExists(atPath: output) else { return }
        // A new file would take the place of a device: `/dev/null` would be gone.
        guard let status = try? FileStatus(FilePath(output)), status.isRegular else {
            throw .conflict("\(output) is a device or a pipe, and only files can be written: give another name")
        }
        guard !replaces else { return }
        throw .conflict("\(output) is there already: give another name, or --force to replace it")
    }

    /// The path for a fetched still; creates its folders.
    ///
    /// In a folder the still has its own name, made safe, because the camera that chose it is a peer. If another file has the name,
    /// a number is added, unless files may be replaced.
    ///
    /// - Parameters:
    ///   - output: the path that the user gave: a file, or a folder if one exists there or the path ends in a slash.
    ///   - isFolder: whether the path is a folder even if it does not exist yet.
    static func path(
        for still: Still, at output: String, isFolder: Bool, replaces: Bool
    ) async throws -> FilePath {
        let target = FilePath(output)
        guard isFolder || self.isFolder(output) else {
            try makeFolder(of: output)
            return target
        }
        try make(target)
        let name = PeerFileName(still.name)
        return replaces
            ? target.appending(name)
            : try await FreeName.find(name, in: target, bytes: still.bytes, sha256: still.sha256.lowercased())
    }

    /// Makes the folder of what is to be written, and throws if nothing can be written there; for before a still is taken.
    ///
    /// - Parameter isFolder: whether the path is a folder even if it does not exist yet.
    static func requireWritable(_ output: String, isFolder: Bool) throws {
        let path = FilePath(output)
        let isFolder = isFolder || self.isFolder(output)
        let size = isFolder ? 0 : path.lastComponent?.string.utf8.count ?? 0
        guard size <= Download.nameLimit else {
            throw Problem.conflict(
                "\(output) cannot be written: its name has \(size) bytes, and at most \(Download.nameLimit) are possible"
            )
        }
        let folder = isFolder ? path : path.removingLastComponent()
        if !folder.isEmpty, try FileStatus(folder)?.isRegular == true {
            throw Problem.conflict(
                isFolder
                    ? "several stills need a folder, and \(output) is a file: give another name"
                    : "\(output) cannot be written: \(folder) is a file, not a folder")
        }
        try make(folder)
        do {
            try FileSystem.requireWritable(folder.isEmpty ? "." : folder)
        } catch {
            throw Problem.conflict("\(output) cannot be written: \(error)")
        }
    }

    /// Throws if the path of an output is empty.
    static func requireName(_ output: String?) throws {
        guard let output, output.isEmpty else { return }
        throw ValidationError("the name after -o is empty: name a file, or a folder")
    }

    /// Throws if the path of a still is empty, or stands for standard output, as it does in other programs.
    static func requireFile(_ output: String?) throws {
        try requireName(output)
        guard output == "-" else { return }
        throw ValidationError("a still is not written to standard output: name a file, or a folder, with -o")
    }

    /// The format that the name of a still's file ends in; nil for a folder, and for other names.
    static func stillFormat(of output: String) -> StillFormat? {
        isFolder(output) ? nil : FilePath(output).extension.flatMap { StillFormat(ending: $0) }
    }

    /// Throws if the path of several stills has the name of a picture.
    static func requireFolderOfStills(_ output: String) throws {
        guard stillFormat(of: output) != nil, let ending = FilePath(output).extension else { return }
        throw ValidationError("several stills need a folder, and \(output) is the name of one: leave out .\(ending)")
    }

    /// Makes the folder of a file that is to be written.
    static func makeFolder(of path: String) throws { try make(FilePath(path).removingLastComponent()) }

    /// Throws if the folder of a file that is to be written does not exist.
    ///
    /// Makes it only if the user named it with a slash at its end.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the file.
    ///   - output: the path that the user gave.
    static func prepareFolder(of path: FilePath, for output: String) throws {
        let folder = path.removingLastComponent()
        let isNew = output.hasSuffix("/")
        let required = isNew ? folder.removingLastComponent() : folder
        guard !required.isEmpty else {
            throw Problem.conflict(
                "\(output) cannot be written: the working folder was deleted. Change to another folder")
        }
        guard try FileStatus(required).map({ !$0.isRegular }) ?? false else {
            throw Problem.conflict(
                "there is no folder \(required): make it with `mkdir -p \(required.string.quotedForShell)`, or name another place "
                    + "with -o")
        }
        if isNew { try make(folder) }
    }

    /// Calls a function that writes a file; throws a conflict that names the file if it cannot be written.
    ///
    /// Otherwise the error would look like that of a file which the function reads.
    static func writing<Result>(_ path: FilePath, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as DiskError where error.concerns(path) {
            throw Problem.conflict("\(path) cannot be written: \(error)")
        }
    }

    /// Writes a file whole or not at all; creates its folders.
    static func write(_ bytes: [UInt8], to output: String) async throws {
        try makeFolder(of: output)
        let path = NodeHome(output, usually: "").path
        let folder = path.removingLastComponent()
        try await WholeFiles(directory: folder.isEmpty ? "." : folder, permissions: .user)
            .write(bytes, as: path.lastComponent?.string ?? output)
    }

    /// The beginning of the paths of several files of a moment: the given one, or in a folder the moment.
    ///
    /// - Parameter moment: nanoseconds since 1970, UTC.
    static func beginning(_ output: String, at moment: Int64) -> String {
        guard isFolder(output) else { return output }
        return FilePath(output).appending(word(for: moment)).string
    }

    /// A moment in nanoseconds since 1970, UTC, as a part of a file's name: `20261121T100000500Z`.
    static func word(for moment: Int64) -> String {
        Format.moment(moment).filter { $0 != ":" && $0 != "-" && $0 != "." }
    }

    /// Whether the path means a folder: one exists there, or it ends in a slash.
    static func isFolder(_ output: String) -> Bool { output.hasSuffix("/") || isThereAsFolder(output) }

    /// Whether the path is an existing folder.
    private static func isThereAsFolder(_ output: String) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: output)) != nil
    }

    private static func make(_ folder: FilePath) throws {
        guard !folder.isEmpty else { return }
        try FileSystem.makeDirectories(
            NodeHome(folder.string, usually: "").path, permissions: FilePermissions(rawValue: 0o777))
    }
}

extension DiskError {
    /// Whether this is the error of a file that is written, of its temporary name, or of its folder.
    fileprivate func concerns(_ output: FilePath) -> Bool {
        guard case .system(_, let path, _) = self else { return false }
        return [output.string, output.string + ".part", output.removingLastComponent().string].contains(path)
    }
}
