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
        private let clocks: EpochClocks
        private let gaps: [Gap]
        private var last: FragmentMark?

        /// - Parameters:
        ///   - clocks: determine the time between two epochs, and the time and device of the first.
        ///   - gaps: those that touch the range.
        init(of recording: Recording, range: ExportRange, clocks: [EpochClock], gaps: [Gap]) {
            (self.range, self.gaps) = (range, gaps)
            self.clocks = EpochClocks(clocks)
            add(recording.cameraName)
            for position in [range.start, range.end] {
                add([position == nil ? 0 : 1, Int64(position?.epoch ?? 0), position?.tick.rawValue ?? 0])
            }
        }

        /// Adds the next fragment; false if it lies after the range, as do all that follow.
        mutating func add(_ mark: FragmentMark) -> Bool {
            let id = mark.id
            guard range.reaches(FootagePosition(epoch: id.epoch, tick: mark.firstTick)) else { return false }
            if last?.id.epoch != id.epoch {
                for clock in [last.flatMap { clocks[$0.id.epoch] }, clocks[id.epoch]] { add(clock) }
            }
            last = mark
            add([Int64(id.epoch), Int64(id.sequence), mark.firstTick.rawValue])
            builder.update(mark.digest.bytes)
            builder.update(mark.format.bytes)
            return true
        }

        consuming func finish() -> RangeVersion {
            for gap in gaps where range.end != nil || !isBehind(gap) {
                add([Int64(gap.epoch), gap.firstTick.rawValue])
                add(clocks[gap.epoch])
                if let end = clocks.end(before: gap) { add([Int64(end.epoch), end.tick.rawValue]) }
                add(gap.title)
            }
            return RangeVersion(digest: builder.finalize(), last: last?.id)
        }

        /// Whether a gap begins after the beginning of the last fragment.
        private func isBehind(_ gap: Gap) -> Bool {
            guard let last else { return true }
            return FootagePosition(epoch: gap.epoch, tick: gap.firstTick)
                > FootagePosition(epoch: last.id.epoch, tick: last.firstTick)
        }

        private mutating func add(_ clock: EpochClock?) {
            add([clock == nil ? 0 : 1, clock?.tick.rawValue ?? 0, clock?.utc ?? 0])
            guard let account = clock?.account else { return }
            add([account.nominalInterval])
            for text in [account.device.make, account.device.model, account.device.orientation.rawValue] {
                add(text ?? "")
            }
        }

        private mutating func add(_ text: String) {
            add([Int64(text.utf8.count)])
            builder.update(Array(text.utf8))
        }

        private mutating func add(_ numbers: [Int64]) {
            builder.update(numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } })
        }
    }
}
