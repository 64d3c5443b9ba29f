// SPDX-License-Identifier: Apache-2.0
package import SystemPackage
import _NIOFileSystem

/// What can go wrong with a file that moves, on this machine's side.
package enum TransferError: Error, Sendable, Equatable {
    /// A file here cannot be read or written; the number is the system's, where it is known.
    case file(path: String, operation: String, reason: String, code: Errno?)
    /// More bytes came than were announced.
    case tooLong(limit: Int)
    /// The sender has other bytes in mind than those that come next.
    case offset(expected: Int)
    /// The file changed while it was sent.
    case changed(path: String)
    /// The receiver cannot be reached now.
    case away(reason: String)

    /// Whether there was no room for a file.
    package var isDiskFull: Bool {
        if case .file(_, _, _, let code) = self { code == .noSpace || code == .diskQuotaExceeded } else { false }
    }

    /// Runs something with files; what goes wrong says with which, and at what.
    static func naming<Result: Sendable>(
        _ operation: String, _ path: FilePath, _ body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let error as FileSystemError {
            let code = (error.cause as? FileSystemError.SystemCallError)?.errno
            throw TransferError.file(
                path: path.string, operation: operation, reason: code.map { "\($0)" } ?? error.message, code: code)
        }
    }
}

extension TransferError: CustomStringConvertible {
    /// A sentence or two for a log or a person.
    package var description: String {
        switch self {
        case .file(let path, let operation, let reason, _):
            "Cannot \(operation) \(path): \(reason). Check permissions, free space and that the volume is mounted."
        case .tooLong(let limit):
            "More than the \(limit) bytes that were announced came."
        case .offset(let expected):
            "\(expected) bytes are here: go on behind them."
        case .changed(let path):
            "\(path) was changed while it was sent: send it again when nobody writes to it."
        case .away(let reason):
            reason
        }
    }
}
