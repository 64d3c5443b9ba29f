// SPDX-License-Identifier: Apache-2.0
package import Media

/// A place in a range of a recording where the codec, the size or the parameter sets change.
package struct FormatChange: Equatable, Sendable {
    /// The first frame of the new format.
    package let position: FootagePosition
    /// The time from the start of the range, in seconds.
    package let seconds: Double
    /// The format before it.
    package let before: VideoFormat
    /// The format from it on.
    package let after: VideoFormat
}

extension FormatChange: CustomStringConvertible {
    /// When and how, as the end of a sentence.
    package var description: String {
        let place =
            "\((seconds * 1_000).rounded() / 1_000) s into the range (epoch \(position.epoch), tick \(position.tick))"
        guard "\(before)" != "\(after)" else { return "\(place): \(before) with other parameter sets" }
        return "\(place) from \(before) to \(after)"
    }
}
