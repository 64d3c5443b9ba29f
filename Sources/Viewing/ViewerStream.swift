// SPDX-License-Identifier: Apache-2.0
package import Media

/// The stream of one camera, for those who watch it in browsers.
package struct ViewerStream: AccessUnitOutput {
    private let viewers: Viewers
    private let name: String

    /// A stream under its name.
    package init(_ name: String, of viewers: Viewers) {
        (self.name, self.viewers) = (name, viewers)
    }

    package func send(_ unit: FormattedAccessUnit, epoch: Int) { viewers.send(unit, of: name) }

    /// There is no such stream for now: who watches it has to come again.
    package func end() { viewers.end(name) }
}
