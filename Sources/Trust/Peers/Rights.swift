// SPDX-License-Identifier: Apache-2.0

/// A visitor's grants, and the cameras to which its view is bounded.
///
/// A bounded view is not in `grants`, so a program that does not know bounds reads fewer rights, never more.
package struct Rights: Sendable, Hashable {
    /// The grants without a bound.
    package let grants: Grants
    /// The cameras that the visitor may view; empty if the view is not bounded.
    package let viewOf: Set<NodeID>

    /// The most cameras that a bound can name.
    package static let cameraLimit = 64

    /// Describes rights; if cameras are named, the bound wins over `view`.
    package init(_ grants: Grants, viewOf cameras: some Sequence<NodeID> = []) {
        viewOf = Set(cameras)
        self.grants = viewOf.isEmpty ? grants : grants.subtracting(.view)
    }

    /// These rights and more grants; a view that is bounded stays so.
    package func adding(_ grants: Grants) -> Rights { Rights(self.grants.union(grants), viewOf: viewOf) }

    /// The rights on a camera; nil stands for a node that is not a camera, and changes nothing.
    ///
    /// A camera shows only itself: there, a view bounded to it is `view`, and a view bounded to others is none.
    package func on(camera: NodeID?) -> Rights {
        guard let camera else { return self }
        return Rights(viewOf.contains(camera) ? grants.union(.view) : grants)
    }

    /// Throws if the bound names more than `cameraLimit` cameras.
    func requireSmallBound() throws(TrustError) {
        guard viewOf.count <= Rights.cameraLimit else { throw .tooMany("cameras", limit: Rights.cameraLimit) }
    }

    /// Whether nothing is allowed.
    package var isEmpty: Bool { grants.isEmpty && viewOf.isEmpty }

    /// The cameras that the visitor may view.
    ///
    /// - Parameter grants: grants that also show all cameras on the requested route.
    package func scope(or grants: Grants = []) -> ViewScope {
        self.grants.isDisjoint(with: grants.union(.view)) ? .cameras(Set(viewOf.map(\.text))) : .all
    }

    /// The bound as it is stored and sent: sorted, and nil if there is none.
    package var bound: [NodeID]? { viewOf.isEmpty ? nil : viewOf.sorted() }
}

extension Rights: CustomStringConvertible {
    /// The grants, separated by spaces, such as `view:abcdefg send`.
    package var description: String { text { $0.short } }

    /// The same, with the caller's name for each camera, and in the order of these names.
    package func text(naming name: (NodeID) -> String) -> String {
        let bounded = viewOf.map { "\(Grant.view.rawValue):\(name($0))" }.sorted()
        return (bounded + grants.list.map(\.rawValue)).joined(separator: " ")
    }
}
