// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import SystemPackage

extension Error {
    /// A description for anyone who may know of the file: contains no path of this machine.
    package var wordsWithoutPath: String {
        switch self as any Error {
        case TransferError.file(_, let operation, let reason, _): "cannot \(operation) the file here: \(reason)"
        case TransferError.changed: "the file was changed while it was sent: send it again when nobody writes to it"
        case DiskError.system(let operation, _, let code):
            "cannot \(operation) a file here: \(Errno(rawValue: code))"
        case FootageError.unreadable(_, let code): "cannot read a file here: \(Errno(rawValue: code))"
        case FootageError.damaged(_, _, let reason): "a file is damaged here: \(reason)"
        default: "\(self)"
        }
    }
}
