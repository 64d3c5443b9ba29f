// SPDX-License-Identifier: Apache-2.0
package import Footage
package import Media
package import Wire

extension GapDescription {
    /// A gap of the catalog in the API's form, without the time of day.
    package init(_ gap: Gap) {
        self.init(
            epoch: gap.epoch, firstTick: gap.firstTick.rawValue, lastTick: gap.lastTick.rawValue,
            frames: gap.frames, reason: gap.reason.rawValue)
        (firstSequence, lastSequence) = (gap.sequences?.lowerBound, gap.sequences?.upperBound)
        (before, isUncounted, atMost) = (gap.before, gap.isUncounted ? true : nil, gap.atMost)
    }

    /// The same with the time of day, as far as the clocks of the epochs tell it.
    ///
    /// The time between two epochs begins at the end of the earlier one, which its account tells. Nobody knows when uncounted
    /// frames at the end of a recording end.
    fileprivate init(_ gap: Gap, clocks: EpochClocks) {
        self.init(gap)
        guard let clock = clocks[gap.epoch] else { return }
        let first = Bounds.UTC.clamp(clock.utc(of: gap.firstTick))
        guard isBetweenEpochs else {
            (from, to) = (first, frames > 0 ? Bounds.UTC.clamp(clock.utc(of: gap.lastTick)) : nil)
            return
        }
        to = first
        guard let before = clocks.epochs.last(where: { $0 < gap.epoch }), let earlier = clocks[before],
            let account = earlier.account, account.isClosed
        else { return }
        from = min(Bounds.UTC.clamp(earlier.utc(of: account.lastTick + account.nominalInterval)), first)
    }
}

extension Catalog {
    /// Gaps of a recording in the API's form, with the time of day.
    package func described(_ gaps: [Gap], of recording: Recording) async throws -> [GapDescription] {
        guard !gaps.isEmpty else { return [] }
        let clocks = EpochClocks(try await clocks(camera: recording.camera))
        return gaps.map { GapDescription($0, clocks: clocks) }
    }
}
