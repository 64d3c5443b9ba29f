// SPDX-License-Identifier: Apache-2.0
import Disk
package import SystemPackage
import _NIOFileSystem

/// The errors of a file transfer on this machine's side.
package enum TransferError: Error, Sendable, Equatable {
    /// A local file cannot be read or written; `code` is the system's error number, if known.
    case file(path: String, operation: String, reason: String, code: Errno?)
    /// More bytes arrived than were announced.
    case tooLong(limit: Int)
    /// The sender's offset is not the number of bytes stored here.
    case offset(expected: Int)
    /// The file was changed while it was being sent.
    case changed(path: String)
    /// The receiver is currently unreachable.
    case away(reason: String)
    /// The receiver's owner has not decided about the file yet.
    case undecided

    /// Whether the disk or the quota was full.
    package var isDiskFull: Bool {
        if case .file(_, _, _, let code) = self { code == .noSpace || code == .diskQuotaExceeded } else { false }
    }

    /// Runs a body; converts its file system errors to `TransferError.file` with operation and path.
    static func naming<Result: Sendable>(
        _ operation: String, _ path: FilePath, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as FileSystemError {
            let code = (error.cause as? FileSystemError.SystemCallError)?.errno
            throw TransferError.file(
                path: path.string, operation: operation, reason: code.map { reason($0, path) } ?? error.message,
                code: code)
        }
    }
}

extension TransferError {
    private static func reason(_ code: Errno, _ path: FilePath) -> String {
        guard code == .permissionDenied || code == .notPermitted, let owner = PathOwner(path) else { return "\(code)" }
        return "\(code). \(owner). \(PathOwner.remedy)"
    }
}

extension TransferError: CustomStringConvertible {
    /// A sentence or two for a log or a person.
    package var description: String {
        switch self {
        case .file(let path, let operation, let reason, _):
            "cannot \(operation) \(path): \(reason)"
        case .tooLong(let limit):
            "More bytes arrived than the announced \(limit)."
        case .offset(let expected):
            "\(expected) bytes have arrived: continue after them."
        case .changed(let path):
            "\(path) was changed while it was sent: send it again when no program writes to it."
        case .away(let reason):
            reason
        case .undecided:
            "The file was offered, and nobody there has accepted it yet."
        }
    }
}
