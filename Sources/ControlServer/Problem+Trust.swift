// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire

extension Problem {
    /// What a failure of trust means to who asked.
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
        // Paths of this machine are for its log.
        case .file, .damaged, .exposed: self = .failed
        }
    }

    /// Why a pairing does not go on; strangers learn as little as possible.
    init(_ error: PairingError) {
        switch error {
        case .busy, .timedOut, .closed, .notOpen: self = .conflict("\(error)")
        case .version, .outOfTurn, .oneself: self = .badRequest("\(error)")
        case .refused, .impostor, .denied:
            self.init("pairing-refused", status: 403, title: "Pairing refused", detail: "\(error)")
        }
    }
}
