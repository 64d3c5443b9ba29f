// SPDX-License-Identifier: Apache-2.0

import SystemPackage

/// The errors of footage; each description says what happened, where, and what to do next.
package enum FootageError: Error, Equatable {
    /// A value that the caller must not pass.
    case invalid(String)
    /// A file that must be checked at the start cannot be read; nothing was changed.
    case unreadable(path: String, code: Int32)
    /// The catalog's database failed.
    case catalog(String)
    /// The catalog's database at this path is malformed.
    case damagedCatalog(String)
    /// There is no catalog at this path.
    case noCatalog(String)
    /// The catalog at this path has migrations that this version does not know.
    case newerCatalog(String)
    /// A fragment is already stored under this name with other bytes.
    case conflict(recording: String, epoch: Int, sequence: Int)
    /// Nothing is stored under this name.
    case notFound(String)
    /// Nothing was captured in a range of this recording.
    case emptyRange(recording: String)
    /// A stored file does not hold what the catalog says.
    case damaged(path: String, offset: Int, reason: String)
    /// The codec, size or parameter sets change inside a range that must have one format.
    case formatChanges(FormatChange)
    /// The first frames of a range gave too few or too many pictures, so that they cannot be encoded again.
    case notDecoded(frames: Int, pictures: Int)
    /// The store was opened for reading only, or is closed.
    case readOnly(String)
    /// The catalog of an open store was moved or deleted: what is written now would be lost with the program.
    case gone(path: String)
}

extension FootageError {
    /// Whether the store has lost its place on the disk.
    package var isGone: Bool { if case .gone = self { true } else { false } }
}

extension FootageError: CustomStringConvertible {
    /// A sentence or two for a log or a person.
    package var description: String {
        switch self {
        case .invalid(let what):
            "Invalid value: \(what)."
        case .unreadable(let path, let code):
            """
            Cannot read \(path): \(Errno(rawValue: code)) (errno \(code)). The store was left as it is. Check the disk and \
            who may read the file, and start again. If it stays unreadable, move it out of the store: its frames then \
            count as missing.
            """
        case .catalog(let what):
            "The footage catalog failed: \(what). Check its disk, and who may write to its folder."
        case .damagedCatalog(let path):
            """
            \(path) is damaged, so that nobody can say what the store has. Stop the node, and put it back from a backup. \
            Without one, move it and its -wal and -shm away: at its next start the node puts the footage into `recovered`, \
            and on a recorder `longshot verify --adopt --camera` takes back what the cameras can prove.
            """
        case .noCatalog(let path):
            """
            There is no footage catalog at \(path). Put it back from a backup. Without one, start the node, which makes a new \
            one and puts the footage into `recovered`; on a recorder `longshot verify --adopt --camera` then takes back what \
            the cameras can prove.
            """
        case .newerCatalog(let path):
            """
            \(path) was written by a later version of Longshot, so that this version must not write to it. Start the \
            later version; `longshot verify` and `longshot export` of this version can read it.
            """
        case .conflict(let recording, let epoch, let sequence):
            """
            Fragment \(epoch)/\(sequence) of recording \(recording) is already stored with other bytes; \
            it was left as it is. Start the camera again so that it takes a new epoch.
            """
        case .notFound(let what):
            "There is no \(what)."
        case .emptyRange(let recording):
            "There is no footage of recording \(recording) in this range."
        case .damaged(let path, let offset, let reason):
            "\(path) is damaged at byte \(offset): \(reason). Run `longshot verify` to see what else is."
        case .formatChanges(let change):
            """
            The video format changes \(change), and one file cannot hold both. Export the parts before and after it, \
            or all parts with `longshot export --split`.
            """
        case .notDecoded(let frames, let pictures):
            """
            The first \(frames) frames of the range gave \(pictures) pictures, so that they cannot be encoded again. \
            Export without `--exact`, or begin at another frame; `longshot verify` says whether footage is damaged.
            """
        case .readOnly(let what):
            "Cannot change \(what): it is open for reading only, or closed."
        case .gone(let path):
            """
            \(path) was moved or deleted while it was in use, so that nothing more can be stored. Put it back, or start the \
            node again, which begins a new one.
            """
        }
    }
}
