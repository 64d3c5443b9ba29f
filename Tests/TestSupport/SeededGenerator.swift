// SPDX-License-Identifier: Apache-2.0

/// Random numbers that follow from a seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// A generator whose numbers follow from the seed.
    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// `count` random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    /// The bytes with a few of them changed, added, removed or repeated.
    package mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0...3, using: &self) {
            let place = Int.random(in: 0...bytes.count, using: &self)
            switch Int.random(in: 0...5, using: &self) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &self)
            case 1 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &self)
            case 2: bytes.insert(UInt8.random(in: .min ... .max, using: &self), at: place)
            case 3: bytes.removeSubrange(place..<Int.random(in: place...bytes.count, using: &self))
            case 4: bytes.insert(contentsOf: bytes.suffix(from: place).prefix(40), at: place)
            default: bytes.insert(contentsOf: Array("\u{202E}%&=:[]-\"{}00".utf8).shuffled(using: &self), at: place)
            }
        }
        return bytes
    }
}
