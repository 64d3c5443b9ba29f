// SPDX-License-Identifier: Apache-2.0
import Trust

/// The right that a route requires; every route names one, and there is no default.
enum Requirement: Sendable, Equatable {
    /// Any one of these grants.
    case anyOf(Grants)
    /// `view`, even if bounded to some cameras, or any one of these grants; the handler applies the bound.
    case viewOfSome(or: Grants)
    /// Any right at all, even a bounded one.
    case anything
    /// No right: for strangers on the pairing port, and browsers without a session.
    case none

    /// For live pictures of a camera: a remote sees what it takes stills of.
    static let watching = Requirement.anyOf([.view, .shoot])

    /// Whether these rights suffice.
    func isMet(by rights: Rights) -> Bool {
        switch self {
        case .anyOf(let wanted): !rights.grants.isDisjoint(with: wanted)
        case .viewOfSome(let others): !rights.viewOf.isEmpty || !rights.grants.isDisjoint(with: others.union(.view))
        case .anything: !rights.isEmpty
        case .none: true
        }
    }
}
