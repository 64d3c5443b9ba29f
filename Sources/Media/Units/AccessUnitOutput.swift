// SPDX-License-Identifier: Apache-2.0

/// Somewhere that the access units of one camera go: recorders, a screen, people who watch.
///
/// What captures or receives them has a list of outputs, and knows nothing of what they do.
package protocol AccessUnitOutput: Sendable {
    /// Takes the next unit of an epoch; never waits. An output that is behind leaves units out.
    func send(_ unit: FormattedAccessUnit, epoch: Int)
}
