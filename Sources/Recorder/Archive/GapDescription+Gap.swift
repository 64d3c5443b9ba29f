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
    /// Gaps of a recording in the API's form, with the time of day; consecutive missing fragments are one gap.
    package func described(_ gaps: [Gap], of recording: Recording) async throws -> [GapDescription] {
        guard !gaps.isEmpty else { return [] }
        let clocks = EpochClocks(try await clocks(camera: recording.camera))
        var described: [GapDescription] = []
        for gap in gaps.joined {
            var one = GapDescription(gap, clocks: clocks)
            if gap.isUncounted, let end = try await endOfStored(before: gap, clocks), let from = one.from {
                one.from = min(max(from, end), one.to ?? end)
            }
            described.append(one)
        }
        return described
    }

    /// When the frames end that are stored of the epoch in which uncounted frames were lost; nil if its account ends later.
    ///
    /// Live video may have delivered more than a camera had counted when it was killed.
    private func endOfStored(before gap: Gap, _ clocks: EpochClocks) async throws -> Int64? {
        let epoch = gap.isBetweenEpochs ? clocks.epochs.last { $0 < gap.epoch } : gap.epoch
        guard let epoch, let clock = clocks[epoch], let account = clock.account else { return nil }
        // From the last key frame on, because an account that was lost may be hours old.
        let end = FootagePosition(epoch: epoch, tick: Tick(rawValue: Bounds.Ticks.range.upperBound))
        guard let key = try await keyFragment(recording: gap.recording, atOrBefore: end), key.id.epoch == epoch else {
            return nil
        }
        let beyond = try await fragments(
            recording: gap.recording, epoch: epoch, sequences: key.id.sequence...RecordingEdge.endOfEpoch)
        guard let last = beyond.last, last.lastTick > account.lastTick else { return nil }
        let interval = Tick.interval(of: last.frames, from: last.firstTick, to: last.lastTick)
        return Bounds.UTC.clamp(clock.utc(of: last.lastTick + interval))
    }
}
