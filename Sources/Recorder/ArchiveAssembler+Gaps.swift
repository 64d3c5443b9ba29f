// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Footage
import Logging
import Wire

/// What lies between two fragments and is in nobody's hands.
extension ArchiveAssembler {
    /// Another epoch within a recording is a gap in time, with the camera's reason.
    ///
    /// The camera may be epochs further by now: what it captures today says nothing of this one.
    func noteEpoch(_ announcement: FragmentAnnouncement) async throws {
        guard announcement.epoch != previous?.id.epoch else { return }
        let known = try await client.manifest(epoch: announcement.epoch, limit: 1).epochs
        let epoch = known.first { $0.epoch == announcement.epoch }
        if let epoch { try await archive.set(clock: epoch, camera: open.recording.camera) }
        guard previous != nil else { return }
        if let frames = open.takeUnannounced(where: { $0.id.epoch < announcement.epoch }) {
            try await archive.keep(frames, of: open.recording.id)
        }
        let gap = GapDescription(
            epoch: announcement.epoch, firstTick: announcement.firstTick, lastTick: announcement.firstTick, frames: 0,
            reason: epoch?.began ?? GapReason.cameraRestarted.rawValue)
        try await archive.note([gap], in: open.recording.id)
    }

    /// Sequence numbers that neither lane can bring any more; how many frames they had is told from their neighbours.
    mutating func noteHole(before announcement: FragmentAnnouncement) async throws {
        guard let edge = previous, announcement.id != edge.id.next else { return }
        // The archive may know more than the spool, which trims what is acknowledged.
        let stored = try await archive.lastFragment(of: open.recording.id, before: announcement.id)
        if let stored, stored.id > edge.id { previous = Edge(stored) }
        guard let previous else { return }
        let isSameEpoch = previous.id.epoch == announcement.epoch
        let expected = isSameEpoch ? previous.id.sequence + 1 : 1
        guard announcement.sequence > expected else { return }
        let start = isSameEpoch ? previous.lastTick + previous.interval : announcement.firstTick
        let span = max(0, announcement.firstTick - start) / max(1, announcement.nominalInterval)
        let frames = isSameEpoch ? Int(span) : announcement.frames * (announcement.sequence - expected)
        let gap = GapDescription(
            epoch: announcement.epoch, firstTick: start, lastTick: announcement.firstTick, frames: max(1, frames),
            reason: GapReason.spoolOverrun.rawValue)
        guard try await !archive.hasGap(in: open.recording.id, before: gap) else { return }
        logger.warning("fragments are gone from the spool", metadata: ["before": "\(announcement.id)"])
        try await archive.note([gap], in: open.recording.id)
    }
}
