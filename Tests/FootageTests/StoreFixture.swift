// SPDX-License-Identifier: Apache-2.0

import Media
import MediaSamples
import SystemPackage

@testable import Footage

/// A store with one recording, and fragments of random bytes for it.
struct StoreFixture {
    static let recording = Recording(
        id: "rec-1",
        camera: "node",
        cameraName: "Door / left",
        transport: "test",
        codec: .h264,
        startedAt: 1
    )

    let closed: [ClosedFragment]
    private let format: InitSegment

    /// Makes fragments of 1 s each, in segments of `perSegment`.
    init(fragments: Int, perSegment: Int = 60, size: Int = 50) throws {
        let format = try Samples.format()
        let limits = Fragmenter.Limits(segmentDuration: Int64(perSegment) * Tick.perSecond)
        closed = try Samples.fragments(Samples.units(fragments * 30, size: size), format: format, limits: limits)
        self.format = InitSegment(format)
    }

    func entry(
        _ sequence: Int,
        epoch: Int = 1,
        captured: Int? = nil,
        recording: String = Self.recording.id,
        total: Int? = nil,
        segment: Int? = nil,
        source: FragmentSource = .live
    ) -> FragmentEntry {
        let closed = closed[sequence - 1]
        return FragmentEntry(
            recording: recording,
            epoch: epoch,
            segment: segment ?? closed.segment,
            fragment: closed.fragment,
            format: format,
            captured: captured ?? closed.fragment.frames,
            total: total,
            received: closed.fragment.frames,
            source: source,
            persistedAt: Int64(sequence) * 1_000_000_000
        )
    }

    /// The same id with other bytes, as if the camera had announced them.
    func other(_ sequence: Int, like other: Int) throws -> FragmentEntry {
        let (wanted, unannounced) = (entry(sequence), try unconfirmed(sequence, like: other))
        return FragmentEntry(
            recording: wanted.recording, epoch: 1, segment: wanted.segment, fragment: unannounced.fragment,
            format: wanted.format, captured: unannounced.captured, received: 0, source: .backfill, persistedAt: 9)
    }

    /// The same id with other bytes or the same ones, not announced by the camera.
    func unconfirmed(
        _ sequence: Int, like other: Int, recording: String = Self.recording.id
    ) throws -> FragmentEntry {
        let (wanted, like) = (entry(sequence), closed[other - 1].fragment)
        let fragment =
            other == sequence
            ? like
            : try Fragment(
                sequence: sequence, base: like.base,
                units: [AccessUnit(tick: like.firstTick, isSync: true, bytes: [0, 0, 0, 1, 0x65])],
                nominalInterval: 3_000)
        return FragmentEntry(
            recording: recording, epoch: 1, segment: wanted.segment, fragment: fragment, format: wanted.format,
            captured: fragment.frames, received: fragment.frames, source: .unconfirmed, persistedAt: 9)
    }

    /// A store in a directory with the open recording and these fragments.
    func store(in directory: FilePath, _ sequences: some Sequence<Int>) async throws -> FootageStore {
        let store = try await FootageStore(directory: directory)
        try await store.open(Self.recording)
        for sequence in sequences { _ = try await store.append(entry(sequence)) }
        return store
    }

    /// A camera that has announced all fragments, with some values replaced.
    func witness(digest: Digest? = nil, format: Digest? = nil, camera: String = "node") -> FootageStore.Witness {
        { [closed, own = self.format.digest] id, _ in
            guard id.epoch == 1, closed.indices.contains(id.sequence - 1) else { return nil }
            let (segment, fragment) = (closed[id.sequence - 1].segment, closed[id.sequence - 1].fragment)
            return FragmentProof(
                digest: digest ?? fragment.digest, format: format ?? own, segment: segment, base: fragment.base,
                captured: fragment.frames, gaps: [], camera: (camera, "Door / left"))
        }
    }

    /// The digests of all intact fragments in and below a directory, independent of the file names.
    static func intactFragments(_ directory: FilePath) throws -> Set<Digest> {
        var digests: Set<Digest> = []
        for name in ScratchFile.files(below: directory) where name.contains(".mp4") {
            let path = directory.appending(name)
            var file = try RecoveredFragments(path, isWhole: true)
            if file.format == nil { file = try RecoveredFragments(path, isWhole: false) }
            while let bytes = try file.next() { digests.insert(Digest(of: bytes)) }
        }
        return digests
    }

    /// The footage files of a store.
    static func files(_ directory: FilePath) -> [String] {
        ScratchFile.files(below: directory).filter { $0.hasSuffix(".mp4") }
    }
}

extension FootageStore {
    /// The file of a fragment, which is at `offset ..< offset + byteCount`.
    nonisolated func path(of fragment: StoredFragment) -> FilePath {
        directory.appending(fragment.segment.path)
    }
}
