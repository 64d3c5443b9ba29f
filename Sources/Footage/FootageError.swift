// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// What can go wrong with footage; each description says what happened, where, and what to do next.
package enum FootageError: Error, Equatable {
    /// A picture came with a capture time that is not later than that of the picture before it.
    case outOfOrder(previous: Tick, tick: Tick)
    /// Data that breaks the rules of its format; the text says which data and which rule.
    case malformed(String)
    /// Data that keeps the rules of its format and that this software does not handle.
    case unsupported(String)
    /// A value that a caller must not pass.
    case invalid(String)
    /// A system call failed with this `errno`.
    case system(operation: String, path: String, code: Int32)
    /// A file that a start has to check cannot be read; nothing was changed.
    case unreadable(path: String, code: Int32)
    /// The catalog's database refused.
    case catalog(String)
    /// The catalog at this path has migrations that this version does not know.
    case newerCatalog(String)
    /// A fragment is already stored under this name with other bytes.
    case conflict(recording: String, epoch: Int, sequence: Int)
    /// Nothing is stored under this name.
    case notFound(String)
    /// A stored file does not hold what the catalog says.
    case damaged(path: String, offset: Int, reason: String)
    /// Codec, size or parameter sets change inside a range that must have one format.
    case formatChanges(at: FootagePosition, seconds: Double)
    /// The store was opened for reading only, or is closed.
    case readOnly(String)
    /// Another process writes to the store.
    case inUse(String)
}

extension FootageError: CustomStringConvertible {
    /// A sentence or two for a log or a person.
    package var description: String {
        switch self {
        case .outOfOrder(let previous, let tick):
            """
            A picture with capture time \(tick) came after one with \(previous) (ticks of 1/90000 s). \
            Switch off B-frames in the encoder (x264enc: bframes=0 or tune=zerolatency).
            """
        case .malformed(let what):
            "Malformed data: \(what). Check the element that produced it."
        case .unsupported(let what):
            "Not supported: \(what)."
        case .invalid(let what):
            "Invalid value: \(what)."
        case .system(let operation, let path, let code):
            "Cannot \(operation) \(path): \(Errno(rawValue: code)). \(Self.advice(code))"
        case .unreadable(let path, let code):
            """
            Cannot read \(path): \(Errno(rawValue: code)) (errno \(code)). The store was left as it is. Check the disk and \
            who may read the file, and start again. If it stays unreadable, move it out of the store: its frames then \
            count as missing.
            """
        case .catalog(let what):
            "The footage catalog failed: \(what). Check free space and permissions of the store's directory."
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
        case .damaged(let path, let offset, let reason):
            "\(path) is damaged at byte \(offset): \(reason). Run `longshot verify` to see what else is."
        case .formatChanges(let position, let seconds):
            """
            The video format changes \(seconds) s into the range (epoch \(position.epoch), tick \(position.tick)). \
            Export the parts before and after it separately.
            """
        case .readOnly(let what):
            "Cannot change \(what): it is open for reading only, or closed."
        case .inUse(let directory):
            "\(directory) is in use by another Longshot. Stop that one, or give this one a home of its own with --home."
        }
    }

    /// Whether a disk, or what somebody may store on it, is full.
    var isFullDisk: Bool {
        guard case .system(_, _, let code) = self else { return false }
        return [.noSpace, .diskQuotaExceeded].contains(Errno(rawValue: code))
    }

    private static func advice(_ code: Int32) -> String {
        switch Errno(rawValue: code) {
        case .noSpace, .diskQuotaExceeded: "Free some space or lower the store's limit."
        case .permissionDenied, .notPermitted, .readOnlyFileSystem: "Make it writable for this user."
        case .noSuchFileOrDirectory: "Check that the volume is mounted."
        default: "Check the disk and the system's log."
        }
    }
}
