// SPDX-License-Identifier: Apache-2.0
import Disk
package import Footage
import GStreamer
import Media
package import SystemPackage
import Tasks
package import Wire

/// The recorder's recordings: the store in terms of the API.
package struct Archive: Sendable {
    /// The segments and their catalog.
    package let store: any FootageArchive
    /// The damaged footage that is known.
    let damage: DamageBook
    /// A recording is settled by one caller: another one would take the accounts that this one closes for lost.
    let settling = Turns(limit: 1)

    /// Creates an archive on a store.
    ///
    /// - Parameter directory: the store's folder, for what is known of damage; nil to remember that in memory only.
    package init(_ store: any FootageArchive, at directory: FilePath? = nil) {
        (self.store, damage) = (store, DamageBook(in: directory))
    }

    /// Opens the archive in a folder for writing; one process at a time.
    package init(at directory: FilePath) async throws {
        self.init(try await FootageStore(directory: directory), at: directory)
    }

    /// Opens the archive in a folder for reading, also while a recorder writes.
    package init(reading directory: FilePath) async throws {
        self.init(try await FootageStore(readingDirectory: directory), at: directory)
    }

    /// The digests of an epoch's stored fragments, by sequence.
    ///
    /// Omits fragments that were never announced, because announced ones replace them.
    func digests(of recording: String, epoch: Int, sequences: ClosedRange<Int>) async throws -> [Int: Digest] {
        let fragments = try await store.fragments(recording: recording, epoch: epoch, sequences: sequences)
        return Dictionary(fragments.filter { $0.source != .unconfirmed }.map { ($0.id.sequence, $0.digest) }) { $1 }
    }

    /// Stores that a recording was stopped, in case the recorder ends before its last fragment arrives.
    func markStopping(_ id: String, _ reached: FootagePosition? = nil) async throws {
        let stop = RecordingStop(reached: reached, boot: Boot.id, monotonic: monotonicNanoseconds())
        try await store.set(stop, of: id)
        _ = try await store.setState(.stopping, recording: id, from: [.recording], at: wallNanoseconds())
    }

    /// Stores that a recording was stopped, and what its camera has captured by now as far as was heard.
    func markStopping(_ open: OpenRecording) async throws {
        var reached: FootagePosition?
        if let heard = open.heard {
            let clocks = try await store.clocks(camera: open.recording.camera)
            let clock = clocks.told(as: heard.epochID, or: heard.epoch)
            reached = clock.map { FootagePosition(epoch: $0.epoch, tick: heard.tickNow) }
        }
        try await markStopping(open.recording.id, reached)
    }

    /// Locks a recording against deletion, or unlocks it.
    func lock(_ id: String, _ isLocked: Bool) async throws {
        _ = try await store.setLocked(isLocked, recording: id)
    }

    /// Stores fragments of a recording and the gaps that their announcements report, all or none.
    func append(_ entries: [FragmentEntry], gaps: [GapDescription]) async throws {
        guard let recording = entries.first?.recording else { return }
        _ = try await store.append(entries, gaps: gaps.map { Gap($0, in: recording) })
    }

    /// Stores the frames that live video delivered of unannounced fragments, up to the first missing frame.
    ///
    /// Cuts fragments as the camera does, so that each fragment that the camera still has replaces exactly its own part.
    func keep(_ frames: OpenRecording.Unannounced, of recording: String) async throws {
        let missing = frames.units.indices.dropFirst().first {
            !frames.isNext(frames.units[$0].tick, after: frames.units[$0 - 1].tick)
        }
        var fragmenter = Fragmenter(nominalInterval: frames.nominalInterval, firstSequence: frames.id.sequence)
        var closed: [ClosedFragment] = []
        for unit in frames.units[..<(missing ?? frames.units.endIndex)] {
            let next = FormattedAccessUnit(unit: unit, format: frames.format)
            if let fragment = try fragmenter.push(next) { closed.append(fragment) }
        }
        if let last = fragmenter.close() { closed.append(last) }
        var total = frames.before
        var entries: [FragmentEntry] = []
        for fragment in closed.map(\.fragment) {
            total = total.map { $0 + fragment.frames }
            entries.append(
                FragmentEntry(
                    recording: recording, epoch: frames.id.epoch, segment: frames.segment, fragment: fragment,
                    format: InitSegment(frames.format), captured: fragment.frames, total: total,
                    received: fragment.frames, source: .unconfirmed, persistedAt: wallNanoseconds()))
        }
        _ = try await store.append(entries, gaps: [])
    }

    /// A recording in the API's form; nil if there is none.
    ///
    /// - Parameter withSegments: whether to include the paths, of which a month of video has 43,000.
    package func description(of id: String, withSegments: Bool = true) async throws -> RecordingDescription? {
        guard let summary = try await store.summary(recording: id) else { return nil }
        let gaps = try await store.gaps(recording: id)
        // What verifying would find, as far as it is known without reading all files.
        let damaged = await damage.gaps(in: id, of: store)
        let lost = damaged.reduce(0) { $0 + $1.frames }
        var description = RecordingDescription(
            id: id, camera: summary.recording.camera, cameraName: summary.recording.cameraName,
            transport: Transport(rawValue: summary.recording.transport) ?? .udp,
            state: summary.state,
            startedAt: summary.recording.startedAt)
        description.capturedFrom = summary.firstCapturedAt.map(Bounds.UTC.clamp)
        (description.stoppedAt, description.isLocked) = (summary.recording.stoppedAt, summary.recording.isLocked)
        if summary.recording.deletedFrames > 0 { description.deletedFrames = summary.recording.deletedFrames }
        (description.width, description.height) = (summary.width, summary.height)
        description.formats = summary.formats.count > 1 ? summary.formats : nil
        description.duration = Bounds.Duration.clamp(Tick(rawValue: summary.duration).nanoseconds)
        description.bytes = Int64(summary.byteCount)
        let outside = gaps.filter { !$0.reason.isInsideFragments }.reduce(0) { Bounds.Total.clamp($0 + $1.frames) }
        description.frames.captured = Bounds.Total.clamp(Bounds.Total.clamp(summary.captured) + outside)
        description.frames.encoded = Bounds.Total.clamp(summary.frames + outside)
        description.frames.received = summary.received
        (description.frames.backfilled, description.frames.unconfirmed) = (summary.backfilled, summary.unconfirmed)
        description.frames.persisted = max(0, summary.frames - lost)
        description.frames.missing = max(0, description.frames.captured - description.frames.persisted)
        description.gaps = try await store.described(gaps.with(damaged), of: summary.recording)
        description.codec = summary.codec?.rawValue
        if withSegments {
            let segments = try await store.segments(recording: id)
            description.segments = segments.map(store.location(of:))
        }
        return description
    }

    /// One recording with its segments; throws a problem 404 if there is none.
    package func recording(_ id: String) async throws -> RecordingDescription {
        guard let description = try await description(of: id) else { throw Problem.noRecording(id) }
        return description
    }

    /// Recordings older than the one with the id `before`, or all if it is nil; newest first.
    package func descriptions(
        before: String? = nil, limit: Int, withSegments: Bool = true,
        where isWanted: (Recording) -> Bool = { _ in true }
    ) async throws -> [RecordingDescription] {
        var descriptions: [RecordingDescription] = []
        let recordings = try await store.recordings().filter { recording in
            before.map { recording.id < $0 } ?? true && isWanted(recording)
        }
        for recording in recordings.sorted(by: { $0.id > $1.id }).prefix(limit) {
            let description = try await description(of: recording.id, withSegments: withSegments)
            if let description { descriptions.append(description) }
        }
        return descriptions
    }
}

extension RecordingSummary {
    /// The recording's state in the API's form.
    fileprivate var state: RecordingDescription.State {
        switch recording.state {
        case .recording: fragments == 0 ? .waiting : .recording
        case .stopping: .stopping
        case .stopped: .stopped
        }
    }
}
