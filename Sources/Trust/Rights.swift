// SPDX-License-Identifier: Apache-2.0

/// What a visitor may do: grants, and the cameras that it may view if it may not view all of them.
///
/// A bounded view is not in `grants`. A program that does not know the bound therefore reads fewer rights, never more.
package struct Rights: Sendable, Hashable {
    /// What the visitor may do without a bound.
    package let grants: Grants
    /// The cameras that the visitor may view; empty if the view is not bounded.
    package let viewOf: Set<NodeID>

    /// No more cameras can be named for one visitor.
    package static let cameraLimit = 64

    /// Describes rights; if cameras are named, the bound wins over `view`.
    package init(_ grants: Grants, viewOf cameras: some Sequence<NodeID> = []) {
        viewOf = Set(cameras)
        self.grants = viewOf.isEmpty ? grants : grants.subtracting(.view)
    }

    /// The rights on a node.
    ///
    /// Nil stands for a node that is no camera.
    /// A camera shows itself alone: there, a view that is bounded to it is `view`, and a view of others is nothing.
    package func on(camera: NodeID?) -> Rights {
        guard let camera else { return self }
        return Rights(viewOf.contains(camera) ? grants.union(.view) : grants)
    }

    /// Throws if more cameras are named than are stored.
    func requireSmallBound() throws(TrustError) {
        guard viewOf.count <= Rights.cameraLimit else { throw .tooMany("cameras", limit: Rights.cameraLimit) }
    }

    /// Whether nothing is allowed.
    package var isEmpty: Bool { grants.isEmpty && viewOf.isEmpty }

    /// The cameras that the visitor may view.
    ///
    /// - Parameter grants: grants that show all cameras too on the route that asks.
    package func scope(or grants: Grants = []) -> ViewScope {
        self.grants.isDisjoint(with: grants.union(.view)) ? .cameras(Set(viewOf.map(\.text))) : .all
    }

    /// The bound as it is stored and sent: sorted, and nil if there is none.
    package var bound: [NodeID]? { viewOf.isEmpty ? nil : viewOf.sorted() }
}

extension Rights: CustomStringConvertible {
    /// The grants with spaces between them, as in `view:abcdefg send`.
    package var description: String { text { $0.short } }

    /// The same, with the caller's words for a camera.
    package func text(naming name: (NodeID) -> String) -> String {
        let bounded = viewOf.sorted().map { "\(Grant.view.rawValue):\(name($0))" }
        return (bounded + grants.list.map(\.rawValue)).joined(separator: " ")
    }
}
