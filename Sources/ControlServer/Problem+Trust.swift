// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

extension Problem {
    /// The problem for an error of trust.
    init(_ error: TrustError) {
        switch error {
        case .unknownPeer: self = .notFound("\(error)")
        case .invalid: self = .badRequest("\(error)")
        case .tooMany: self = .conflict("\(error)")
        case .notResumable:
            self.init("not-resumable", status: 409, title: "Not resumable", detail: "\(error)")
        case .staleEpoch:
            self.init("stale-session", status: 409, title: "Stale session", detail: "\(error)")
        case .revoked, .reissued:
            self.init("not-granted", status: 403, title: "Not granted", detail: "\(error)")
        case .file where error.isFullDisk:
            self.init(
                "insufficient-storage", status: 507, title: "Insufficient storage",
                detail: "the disk of the node is full: free some space on it, and try again")
        // Paths of this machine belong only in its log.
        case .file, .damaged, .exposed: self = .failed
        }
    }

    /// The problem for a failed pairing; strangers learn as little as possible.
    init(_ error: PairingError) {
        switch error {
        case .busy, .timedOut, .notWaiting, .closed, .notOpen, .noAnswer: self = .conflict("\(error)")
        case .version, .outOfTurn, .oneself, .noWindow: self = .badRequest("\(error)")
        case .refused, .impostor, .denied:
            self.init("pairing-refused", status: 403, title: "Pairing refused", detail: "\(error)")
        }
    }
}
