// SPDX-License-Identifier: Apache-2.0

/// An error of reading or writing media data.
package enum MediaError: Error, Equatable {
    /// A picture whose capture time is not later than that of the picture before it.
    case outOfOrder(previous: Tick, tick: Tick)
    /// Data that breaks the rules of its format; the text says which data and which rule.
    case malformed(String)
    /// Data that keeps the rules of its format, but that this software does not handle.
    case unsupported(String)
    /// A value that the caller must not pass.
    case invalid(String)
}

extension MediaError: CustomStringConvertible {
    /// A sentence or two for a log or a person.
    package var description: String {
        switch self {
        case .outOfOrder(let previous, let tick):
            """
            A picture with capture time \(tick) came after one with \(previous) (ticks of 1/90000 s). \
            Switch off B-frames in the encoder (x264enc: bframes=0 or tune=zerolatency).
            """
        case .malformed(let what):
            "Malformed data: \(what). Check the element that produced it."
        case .unsupported(let what):
            "Not supported: \(what)."
        case .invalid(let what):
            "Invalid value: \(what)."
        }
    }
}
