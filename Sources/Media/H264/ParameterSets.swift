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

    /// The id of a parameter set (ITU-T H.264 7.3.2.1.1 and 7.3.2.2); nil if it cannot be read.
    static func id(of set: [UInt8]) -> Int? {
        var bits = BitReader(payloadOf: set)
        let isSequence = set.first.map { $0 & 0x1F } == 7
        // Profile, constraints and level come first.
        if isSequence, (try? bits.bits(24)) == nil { return nil }
        return try? bits.unsigned(upTo: isSequence ? 31 : 255, "parameter set id")
    }
}
