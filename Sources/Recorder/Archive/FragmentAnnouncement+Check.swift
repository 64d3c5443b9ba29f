// SPDX-License-Identifier: Apache-2.0
import Wire

extension FragmentAnnouncement {
    /// The maximum number of gaps within one fragment, which lasts a few seconds.
    private static let mostGaps = 4_096

    /// Throws a problem if the parts of the announcement contradict each other or are too long.
    ///
    /// The decoder has checked the range of each number.
    func check() throws(Problem) {
        guard sequence >= 1, segment >= 1 else { throw impossible("it has no number") }
        guard base <= firstTick, firstTick <= lastTick else { throw impossible("its ticks do not grow") }
        guard gaps.count <= Self.mostGaps, gaps.allSatisfy({ $0.firstTick <= $0.lastTick }) else {
            throw impossible("its gaps have no order, or are too many")
        }
        let texts = [codec, initDigest, sha256, epochID ?? ""] + gaps.map(\.reason)
        guard texts.allSatisfy({ $0.utf8.count <= 128 }) else { throw impossible("its texts are too long") }
    }

    private func impossible(_ reason: String) -> Problem {
        .conflict("the camera announces an impossible fragment \(epoch)/\(sequence): \(reason)")
    }
}
