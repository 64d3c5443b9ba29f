// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import Media
import Synchronization
import SystemPackage

/// The damaged footage that playing has met since the recorder began: it is left out from then on, and shown as gaps.
final class DamageBook: Sendable {
    /// The most fragments that are remembered; the others are met again.
    private static let limit = 10_000

    private let known = Mutex<[Digest: Gap]>([:])

    /// What is left out of a movie.
    var footage: UnreadableFootage { UnreadableFootage(known: digests) }

    /// The digests of the damaged fragments.
    var digests: Set<Digest> { known.withLock { Set($0.keys) } }

    /// Notes that reading a fragment failed, if that says something about its file.
    func note(_ fragment: StoredFragment, failing error: any Error) {
        guard let reason = GapReason(damage: error) else { return }
        known.withLock { known in
            guard known.count < Self.limit else { return }
            known[fragment.digest] = fragment.gap(reason)
        }
    }

    /// The gaps of damaged footage in a recording, with those of files that are gone, in the order of capture.
    func gaps(in recording: String, of store: any FootageArchive) async throws -> [Gap] {
        var gaps = known.withLock { $0.values.filter { $0.recording == recording } }
        let gone = try await store.segments(recording: recording).filter {
            Self.isGone(store.location(of: $0))
        }
        guard !gone.isEmpty else { return [].with(gaps) }
        let files = Set(gone.map(\.id))
        let met = Set(
            gaps.compactMap { gap in gap.sequences.map { FragmentID(epoch: gap.epoch, sequence: $0.lowerBound) } })
        var place: FragmentID?
        while true {
            let page = try await store.fragments(recording: recording, after: place, limit: 1_000)
            guard let last = page.last else { return [].with(gaps) }
            let lost = page.filter { files.contains($0.segment.id) && !met.contains($0.id) }
            gaps += lost.map { $0.gap(.fileMissing) }
            place = last.id
        }
    }

    /// Whether there is no file; what may not be looked at counts as there.
    private static func isGone(_ path: String) -> Bool {
        do {
            return try FileStatus(FilePath(path)) == nil
        } catch {
            return false
        }
    }
}
