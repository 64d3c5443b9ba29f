// SPDX-License-Identifier: Apache-2.0

/// Random numbers that follow from a seed (SplitMix64).
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    /// Neighbouring seeds have unrelated numbers: without the first draws they would have the same ones, shifted by one.
    init(_ seed: UInt64) {
        state = seed
        let (high, low) = (next(), next())
        state = high ^ (low << 1)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number in `0..<limit`.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

    /// True with this probability in thousandths.
    mutating func hits(_ perThousand: Int) -> Bool { below(1_000) < perThousand }

    /// A random duration in this range of milliseconds.
    mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
        .milliseconds(range.lowerBound + below(range.count))
    }
}
