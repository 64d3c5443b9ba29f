// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Wire

extension Spool {
    /// The hold of a recording that begins at a moment, in nanoseconds since 1970 UTC: with the spool's first fragment that
    /// ends then or later, in any epoch; nil if there is none.
    func beginning(since moment: Int64, recording: String, now: Int64) async throws -> FootageHold? {
        let store = try await disk.store()
        for clock in try await store.clocks(camera: description.id) {
            let tick = clock.tick + Tick(nanoseconds: moment - clock.utc).rawValue
            let first = try await store.firstSync(
                recording: Spool.recording(epoch: clock.epoch), endingAtOrAfter: tick)
            guard let first, let id = epochs.id(of: clock.epoch) else { continue }
            return FootageHold(
                recording: recording, epoch: clock.epoch, epochID: id, sequence: first.id.sequence,
                before: first.before,
                reach: max(0, now - clock.utc(of: first.firstTick)))
        }
        return nil
    }
}
