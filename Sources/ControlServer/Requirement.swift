// SPDX-License-Identifier: Apache-2.0
import Trust

/// What a visitor must have for a route; every route says so, and there is no default.
enum Requirement: Sendable, Equatable {
    /// Any one of these grants.
    case anyOf(Grants)
    /// Nothing: for the pairing port, where those who knock have nothing yet.
    case none

    /// Whether these grants are enough.
    func isMet(by grants: Grants) -> Bool {
        switch self {
        case .anyOf(let wanted): !grants.isDisjoint(with: wanted)
        case .none: true
        }
    }
}
