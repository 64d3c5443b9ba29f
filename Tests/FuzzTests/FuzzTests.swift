// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// A few seconds of `scripts/fuzz`, without its coverage feedback.
@Suite("Bytes from outside", .timeLimit(.minutes(5)))
struct FuzzTests {
    @Test("2,000 mutations of good input are read or refused", arguments: FuzzTarget.allCases)
    func mutations(target: FuzzTarget) throws {
        let samples = target.samples
        try #require(!samples.isEmpty)
        var generator = SeededGenerator(seed: 30)
        for index in 0..<2_000 {
            target.read(index < samples.count ? samples[index] : generator.mutate(samples[index % samples.count]))
        }
    }
}
