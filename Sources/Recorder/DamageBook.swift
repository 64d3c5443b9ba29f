// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import Media
import Synchronization
import SystemPackage

/// The damaged footage that playing has met since the program began: it is left out from then on, and shown as gaps.
final class DamageBook: Sendable {
    /// The most fragments that are remembered; the others are met again.
    private static let limit = 10_000

    private struct Entry {
        let gap: Gap
        let file: FilePath
        /// The file's status at that time: a file that has changed may have been repaired.
        let status: FileStatus?
    }

    private struct State {
        var known: [Digest: Entry] = [:]
        /// What was gone of each recording when it was last asked for.
        var gone: [String: [Gap]] = [:]
        var version = 0
    }

    private let state = Mutex(State())

    /// What is left out of a movie.
    var footage: UnreadableFootage { UnreadableFootage(known: digests) }

    /// The digests of the damaged fragments.
    var digests: Set<Digest> { state.withLock { Set($0.known.keys) } }

    /// Changes whenever `gaps(in:of:)` finds that footage was repaired or has gone.
    var version: Int { state.withLock(\.version) }

    /// Notes that reading a fragment of a store failed, if that says something about its file.
    func note(_ fragment: StoredFragment, of store: any FootageArchive, failing error: any Error) {
        guard let reason = GapReason(damage: error) else { return }
        let file = FilePath(store.location(of: fragment.segment))
        let entry = Entry(gap: fragment.gap(reason), file: file, status: Self.status(of: file))
        state.withLock { state in
            guard state.known.count < Self.limit else { return }
            state.known[fragment.digest] = entry
        }
    }

    /// The gaps of damaged footage in a recording, with those of files that are gone, in the order of capture.
    ///
    /// Looks at the files again, so that repaired footage is no longer left out.
    func gaps(in recording: String, of store: any FootageArchive) async throws -> [Gap] {
        let gone = try await store.goneFootage(recording: recording)
        let met = state.withLock { $0.known.filter { $0.value.gap.recording == recording } }
        let repaired = met.filter { Self.status(of: $0.value.file) != $0.value.status }.keys
        return state.withLock { state in
            repaired.forEach { state.known[$0] = nil }
            if !repaired.isEmpty || state.gone[recording, default: []] != gone { state.version += 1 }
            state.gone[recording] = gone.isEmpty ? nil : gone
            // A fragment whose file is gone is in the gap of that file.
            let damaged = state.known.values.map(\.gap).filter {
                $0.recording == recording && $0.reason != .fileMissing
            }
            return gone.with(damaged)
        }
    }

    /// The status of a file; nil if there is none, or it cannot be looked at.
    private static func status(of file: FilePath) -> FileStatus? { (try? FileStatus(file)) ?? nil }
}
