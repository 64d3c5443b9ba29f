// SPDX-License-Identifier: Apache-2.0
import SystemPackage

/// An error of reading or writing files.
package enum DiskError: Error, Equatable {
    /// A system call failed with this `errno`.
    case system(operation: String, path: String, code: Int32)
    /// A name or a file that a caller must not pass.
    case invalid(String)
    /// Another process writes to this folder; its id, if it is known.
    case inUse(String, process: Int32? = nil)
}

extension DiskError: CustomStringConvertible {
    /// A sentence or two for a log or a person.
    package var description: String {
        switch self {
        case .system(let operation, let path, let code):
            "Cannot \(operation) \(path): \(Errno(rawValue: code)). \(Self.advice(code, path))"
        case .invalid(let what):
            "Invalid value: \(what)."
        case .inUse(let directory, let process):
            """
            \(directory) is in use by another Longshot\(process.map { " (process \($0))" } ?? ""). Stop that one, \
            or give this one a home of its own with --home.
            """
        }
    }

    /// Whether the disk, or the user's quota on it, is full.
    package var isFullDisk: Bool {
        guard case .system(_, _, let code) = self else { return false }
        return [.noSpace, .diskQuotaExceeded].contains(Errno(rawValue: code))
    }

    /// Whether there is no such file.
    package var isMissingFile: Bool {
        guard case .system(_, _, let code) = self else { return false }
        return Errno(rawValue: code) == .noSuchFileOrDirectory
    }

    private static func advice(_ code: Int32, _ path: String) -> String {
        switch Errno(rawValue: code) {
        case .noSpace, .diskQuotaExceeded: "Free some space there."
        case .permissionDenied, .notPermitted:
            "\(PathOwner(FilePath(path)).map { "\($0). " } ?? "")\(PathOwner.remedy)."
        case .readOnlyFileSystem: "Mount it writable, or give another path."
        case .noSuchFileOrDirectory: "Check that the volume is mounted."
        default: "Check the disk and the system's log."
        }
    }
}
