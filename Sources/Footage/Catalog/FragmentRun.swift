// SPDX-License-Identifier: Apache-2.0

/// Consecutive fragments of one epoch that are all stored.
package struct FragmentRun: Equatable, Sendable {
    /// The epoch.
    package let epoch: Int
    /// The first fragment's number.
    package let first: Int
    /// The last fragment's number.
    package var last: Int
}
