// SPDX-License-Identifier: Apache-2.0

/// A picture that more buffers may follow.
struct PendingPicture: Sendable {
    let tick: Tick
    var isSync: Bool
    /// Whether it contains anything that a decoder would show.
    var isComplete: Bool
    var bytes: [UInt8]

    /// Appends the NAL units of one buffer in canonical form.
    mutating func append(_ units: [Range<Int>], of stream: Span<UInt8>) {
        bytes.reserveCapacity(bytes.count + units.reduce(0) { $0 + 4 + $1.count })
        for unit in units {
            // ITU-T H.264 table 7-1.
            switch stream[unit.lowerBound] & 0x1F {
            case 7, 8, 9, 12:
                continue
            case 5:
                isSync = true
                isComplete = true
            case 1...4, 20:
                isComplete = true
            default:
                break
            }
            bytes.append(bigEndian: UInt64(unit.count), count: 4)
            bytes.append(copying: stream.extracting(unit))
        }
    }
}
