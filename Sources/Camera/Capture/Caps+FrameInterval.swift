// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Media

extension Caps {
    /// The frame interval in ticks; nil if the caps have no frame rate.
    var frameInterval: Int64? {
        guard let rate = fraction("framerate"), rate.numerator > 0, rate.denominator > 0 else { return nil }
        return Tick.perSecond * Int64(rate.denominator) / Int64(rate.numerator)
    }
}
