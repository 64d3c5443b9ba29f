// SPDX-License-Identifier: Apache-2.0
import Media

extension MovieMetadata {
    /// What the movie of a range says about itself.
    ///
    /// Time, make, model and orientation are those of the first shown frame's epoch: an epoch ends before they change.
    ///
    /// - Parameter gaps: the gaps that touch the range; each is a chapter, and so is what follows it.
    init(of recording: Recording, _ moments: MovieMoments, clocks: [EpochClock], gaps: [Gap]) {
        self.init(name: recording.cameraName, chapters: Self.chapters(moments, gaps))
        guard let opening = moments.opening, let clock = clocks.first(where: { $0.epoch == opening.epoch }) else {
            return
        }
        let utc = clock.utc(of: opening.tick)
        createdAt = utc
        device = clock.account?.device ?? CaptureDevice()
        timecode = Timecode(utc: utc, interval: clock.account?.nominalInterval ?? moments.interval)
    }

    /// A chapter for each gap, and one where frames come again; none for a gap that ends before the shown part.
    private static func chapters(_ moments: MovieMoments, _ gaps: [Gap]) -> [Chapter] {
        let spans = gaps.map { (gap: $0, start: moments.time(of: $0), end: moments.end(of: $0)) }
            .filter { $0.end > 0 }
        let ends = Set(spans.map(\.end)).filter { end in
            end < moments.shownEnd && !spans.contains { $0.start <= end && end < $0.end }
        }
        return spans.map { Chapter(start: $0.start, title: $0.gap.title) }
            + ends.map { Chapter(start: $0, title: "Recording") }
    }
}
