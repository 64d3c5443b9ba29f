// SPDX-License-Identifier: Apache-2.0

/// The parameter sets seen so far, by id: a set with a known id replaces the earlier one.
struct ParameterSetCollection: Sendable {
    private var sequence: [Int: [UInt8]] = [:]
    private var picture: [Int: [UInt8]] = [:]

    /// More than any encoder sends; a stream that sends more is hostile.
    private static let maximumSize = 4096

    /// Adds a NAL unit of type 7 or 8 and returns whether anything changed.
    mutating func absorb(_ unit: [UInt8]) throws(MediaError) -> Bool {
        guard unit.count <= Self.maximumSize else {
            throw .malformed("a parameter set of \(unit.count) bytes")
        }
        if unit.first.map({ $0 & 0x1F }) == 7 {
            let id = try SequenceParameterSet(parsing: unit).id
            guard sequence[id] != unit else { return false }
            sequence[id] = unit
        } else {
            // ITU-T H.264 7.3.2.2: pic_parameter_set_id, then the sequence parameter set's id.
            var bits = BitReader(payloadOf: unit)
            let id = try bits.unsigned(upTo: 255, "picture parameter set id")
            _ = try bits.unsigned(upTo: 31, "sequence parameter set id")
            guard picture[id] != unit else { return false }
            picture[id] = unit
        }
        return true
    }

    /// The format that these sets describe, or nil while one of the two kinds is missing.
    func format() throws(MediaError) -> VideoFormat? {
        guard !sequence.isEmpty, !picture.isEmpty else { return nil }
        let sets = ParameterSets(
            sequence: sequence.sorted { $0.key < $1.key }.map(\.value),
            picture: picture.sorted { $0.key < $1.key }.map(\.value)
        )
        return try .h264(sets)
    }
}
