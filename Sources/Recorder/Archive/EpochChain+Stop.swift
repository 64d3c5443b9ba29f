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
        let current = epoch(announcement.epoch)
        if previous?.epoch == announcement.epoch || current?.hasLost(before: announcement, by: moment) == true {
            return RecordingEdge(
                after: FragmentID(epoch: announcement.epoch, sequence: announcement.sequence - 1),
                total: announcement.before)
        }
        // Between two epochs: the end of the last epoch that captured anything before the moment.
        let earlier = epochs.last { epoch in
            epoch.number < announcement.epoch
                && (epoch.clock.utc(of: epoch.account?.lastTick ?? Tick(rawValue: 0)) <= moment.utc
                    || epoch.hasLost(before: announcement, by: moment))
        }
        let heard = moment.reached.flatMap { $0.epoch < announcement.epoch ? $0.epoch : nil }
        let number = max(previous?.epoch ?? 0, earlier?.number ?? 0, heard ?? 0)
        return RecordingEdge(after: FragmentID(epoch: number, sequence: RecordingEdge.endOfEpoch))
    }
}

extension EpochChain.Epoch {
    /// Whether the camera has lost footage that it captured before a stop: nobody announces that any more.
    fileprivate func hasLost(before announcement: FragmentAnnouncement, by moment: StopMoment) -> Bool {
        lost.contains { lost in
            let first = FootagePosition(epoch: number, tick: Tick(rawValue: lost.firstTick))
            return FragmentID(epoch: number, sequence: lost.lastSequence) < announcement.id
                && !moment.isBefore(first, clock)
        }
    }
}
