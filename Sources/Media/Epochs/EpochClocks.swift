// SPDX-License-Identifier: Apache-2.0

/// The clocks of a camera's epochs, and the time between frames of two epochs as players and exports show it.
package struct EpochClocks: Sendable {
    private let clocks: [Int: EpochClock]

    /// The last of several clocks of one epoch counts.
    package init(_ clocks: [EpochClock]) {
        self.clocks = Dictionary(clocks.map { ($0.epoch, $0) }) { $1 }
    }

    /// The clock of an epoch; nil if it is unknown.
    package subscript(epoch: Int) -> EpochClock? { clocks[epoch] }

    /// The epochs with a known clock, in order.
    package var epochs: [Int] { clocks.keys.sorted() }

    /// Where an epoch ends by its account; nil if it has not ended, or keeps none.
    package func end(of epoch: Int) -> FootagePosition? {
        guard let account = self[epoch]?.account, account.isClosed else { return nil }
        return FootagePosition(epoch: epoch, tick: account.lastTick + account.nominalInterval)
    }

    /// Where the epoch before a gap between two epochs ends by its account; nil for another gap, and if that is not known.
    ///
    /// Its last frame ends when the next epoch begins, which may be sooner than its own duration.
    package func end(before gap: Gap) -> FootagePosition? {
        guard gap.isBetweenEpochs, let end = epochs.last(where: { $0 < gap.epoch }).flatMap(end(of:)) else {
            return nil
        }
        guard let before = clocks[end.epoch], let last = before.account?.lastTick, let after = clocks[gap.epoch] else {
            return end
        }
        let next = before.tick(at: after.utc(of: gap.firstTick))
        return next > last ? FootagePosition(epoch: end.epoch, tick: min(end.tick, next)) : end
    }

    /// The ticks from a frame to a later one.
    ///
    /// Between two epochs the first frame stays until the other epoch begins by UTC, which may be sooner than its own duration. If that
    /// is not later than the first frame, because UTC stepped back, or if a clock is unknown, it stays for its duration.
    ///
    /// - Parameter duration: the ticks for which the earlier frame is shown if it is the last of its epoch.
    package func elapsed(from earlier: FootagePosition, lasting duration: Int64, to later: FootagePosition) -> Int64 {
        guard earlier.epoch != later.epoch else { return later.tick - earlier.tick }
        guard let before = clocks[earlier.epoch], let after = clocks[later.epoch] else { return duration }
        let nanoseconds = after.utc(of: later.tick).subtractingSaturating(before.utc(of: earlier.tick))
        let ticks = Tick(nanoseconds: nanoseconds).rawValue
        return ticks > 0 ? ticks : duration
    }
}
