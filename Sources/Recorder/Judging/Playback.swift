// SPDX-License-Identifier: Apache-2.0
import Disk
package import Footage
import GStreamer
import Media
package import SystemPackage
import Tasks
import Viewing
package import Wire

/// Plays a recorder's recordings: a range as a movie, a moment as a picture.
package struct Playback: Sendable {
    private let archive: Archive
    private let developer: StillDeveloper
    /// The program and its version, for the metadata of pictures.
    private let software: String
    /// Decodes at most two pictures at a time, so that a timeline of a hundred does not slow down the recording.
    private let turns = Turns(limit: 2)
    private let outlines = OutlineCache()

    private var damage: DamageBook { archive.damage }
    /// The ids of recordings of which footage turns out to be damaged.
    let damaged: AsyncStream<String>
    private let foundDamage: AsyncStream<String>.Continuation

    init(of archive: Archive, developer: StillDeveloper, software: String = "Longshot") {
        (self.archive, self.developer, self.software) = (archive, developer, software)
        (damaged, foundDamage) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(100))
    }

    /// The timeline of a recording; throws a problem 404 if there is none.
    package func timeline(of id: String) async throws -> RecordingTimeline {
        guard let recording = try await archive.store.recording(id) else {
            throw Problem.noRecording(id)
        }
        return try await explained { try await RecordingTimeline(recording, in: archive.store) }
    }

    /// The timeline of a recording in the API's form; throws a problem 404 if there is none.
    package func description(of id: String) async throws -> FootageTimeline {
        let timeline = try await timeline(of: id)
        return try await explained {
            let store = archive.store
            return timeline.description(
                by: try await timeline.commonClock(in: store), damage: await damage.gaps(in: id, of: store))
        }
    }

    /// A range of a recording as a plain MP4 file; moments are nanoseconds since 1970, UTC.
    ///
    /// Repeated requests for a range get the same file until its footage changes, and then one with another entity tag. A range
    /// without an end does not grow while it is played. Footage whose file is gone or damaged is left out, the latter once it was
    /// read: the frame before it lasts longer.
    ///
    /// - Parameter wholeFrames: whether the file begins at the beginning of the frame visible at `from`, and ends at the end of the
    ///   frame visible at `to`, unless `to` lies in a gap or behind the last frame. Otherwise it begins and ends at these moments.
    package func movie(of id: String, from: Int64?, to: Int64?, wholeFrames: Bool = false) async throws -> MovieOutline
    {
        let timeline = try await timeline(of: id)
        var (start, end) = (
            from.map { timeline.position(utc: $0) }, to.map { timeline.position(utc: $0, isEnd: !wholeFrames) }
        )
        return try await explained {
            if wholeFrames, let moment = start { start = try await beginning(at: moment, in: id) }
            if wholeFrames, let moment = end { end = try await ending(at: moment, in: id) }
            let (digests, version) = await damage.known
            if let known = outlines[id, start, end, version], !known.holds(any: digests),
                try await archive.store.isCurrent(known, from: start, to: end)
            {
                return known
            }
            let outline = try await archive.store.outline(
                recording: id, from: start, to: end,
                leavingOut: UnreadableFootage(known: digests) { fragment, error in
                    // A file that is gone needs no note: each look at the timeline sees that.
                    if GapReason(damage: error) != .fileMissing { await note(fragment, failing: error) }
                })
            outlines[id, start, end, version] = outline
            return outline
        }
    }

    /// The frame of a recording that is visible at a moment, and those beside it; moments are nanoseconds since 1970, UTC.
    package func frames(of id: String, around moment: Int64) async throws -> NeighbouringFrames {
        let timeline = try await timeline(of: id)
        return try await explained {
            let store = archive.store
            let (shown, next) = try await store.frames(
                around: timeline.position(utc: moment).rounded, recording: id)
            var previous: FramePlace?
            if let shown = shown?.position {
                let earlier = FootagePosition(epoch: shown.epoch, tick: shown.tick + -1)
                previous = try await store.frames(around: earlier, recording: id).before
            }
            let utc = { (frame: FramePlace?) in frame.flatMap { timeline.utc(at: $0.position) } }
            return NeighbouringFrames(previous: utc(previous), shown: utc(shown), next: utc(next))
        }
    }

    /// The parts of a recording of one format each, in order: the first frame and the bytes of footage of each.
    package func parts(of id: String) async throws -> [(begin: SeenFrame, bytes: Int)] {
        try await timeline(of: id).parts.map { (SeenFrame($0.begin), $0.bytes) }
    }

    /// Exports a recording as a plain MP4 file, which appears under its name once it is complete.
    ///
    /// - Parameter begin: the first frame of one of its `parts`; nil for all of it. Throws a problem 404 if no part begins there.
    package func export(_ id: String, from begin: SeenFrame?, to output: FilePath) async throws {
        var (start, end): (FootagePosition?, FootagePosition?) = (nil, nil)
        if let begin {
            let parts = try await timeline(of: id).parts.map(\.begin)
            guard let index = parts.firstIndex(where: { SeenFrame($0) == begin }) else {
                throw Problem.notFound("the beginning of this part of \(id) is no longer in the archive: send it again")
            }
            (start, end) = (parts[index], parts.dropFirst(index + 1).first)
        }
        _ = try await explained {
            try await archive.store.export(recording: id, from: start, to: end, output: output)
        }
    }

    /// Some bytes of a movie from an offset on.
    package func bytes(of movie: MovieOutline, from offset: Int) async throws -> [UInt8] {
        do {
            return try await archive.store.bytes(of: movie, from: offset)
        } catch {
            if let id = movie.fragment(at: offset),
                let fragment = try await archive.store.fragment(recording: movie.recording, id)
            {
                await note(fragment, failing: error)
            }
            throw error
        }
    }

    /// Notes that a fragment could not be read, so that the timeline has it, too.
    private func note(_ fragment: StoredFragment, failing error: any Error) async {
        let isNews = await damage.note(fragment, of: archive.store, failing: error)
        if isNews { foundDamage.yield(fragment.recording) }
    }

    /// A picture of a moment as JPEG: the key frame at or before it, or in JPEG footage the exact frame.
    ///
    /// - Parameters:
    ///   - moment: nanoseconds since 1970, UTC; nil for the beginning.
    ///   - isFull: whether it is the frame nearest to the moment at its full size, instead of at most 640 or in JPEG footage 320
    ///     pixels.
    package func picture(of id: String, at moment: Int64?, isFull: Bool) async throws -> [UInt8] {
        let timeline = try await timeline(of: id)
        let place = moment.map { timeline.position(utc: $0) } ?? timeline.position(offset: 0)
        return try await explained {
            let store = archive.store
            if isFull {
                let shown = try await nearest(to: place, in: id)
                // Who waits keeps nothing in memory: a visitor may ask often, and leave.
                try await turns.take()
                defer { turns.give() }
                let group = try await store.group(showing: shown)
                let picture = try await developer.develop(group, as: .jpeg)
                return metadata(of: shown.position, group.format, timeline, id)?.described(picture) ?? picture
            }
            var fragment = try await store.keyFragment(recording: id, atOrBefore: place)
            // A moment before the beginning gets the first picture.
            if fragment == nil { fragment = try await store.fragments(recording: id, after: nil, limit: 1).first }
            guard let fragment else { throw Problem.notFound("recording \(id) has no picture of that moment") }
            let isJPEG = fragment.segment.codec == .jpeg
            let frame = try await store.frame(of: fragment, at: isJPEG ? place : nil)
            try await turns.take()
            defer { turns.give() }
            guard let format = frame.format, !isJPEG else {
                return try await developer.shrink(frame.unit.bytes, type: "image/jpeg")
            }
            return try await developer.show(frame.unit, format)
        }
    }

    /// What a frame's picture says of itself, as a still does; nil if the clock of its epoch is unknown.
    private func metadata(
        of place: FootagePosition, _ format: VideoFormat, _ timeline: RecordingTimeline, _ id: String
    ) -> ExposureMetadata? {
        guard let utc = timeline.utc(at: place) else { return nil }
        return ExposureMetadata(
            shownAt: utc, utcOffset: ExposureMetadata.utcOffset(at: utc), camera: timeline.cameraName,
            software: software,
            id: "\(id)-\(place.epoch)-\(place.tick.rawValue)", width: format.width, height: format.height,
            note: ExposureMetadata.note(of: format.codec))
    }

    /// The beginning of the frame that is visible at a position; the position itself before the first frame.
    private func beginning(at place: FootagePosition, in id: String) async throws -> FootagePosition {
        try await archive.store.frames(around: place.rounded, recording: id).before?.position ?? place
    }

    /// The end of the frame that is visible at a position; the position itself in a gap and behind the last frame.
    private func ending(at place: FootagePosition, in id: String) async throws -> FootagePosition {
        let next = try await archive.store.frames(around: place.rounded, recording: id).after
        guard let next = next?.position, next.epoch == place.epoch else { return place }
        let isInGap = try await archive.store.gaps(recording: id).contains {
            $0.epoch == place.epoch && $0.firstTick <= next.tick && $0.lastTick >= place.tick
        }
        return isInGap ? place : next
    }

    /// The frame nearest to a position of a recording; of another epoch only if its own has none.
    private func nearest(to place: FootagePosition, in id: String) async throws -> FramePlace {
        let (before, after) = try await archive.store.frames(around: place, recording: id)
        let distance = { (frame: FramePlace) in
            (abs(frame.position.epoch - place.epoch), (frame.position.tick - place.tick).magnitude)
        }
        guard let nearest = [before, after].compactMap(\.self).min(by: { distance($0) < distance($1) }) else {
            throw Problem.notFound("recording \(id) has no picture of that moment")
        }
        return nearest
    }

    private func explained<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as FootageError {
            throw Problem(playback: error) ?? error
        } catch let error as DiskError where error.isMissingFile {
            throw Problem(
                "damaged", status: 500, title: "Damaged",
                detail: "a file of the recording is gone: `longshot verify` says which frames are missing")
        }
    }
}

extension FootagePosition {
    /// Half a millisecond later, because moments in milliseconds may lie before the frame that they mean.
    fileprivate var rounded: FootagePosition { FootagePosition(epoch: epoch, tick: tick + Tick.perSecond / 2_000) }
}

extension Problem {
    /// The problem for a footage error that the caller can act on; nil for other errors.
    fileprivate init?(playback error: FootageError) {
        switch error {
        case .notFound, .emptyRange: self = .notFound("\(error)")
        case .formatChanges(let change):
            self = .conflict("the video format changes \(change): request the ranges before and after it")
        case .readOnly: self = .stopping
        case .damaged: self = Problem("damaged", status: 500, title: "Damaged", detail: "\(error)")
        default: return nil
        }
    }
}

extension SeenFrame {
    fileprivate init(_ place: FootagePosition) { self.init(epoch: place.epoch, tick: place.tick.rawValue) }
}
