// SPDX-License-Identifier: Apache-2.0

extension AccessUnit {
    /// Whether this H.264 picture says that a decoder which starts here has a correct picture some pictures later.
    ///
    /// That is the recovery point SEI message (ITU-T H.264 D.1.8). Encoders with periodic intra refresh send it in place of key
    /// frames.
    package var hasRecoveryPoint: Bool {
        for unit in NALUnits(of: self) {
            switch unit.unitType {
            case 1...5: return false
            case 6: if Self.messages(in: unit.dropFirst()).contains(6) { return true }
            default: break
            }
        }
        return false
    }

    /// The types of the messages in the content of an SEI unit (ITU-T H.264 7.3.2.3).
    ///
    /// Emulation prevention bytes are counted as content: a message after one that contains them is missed.
    private static func messages(in content: ArraySlice<UInt8>) -> [Int] {
        var (rest, types) = (content, [Int]())
        func number() -> Int? {
            var sum = 0
            while let byte = rest.popFirst() {
                sum += Int(byte)
                if byte < 255 { return sum }
            }
            return nil
        }
        // A type, a size and one byte at least; the last byte ends the unit.
        while rest.count > 2, let type = number(), let size = number() {
            types.append(type)
            rest = rest.dropFirst(size)
        }
        return types
    }
}
