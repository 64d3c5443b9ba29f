// SPDX-License-Identifier: Apache-2.0
package import Wire

extension Problem {
    /// There is no file of this id, or none that the requester may know of.
    package static func noFile(_ id: String) -> Problem {
        .notFound("there is no file \(id) here: it was deleted or never offered, or its time is over")
    }

    /// The disk has no room for a file.
    static func insufficientStorage(needed: Int, free: Int, reserve: Int) -> Problem {
        Problem(
            "insufficient-storage", status: 507, title: "Insufficient storage",
            detail: "\(ByteSize.text(needed)) are to come, and the disk has room for \(ByteSize.text(max(free, 0))) "
                + "(\(ByteSize.text(reserve)) stay free): free some space there; the next attempt goes on from what has arrived"
        )
    }

    /// Whether a disk is full: a retry may succeed later.
    package var isInsufficientStorage: Bool { status == 507 }

    /// The sender is too slow.
    static func tooSlow(_ bytes: Int, _ patience: Duration) -> Problem {
        Problem(
            "too-slow", status: 408, title: "Too slow",
            detail: "less than \(bytes) bytes came in \(patience.components.seconds) s: send again to go on "
                + "when the network is better; what has arrived is kept")
    }

    /// The received bytes are not those that were announced.
    static func wrongDigest(_ name: String, expected: String, actual: String) -> Problem {
        Problem(
            "wrong-digest", status: 422, title: "Wrong digest",
            detail: "what came as \(name) has SHA-256 \(actual), \(expected) was announced: nothing of it is kept; "
                + "send it again, and check the sender's disk if it happens again")
    }

    /// Too many files are open.
    static func tooManyTransfers(_ limit: Int) -> Problem {
        Problem(
            "too-many-transfers", status: 429, title: "Too many transfers",
            detail: "\(limit) files are under way: wait until some have arrived, or cancel some")
    }

    /// The bytes do not start where those that are here end.
    package static func mismatchingOffset(_ expected: Int) -> Problem {
        Problem(
            "mismatching-upload-offset", status: 409, title: "Mismatching upload offset",
            detail: "\(expected) bytes are here: go on behind them, as Upload-Offset says")
    }

    /// The file cannot be received in its phase.
    static func notAccepted(_ progress: TransferProgress) -> Problem {
        switch progress.phase {
        case .offered:
            .conflict("nobody has accepted \(progress.name) yet: `longshot files accept \(progress.id)` on the node")
        case .refused:
            Problem(
                "refused", status: 403, title: "Refused",
                detail: "\(progress.name) is not wanted" + (progress.problem.map { ": \($0)" } ?? ""))
        case .cancelled:
            Problem(
                "cancelled", status: 410, title: "Cancelled",
                detail: "\(progress.name) was cancelled, and nothing of it is kept: offer it again to begin anew")
        case .received:
            .conflict("\(progress.name) has arrived already")
        case .failed:
            .conflict("\(progress.name) failed (\(progress.problem ?? "no reason is known")): offer it again")
        case .accepted, .transferring, .suspended, .paused:
            .conflict("\(progress.name) is being sent already")
        }
    }
}
