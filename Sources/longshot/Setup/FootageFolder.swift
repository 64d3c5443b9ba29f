// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Wire

/// The folder that a unit's node stores footage in: the spool of a camera, the archive of a recorder.
///
/// A camera's is a setting. A recorder's is always `archive` in its home, which may be a link, so that commands that read an
/// archive find it by its home.
struct FootageFolder: Sendable {
    let unit: ServiceUnit
    /// The present folder.
    let present: FilePath

    init(of unit: ServiceUnit, _ values: NodeConfiguration) throws {
        self.unit = unit
        let usual = Self.usual(unit)
        switch unit.role {
        case .camera:
            present = try values[\.cameraSpool].map { FilePath($0) } ?? usual
        case .recorder:
            let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: usual.string)
            present = destination.map { usual.removingLastComponent().pushing(FilePath($0)) } ?? usual
        }
    }

    /// The folder of a unit that was never set up.
    static func usual(_ unit: ServiceUnit) -> FilePath {
        unit.home.appending(unit.role == .camera ? "spool" : "archive")
    }

    /// The space on the disk of a folder that may not exist yet.
    static func space(for folder: FilePath) throws(DiskError) -> DiskSpace {
        var folder = folder
        while !FileSystem.exists(folder), folder != folder.removingLastComponent() { folder.removeLastComponent() }
        return try DiskSpace(of: folder)
    }

    /// Throws if the node could not store footage in the folder.
    ///
    /// - Parameter owner: the user as which the node runs.
    func check(_ folder: FilePath, owner: FileOwner) throws {
        guard folder.isAbsolute else {
            throw SetupError.folder(folder, reason: "give its whole path, from the root on")
        }
        guard folder != Self.usual(unit) else { return try checkPresent(folder) }
        // The unit has `ProtectHome=` and `PrivateTmp=`.
        for hidden in ["/home", "/root", "/run/user", "/tmp", "/var/tmp"] where folder.starts(with: FilePath(hidden)) {
            throw SetupError.folder(
                folder,
                reason: "the unit cannot see \(hidden); give another one, such as /srv/longshot/\(unit.label)")
        }
        if let present = try FileOwner(of: folder), present != owner, try !Self.isEmpty(folder) {
            throw SetupError.folder(
                folder,
                reason: "it has other content, and another owner. Give a folder for footage alone, such as "
                    + "\(folder.appending("longshot"))")
        }
        try checkPresent(folder)
    }

    private func checkPresent(_ folder: FilePath) throws {
        guard folder != present, FileSystem.exists(present), try !Self.isEmpty(present) else { return }
        throw SetupError.footageElsewhere(unit, from: present, to: folder)
    }

    /// The entry of the configuration for a folder; nil for none.
    func change(to folder: FilePath) -> ConfigurationFile.Change? {
        guard unit.role == .camera else { return nil }
        return (Settings.table.cameraSpool.key, folder == Self.usual(unit) ? nil : .one(folder.string))
    }

    /// Makes the folder, with what lets the unit write to it; returns whether something has changed.
    func prepare(_ folder: FilePath, owner: FileOwner) throws -> Bool {
        let isUsual = folder == Self.usual(unit)
        if !isUsual {
            try FileSystem.makeDirectories(folder, owner: owner)
            if try FileOwner(of: folder) != owner { try FileSystem.give(folder, to: owner) }
        }
        let hasLinked = try unit.role == .recorder && link(isUsual ? nil : folder)
        return try write(isUsual ? nil : Self.dropIn(folder)) || hasLinked
    }

    /// Throws if the user of the unit may not write to a folder, because of the folders above it.
    static func requireAccess(to folder: FilePath, of owner: FileOwner) async throws {
        guard FileSystem.exists(folder) else { return }
        let outcome = try await HelperProgram(name: "setpriv").run([
            "--reuid", "\(owner.user)", "--regid", "\(owner.group)", "--init-groups", "test", "-w", folder.string,
        ])
        // `test` prints nothing, and a failure of `setpriv` itself says nothing about the folder.
        guard let outcome, outcome.code == 1, outcome.output.isEmpty else { return }
        throw SetupError.folder(
            folder,
            reason: "the user \(ServiceUnit.user) may not enter a folder above it. `namei -l \(folder)` shows which "
                + "one; permit it with chmod o+x")
    }

    /// Makes the archive of the home a link to a folder, or for nil a folder of its own.
    private func link(_ folder: FilePath?) throws -> Bool {
        let usual = Self.usual(unit)
        guard present != folder ?? usual else { return false }
        if present == usual {
            FileSystem.removeIfEmpty(usual)
        } else {
            try FileSystem.remove(usual)
        }
        if let folder { try FileSystem.link(usual, to: folder) }
        return true
    }

    private func write(_ text: String?) throws -> Bool {
        let path = unit.dropIn
        let old = try FileStatus(path) == nil ? nil : try String(contentsOfFile: path.string, encoding: .utf8)
        guard old != text else { return false }
        guard let text else {
            try removeDropIn()
            return true
        }
        let directory = path.removingLastComponent()
        try FileSystem.makeDirectories(directory, permissions: FilePermissions(rawValue: 0o755))
        try FileSystem.writeWhole(Array(text.utf8), to: path)
        return true
    }

    /// Removes what lets the unit write to another folder; returns whether there was something.
    @discardableResult
    func removeDropIn() throws -> Bool {
        guard try FileStatus(unit.dropIn) != nil else { return false }
        try FileSystem.remove(unit.dropIn)
        FileSystem.removeIfEmpty(unit.dropIn.removingLastComponent())
        return true
    }

    private static func dropIn(_ folder: FilePath) -> String {
        let quoted = folder.string.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
            "%", with: "%%")
        return """
            # Written by `longshot setup`: footage is in a folder of its own.
            [Unit]
            RequiresMountsFor="\(quoted)"

            [Service]
            ReadWritePaths="\(quoted)"

            """
    }

    private static func isEmpty(_ folder: FilePath) throws(DiskError) -> Bool {
        try FileSystem.names(in: folder).isEmpty
    }
}
