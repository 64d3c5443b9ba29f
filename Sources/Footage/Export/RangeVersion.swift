// SPDX-License-Identifier: Apache-2.0
import Media

/// Identifies the footage of a movie of a range; two of one recording are equal only if their movies are.
struct RangeVersion: Equatable {
    let digest: Digest
    /// The last fragment of the range; nil if there is none.
    let last: FragmentID?
}

extension RangeVersion {
    /// Adds up everything that determines the bytes of a movie, in the order of capture.
    struct Builder {
        private var builder = DigestBuilder()
        private let range: ExportRange
        private let clocks: [Int: EpochClock]
        private var last: FragmentID?

        /// - Parameter clocks: determine the time between two epochs of the range.
        init(range: ExportRange, clocks: [EpochClock]) {
            self.range = range
            self.clocks = Dictionary(clocks.map { ($0.epoch, $0) }) { $1 }
            for position in [range.start, range.end] {
                add([position == nil ? 0 : 1, Int64(position?.epoch ?? 0), position?.tick.rawValue ?? 0])
            }
        }

        /// Adds the next fragment; false if it lies after the range, as do all that follow.
        mutating func add(_ mark: FragmentMark) -> Bool {
            let id = mark.id
            guard range.reaches(FootagePosition(epoch: id.epoch, tick: mark.firstTick)) else { return false }
            if let last, last.epoch != id.epoch {
                for clock in [clocks[last.epoch], clocks[id.epoch]] {
                    add([clock == nil ? 0 : 1, clock?.tick.rawValue ?? 0, clock?.utc ?? 0])
                }
            }
            last = id
            add([Int64(id.epoch), Int64(id.sequence), mark.firstTick.rawValue])
            builder.update(mark.digest.bytes)
            builder.update(mark.format.bytes)
            return true
        }

        func finish() -> RangeVersion {
            RangeVersion(digest: builder.finalize(), last: last)
        }

        private mutating func add(_ numbers: [Int64]) {
            builder.update(numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } })
        }
    }
}
