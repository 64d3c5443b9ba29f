// SPDX-License-Identifier: Apache-2.0
package import Media

/// The stream of one camera, for viewers in browsers.
package struct ViewerStream: AccessUnitOutput {
    private let viewers: Viewers
    private let name: String

    /// Creates the stream with this name.
    package init(_ name: String, of viewers: Viewers) {
        (self.name, self.viewers) = (name, viewers)
    }

    package func send(_ unit: FormattedAccessUnit, epoch: Int) { viewers.send(unit, of: name) }

    /// Ends the stream for now: its viewers must connect again.
    package func end() { viewers.end(name) }
}
