// SPDX-License-Identifier: Apache-2.0

/// The content of an init segment: codec, size and, for H.264, the parameter sets of the frames after it.
///
/// Two equal formats have equal init segments; a change of format starts a new segment.
package struct VideoFormat: Hashable, Sendable {
    /// How the frames are encoded.
    package let codec: Codec
    /// The width of the picture in pixels, 1...65535, after cropping.
    package let width: Int
    /// The height of the picture in pixels, 1...65535, after cropping.
    package let height: Int
    /// The H.264 parameter sets; none for JPEG.
    package let parameterSets: ParameterSets
    /// The parsed first sequence parameter set; nil for JPEG.
    let sequence: SequenceParameterSet?

    /// The format of an H.264 stream; reads its size from the first sequence parameter set.
    ///
    /// Throws `malformed` for sets that a decoder could not read or an MP4 file could not hold (ISO 14496-15 5.3.3.1: at most 31
    /// sequence and 255 picture parameter sets).
    package static func h264(_ sets: ParameterSets) throws(MediaError) -> VideoFormat {
        guard let first = sets.sequence.first, sets.sequence.count <= 31 else {
            throw .malformed("\(sets.sequence.count) sequence parameter sets where 1 to 31 are allowed")
        }
        guard !sets.picture.isEmpty, sets.picture.count <= 255 else {
            throw .malformed("\(sets.picture.count) picture parameter sets where 1 to 255 are allowed")
        }
        for unit in sets.sequence + sets.picture where !(2...65535).contains(unit.count) {
            throw .malformed("a parameter set of \(unit.count) bytes")
        }
        let sequence = try SequenceParameterSet(parsing: first)
        return VideoFormat(
            codec: .h264,
            width: sequence.width,
            height: sequence.height,
            parameterSets: sets,
            sequence: sequence
        )
    }

    /// The format of a JPEG stream; throws `invalid` for sides outside 1...65535.
    package static func jpeg(width: Int, height: Int) throws(MediaError) -> VideoFormat {
        guard (1...65535).contains(width), (1...65535).contains(height) else {
            throw .invalid("a JPEG picture of \(width)x\(height)")
        }
        return VideoFormat(
            codec: .jpeg,
            width: width,
            height: height,
            parameterSets: ParameterSets(sequence: [], picture: []),
            sequence: nil
        )
    }
}

extension VideoFormat {
    /// The H.264 profile (`profile_idc`, ITU-T H.264 annex A); nil for JPEG.
    package var profile: Int? { sequence?.profile }

    /// An id that no parameter set has, for the sets of frames that are added to the stream; 31 if all are used.
    package var freeParameterSetID: Int {
        let used = (parameterSets.sequence + parameterSets.picture).compactMap(ParameterSets.id(of:))
        return (1..<31).first { !used.contains($0) } ?? 31
    }
}

extension VideoFormat: CustomStringConvertible {
    /// Codec and size for a person: `H.264 1280x720`.
    package var description: String {
        let name =
            switch codec {
            case .h264: "H.264"
            case .jpeg: "JPEG"
            }
        return "\(name) \(width)x\(height)"
    }
}
