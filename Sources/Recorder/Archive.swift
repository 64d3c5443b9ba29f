// SPDX-License-Identifier: Apache-2.0
package import Footage
import GStreamer
package import Media
package import SystemPackage
import Tasks
package import Wire

/// The recorder's recordings: the store, in the words that travel.
package struct Archive: Sendable {
    /// The segments and their catalog.
    package let store: any FootageArchive

    /// An archive of what a store has.
    package init(_ store: any FootageArchive) {
        self.store = store
    }

    /// Opens the archive in a folder for writing; one process at a time.
    package init(at directory: FilePath) async throws {
        self.init(try await FootageStore(directory: directory))
    }

    /// Opens the archive in a folder for reading, also while a recorder writes.
    package init(reading directory: FilePath) async throws {
        self.init(try await FootageStore(readingDirectory: directory))
    }

    /// The digests of the fragments of an epoch that are in the archive, by number.
    ///
    /// What was never announced does not count: what was announced takes its place.
    func digests(of recording: String, epoch: Int, sequences: ClosedRange<Int>) async throws -> [Int: Digest] {
        let fragments = try await store.fragments(recording: recording, epoch: epoch, sequences: sequences)
        return Dictionary(fragments.filter { $0.source != .unconfirmed }.map { ($0.id.sequence, $0.digest) }) { $1 }
    }

    /// Remembers that a recording was stopped, should the recorder end before its last fragment is there.
    func markStopping(_ id: String) async throws {
        _ = try await store.setState(.stopping, recording: id, from: [.recording], at: wallNanoseconds())
    }

    /// Spares a recording from whatever deletes old footage, or no longer.
    func lock(_ id: String, _ isLocked: Bool) async throws {
        _ = try await store.setLocked(isLocked, recording: id)
    }

    /// Persists fragments of a recording and what their announcements say is missing around them, all or none.
    func append(_ entries: [FragmentEntry], gaps: [GapDescription]) async throws {
        guard let recording = entries.first?.recording else { return }
        _ = try await store.append(entries, gaps: gaps.map { Gap($0, in: recording) })
    }

    /// Stores what live video had brought of fragments that were not announced, up to the first frame that is missing.
    ///
    /// It is cut as the camera cuts it: each fragment that the camera still has takes the place of its own part, and no more.
    func keep(_ frames: OpenRecording.Unannounced, of recording: String) async throws {
        let missing = frames.units.indices.dropFirst().first {
            2 * (frames.units[$0].tick - frames.units[$0 - 1].tick) > 3 * frames.nominalInterval
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

    /// A recording as it is told to others; nil when there is none of that id.
    ///
    /// - Parameter withSegments: false leaves the paths out, of which a month of video has 43,000.
    package func description(of id: String, withSegments: Bool = true) async throws -> RecordingDescription? {
        guard let summary = try await store.summary(recording: id) else { return nil }
        let gaps = try await store.gaps(recording: id)
        var description = RecordingDescription(
            id: id, camera: summary.recording.camera, cameraName: summary.recording.cameraName,
            transport: Transport(rawValue: summary.recording.transport) ?? .udp,
            state: summary.state,
            startedAt: summary.recording.startedAt)
        (description.stoppedAt, description.isLocked) = (summary.recording.stoppedAt, summary.recording.isLocked)
        (description.width, description.height) = (summary.width, summary.height)
        description.duration = Bounds.Duration.clamp(Tick(rawValue: summary.duration).nanoseconds)
        description.bytes = Int64(summary.byteCount)
        let outside = gaps.filter { !$0.reason.isInsideFragments }.reduce(0) { Bounds.Total.clamp($0 + $1.frames) }
        description.frames.captured = Bounds.Total.clamp(Bounds.Total.clamp(summary.captured) + outside)
        description.frames.encoded = Bounds.Total.clamp(summary.frames + outside)
        description.frames.received = summary.received
        (description.frames.backfilled, description.frames.unconfirmed) = (summary.backfilled, summary.unconfirmed)
        description.frames.persisted = summary.frames
        description.frames.missing = max(0, description.frames.captured - summary.frames)
        description.gaps = gaps.map(GapDescription.init)
        description.codec = summary.codec?.rawValue
        if withSegments {
            let segments = try await store.segments(recording: id)
            description.segments = segments.map(store.location(of:))
        }
        return description
    }

    /// One recording, and its segments.
    ///
    /// Throws what to tell whoever asks when there is none.
    package func recording(_ id: String) async throws -> RecordingDescription {
        guard let description = try await description(of: id) else { throw Problem.noRecording(id) }
        return description
    }

    /// Recordings older than one of them, or all, newest first.
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

extension GapDescription {
    /// A gap of the catalog, as it travels.
    package init(_ gap: Gap) {
        self.init(
            epoch: gap.epoch, firstTick: gap.firstTick.rawValue, lastTick: gap.lastTick.rawValue,
            frames: gap.frames, reason: gap.reason.rawValue)
        (firstSequence, lastSequence) = (gap.sequences?.lowerBound, gap.sequences?.upperBound)
        (before, isUncounted, atMost) = (gap.before, gap.isUncounted ? true : nil, gap.atMost)
    }
}

extension RecordingSummary {
    /// How the recording stands, in the words that travel.
    fileprivate var state: RecordingDescription.State {
        switch recording.state {
        case .recording: fragments == 0 ? .waiting : .recording
        case .stopping: .stopping
        case .stopped: .stopped
        }
    }
}
