// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Wire

extension EpochChain {
    /// The end of a recording that was stopped at a moment before an announced fragment.
    ///
    /// - Parameter previous: the place after the recording's last fragment.
    func edge(
        at moment: StopMoment, before announcement: FragmentAnnouncement, behind previous: Place?
    ) -> RecordingEdge {
        if previous?.epoch == announcement.epoch || hasLost(in: announcement.epoch, before: announcement, by: moment) {
            return RecordingEdge(
                after: FragmentID(epoch: announcement.epoch, sequence: announcement.sequence - 1),
                total: announcement.before)
        }
        // Between two epochs: the end of the last epoch that captured anything before the moment.
        let earlier = epochs.last { epoch in
            epoch.number < announcement.epoch
                && (epoch.clock.utc(of: epoch.account?.lastTick ?? Tick(rawValue: 0)) <= moment.utc
                    || hasLost(in: epoch.number, before: announcement, by: moment))
        }
        let heard = moment.reached.flatMap { $0.epoch < announcement.epoch ? $0.epoch : nil }
        let number = max(previous?.epoch ?? 0, earlier?.number ?? 0, heard ?? 0)
        return RecordingEdge(after: FragmentID(epoch: number, sequence: RecordingEdge.endOfEpoch))
    }

    /// Whether the camera has lost footage of an epoch that it captured before a stop: nobody announces that any more.
    private func hasLost(in number: Int, before announcement: FragmentAnnouncement, by moment: StopMoment) -> Bool {
        guard let epoch = epoch(number) else { return false }
        return epoch.lost.contains { lost in
            FragmentID(epoch: number, sequence: lost.lastSequence) < announcement.id
                && !moment.isBefore(
                    FootagePosition(epoch: number, tick: Tick(rawValue: lost.firstTick)), epoch.clock)
        }
    }
}
