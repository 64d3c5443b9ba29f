// SPDX-License-Identifier: Apache-2.0

/// A receiver of the access units of one camera, such as a recorder, a screen or the viewers.
///
/// The source of the units has a list of outputs, and does not know what they do.
package protocol AccessUnitOutput: Sendable {
    /// Sends the next unit of an epoch; never waits. An output that is behind drops units.
    func send(_ unit: FormattedAccessUnit, epoch: Int)
}
