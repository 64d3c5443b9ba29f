// SPDX-License-Identifier: Apache-2.0
import Trust

/// What a visitor must have for a route; every route says so, and there is no default.
enum Requirement: Sendable, Equatable {
    /// Any one of these grants.
    case anyOf(Grants)
    /// `view`, also if it is bounded to some cameras, or any one of these grants. The handler applies the bound.
    case viewOfSome(or: Grants)
    /// Any right at all, also a bounded one.
    case anything
    /// Nothing: for the pairing port, where those who knock have nothing yet.
    case none

    /// Whether these grants are enough.
    func isMet(by rights: Rights) -> Bool {
        switch self {
        case .anyOf(let wanted): !rights.grants.isDisjoint(with: wanted)
        case .viewOfSome(let others): !rights.viewOf.isEmpty || !rights.grants.isDisjoint(with: others.union(.view))
        case .anything: !rights.isEmpty
        case .none: true
        }
    }
}
