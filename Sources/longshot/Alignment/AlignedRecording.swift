// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Recorder
import Wire

/// A recording on the common clock of the archive's cameras.
struct AlignedRecording: Sendable {
    let recording: Recording
    let clock: CommonClock
    let timeline: RecordingTimeline
    /// The moments at which its first frame begins and its last one ends, in nanoseconds since 1970 UTC.
    let span: ClosedRange<Int64>

    /// Places a recording; nil without footage, or if nothing is known of its clock.
    init?(_ recording: Recording, in store: any FootageArchive) async throws {
        guard let timeline = try await RecordingTimeline.whole(recording, in: store) else { return nil }
        self.timeline = timeline
        clock = try await timeline.commonClock(in: store)
        guard let first = clock.moment(at: timeline.start), let last = clock.moment(at: timeline.close) else {
            return nil
        }
        self.recording = recording
        span = first.utc...max(first.utc, last.utc)
    }

    /// The position at a moment in nanoseconds since 1970 UTC.
    ///
    /// - Parameter isEnd: whether it is the end of a range, which is no part of it.
    func position(at utc: Int64, isEnd: Bool = false) -> FootagePosition {
        timeline.position(utc: utc, by: clock, isEnd: isEnd)
    }

    /// The table of an exported file.
    ///
    /// - Parameters:
    ///   - from: the beginning of its range; nil for that of the recording.
    ///   - to: the end of its range; nil for that of the recording.
    ///   - gaps: the gaps that it tells; nil for all of the file.
    ///   - zero: the zero of its seconds, in nanoseconds since 1970 UTC.
    func table(
        of file: ExportSummary, from: FootagePosition?, to: FootagePosition?, gaps: [Gap]? = nil, zero: Int64,
        _ store: any FootageArchive
    ) async throws -> FrameTable {
        let frames = try await store.shownFrames(
            recording: recording.id, from: from, to: to, leavingOut: file.leftOut)
        return FrameTable(frames: frames, gaps: gaps ?? file.gaps, clock: clock, zero: zero)
    }

    /// Whether it shows a frame in a range.
    func overlaps(_ range: Range<Int64>) -> Bool {
        span.lowerBound < range.upperBound && span.upperBound > range.lowerBound
            && timeline.hasFrames(
                from: position(at: range.lowerBound), to: position(at: range.upperBound, isEnd: true))
    }
}
