// SPDX-License-Identifier: Apache-2.0
import Media
import MediaSamples
import SystemPackage

@testable import Footage

/// Stores of real video.
extension StoreFixture {
    /// A store below a folder with the recording of these frames, in segments of a length.
    static func store(
        of units: [FormattedAccessUnit], leavingOut: Set<Int> = [], limits: Fragmenter.Limits = .init(),
        clock: EpochClock? = nil, in directory: FilePath
    ) async throws -> FootageStore {
        let store = try await FootageStore(directory: directory.appending("store"))
        try await store.open(recording)
        if let clock { try await store.set(clock) }
        for closed in try EncodedVideo.fragments(units, limits: limits)
        where !leavingOut.contains(closed.fragment.sequence) {
            _ = try await store.append(entry(of: closed))
        }
        return store
    }

    /// A fragment of the recording.
    static func entry(of closed: ClosedFragment, epoch: Int = 1) -> FragmentEntry {
        FragmentEntry(
            recording: recording.id, epoch: epoch, segment: closed.segment, fragment: closed.fragment,
            format: InitSegment(closed.format), captured: closed.fragment.frames, received: 0, source: .backfill,
            persistedAt: 1)
    }
}
