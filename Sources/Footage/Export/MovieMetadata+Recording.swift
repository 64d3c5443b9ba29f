// SPDX-License-Identifier: Apache-2.0
import Media

extension MovieMetadata {
    /// What the movie of a range says about itself.
    ///
    /// Time, make, model and orientation are those of the first shown frame's epoch: an epoch ends before they change.
    ///
    /// - Parameter gaps: the gaps that touch the range; each is a chapter.
    init(of recording: Recording, _ moments: MovieMoments, clocks: [EpochClock], gaps: [Gap]) {
        self.init(
            name: recording.cameraName,
            chapters: gaps.map { Chapter(start: moments.time(of: $0), title: $0.title) })
        guard let opening = moments.opening, let clock = clocks.first(where: { $0.epoch == opening.epoch }) else {
            return
        }
        let utc = clock.utc(of: opening.tick)
        createdAt = utc
        device = clock.account?.device ?? CaptureDevice()
        timecode = Timecode(utc: utc, interval: clock.account?.nominalInterval ?? moments.interval)
    }
}
