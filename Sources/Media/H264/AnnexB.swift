// SPDX-License-Identifier: Apache-2.0

/// H.264 as the payloader needs it (ITU-T H.264 annex B): start codes, and parameter sets before each key frame.
package enum AnnexB {
    /// The caps of such a stream in a pipeline.
    package static let caps = "video/x-h264,stream-format=byte-stream,alignment=au"
    /// The caps of such a stream whose buffers hold several access units.
    package static let streamCaps = "video/x-h264,stream-format=byte-stream"

    private static let startCode: [UInt8] = [0, 0, 0, 1]

    /// Turns a canonical access unit, whose NAL units carry 4-byte lengths, into a byte stream of the same size plus parameter
    /// sets.
    package static func bytes(of unit: AccessUnit, parameterSets: ParameterSets) -> [UInt8] {
        var stream: [UInt8] = []
        stream.reserveCapacity(unit.bytes.count + 256)
        if unit.isSync {
            for set in parameterSets.sequence + parameterSets.picture {
                stream += startCode
                stream += set
            }
        }
        let first = stream.count
        stream += unit.bytes
        var offset = first
        while offset + 4 <= stream.count {
            let length = (0..<4).reduce(0) { $0 << 8 | Int(stream[offset + $1]) }
            for index in 0..<4 { stream[offset + index] = startCode[index] }
            offset += 4 + length
        }
        return stream
    }
}
