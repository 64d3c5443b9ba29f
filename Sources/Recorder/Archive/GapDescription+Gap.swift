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
        guard let ends = clocks.ends(around: gap) else { return }
        from = min(Bounds.UTC.clamp(ends.closedAt), first)
    }
}

extension Catalog {
    /// Gaps of a recording in the API's form, with the time of day; consecutive missing fragments are one gap.
    package func described(_ gaps: [Gap], of recording: Recording) async throws -> [GapDescription] {
        guard !gaps.isEmpty else { return [] }
        let known = try await clocks(camera: recording.camera)
        let clocks = EpochClocks(known)
        var described: [GapDescription] = []
        for gap in gaps.joined {
            var one = GapDescription(gap, clocks: clocks)
            if gap.isUncounted, let end = try await endOfStored(before: gap, clocks), let from = one.from {
                one.from = min(max(from, end), one.to ?? end)
            }
            if let ends = clocks.ends(around: gap), ends.isDoubtful {
                let epochs = ends.before.epoch...ends.after.epoch
                let comparisons = try await comparisons(camera: recording.camera, epochs: epochs)
                one.measure(ends, by: CommonClock(known, comparisons))
            }
            described.append(one)
        }
        return described
    }

    /// When the frames end that are stored of the epoch in which uncounted frames were lost, before a gap at the end of footage;
    /// nil before another gap if the epoch's account ends later.
    ///
    /// Live video may have delivered more than a camera had counted when it was killed.
    private func endOfStored(before gap: Gap, _ clocks: EpochClocks) async throws -> Int64? {
        let epoch = gap.isBetweenEpochs ? clocks.epochs.last { $0 < gap.epoch } : gap.epoch
        guard let epoch, let clock = clocks[epoch], let account = clock.account else { return nil }
        let isEnd = !gap.isBetweenEpochs && gap.frames == 0
        // From the last key frame on, because an account that was lost may be hours old.
        let end = FootagePosition(
            epoch: epoch, tick: isEnd ? gap.firstTick : Tick(rawValue: Bounds.Ticks.range.upperBound))
        guard let key = try await keyFragment(recording: gap.recording, atOrBefore: end), key.id.epoch == epoch else {
            return nil
        }
        let beyond = try await fragments(
            recording: gap.recording, epoch: epoch, sequences: key.id.sequence...RecordingEdge.endOfEpoch)
        let last = isEnd ? beyond.last { $0.firstTick <= gap.firstTick } : beyond.last
        guard let last, isEnd || last.lastTick >= account.lastTick else { return nil }
        let interval = Tick.interval(of: last.frames, from: last.firstTick, to: last.lastTick)
        return Bounds.UTC.clamp(clock.utc(of: last.lastTick + interval))
    }
}

/// The end of an epoch and the beginning of a later one.
private struct EpochEnds {
    /// How far the two clocks of a camera may disagree about a pause, in nanoseconds, before one of them was set.
    private static let agreement: UInt64 = 1_000_000_000

    let before: FootagePosition
    let after: FootagePosition
    /// The mean ticks from frame to frame in the earlier epoch.
    let interval: Int64
    /// When the earlier one ends by the camera's clock, in nanoseconds since 1970 UTC.
    let closedAt: Int64
    /// When the later one begins by the camera's clock, in nanoseconds since 1970 UTC.
    let beganAt: Int64

    /// The time between them by the camera's media clock, in nanoseconds, which nobody can set; meaningless if the camera was
    /// booted meanwhile.
    var length: Int64 { Tick(rawValue: after.tick - before.tick).nanoseconds }
    /// Whether the camera's clock was set while the camera was not running, or the camera was booted.
    var isDoubtful: Bool {
        beganAt < closedAt
            || beganAt.subtractingSaturating(closedAt).subtractingSaturating(length).magnitude > Self.agreement
    }
}

extension EpochClocks {
    /// The epochs around a gap between two of them; nil for another gap, and if the earlier one has not ended.
    fileprivate func ends(around gap: Gap) -> EpochEnds? {
        guard let before = end(before: gap), let earlier = self[before.epoch], let account = earlier.account,
            let later = self[gap.epoch]
        else { return nil }
        let after = FootagePosition(epoch: gap.epoch, tick: gap.firstTick)
        return EpochEnds(
            before: before, after: after, interval: account.nominalInterval, closedAt: earlier.utc(of: before.tick),
            beganAt: later.utc(of: after.tick))
    }
}

extension GapDescription {
    /// Takes the length of a gap between two epochs from clocks that were not set, if the camera's was compared with the recorder's
    /// in both epochs.
    ///
    /// The camera's media clock counts from its boot. If the recorder's clock saw the same time pass as it did, the camera was not
    /// booted meanwhile, and the media clock is exact; if not, the recorder's clock counts where the camera's was set back.
    fileprivate mutating func measure(_ ends: EpochEnds, by clock: CommonClock) {
        guard let to, let first = clock.moment(at: ends.after), let last = clock.moment(at: ends.before),
            first.isCompared, last.isCompared, first.utc > last.utc
        else { return }
        let seen = first.utc.subtractingSaturating(last.utc)
        let drift = seen / 1_000_000 * CommonClock.drift
        let error = first.uncertainty.addingSaturating(last.uncertainty).addingSaturating(drift)
        let isSameBoot = seen.subtractingSaturating(ends.length).magnitude <= error
        guard isSameBoot || ends.beganAt < ends.closedAt else { return }
        let length = isSameBoot ? max(0, ends.length) : seen
        from = Bounds.UTC.clamp(to.subtractingSaturating(length))
        guard isUncounted == true, isSameBoot || atMost == nil else { return }
        let most = Int(Tick(nanoseconds: length).rawValue / max(1, ends.interval))
        atMost = min(atMost ?? most, most)
    }
}
