// SPDX-License-Identifier: Apache-2.0

/// The cameras that a visitor may view.
package enum ViewScope: Sendable, Equatable {
    /// Every camera.
    case all
    /// The cameras with these ids; none if the set is empty.
    case cameras(Set<String>)

    /// Whether the visitor may view the camera with this id.
    ///
    /// A nil id belongs to no camera.
    package func includes(_ camera: String?) -> Bool {
        switch self {
        case .all: true
        case .cameras(let cameras): camera.map(cameras.contains) ?? false
        }
    }
}
