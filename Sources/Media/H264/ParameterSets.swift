// SPDX-License-Identifier: Apache-2.0

/// The parameter sets that an H.264 decoder needs before the first picture.
///
/// Byte for byte as the encoder made them, without start codes, in the order of their ids.
package struct ParameterSets: Hashable, Sendable {
    /// Sequence parameter sets (NAL unit type 7).
    package let sequence: [[UInt8]]
    /// Picture parameter sets (NAL unit type 8).
    package let picture: [[UInt8]]

    /// The sets as given; `VideoFormat.h264` checks them.
    package init(sequence: [[UInt8]], picture: [[UInt8]]) {
        self.sequence = sequence
        self.picture = picture
    }
}
