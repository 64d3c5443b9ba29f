// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Synchronization

/// Caches the outlines of movies, because a player requests many parts of one movie.
final class OutlineCache: Sendable {
    private struct Entry {
        let recording: String
        let from: FootagePosition?
        let to: FootagePosition?
        let outline: MovieOutline
        /// The version of the damage that the outline leaves out.
        let damage: Int
        var usedAt = ContinuousClock.now
    }

    /// The maximum number of outlines; one of an hour at 30 frames/s takes 2 MB.
    private static let limit = 8
    /// The time without use after which an outline without an end expires, so that it grows with its recording.
    private static let patience = Duration.seconds(30)

    private let entries = Mutex<[Entry]>([])

    /// The cached outline of a range; a new outline replaces the oldest one.
    ///
    /// An outline that leaves something out is not found once the damage has changed.
    ///
    /// The footage may have changed since: ask the store whether the outline is current.
    subscript(recording: String, from: FootagePosition?, to: FootagePosition?, damage: Int) -> MovieOutline? {
        get {
            entries.withLock { entries in
                if to == nil { entries.removeAll { $0.to == nil && .now - $0.usedAt > Self.patience } }
                let index = entries.firstIndex { ($0.recording, $0.from, $0.to) == (recording, from, to) }
                guard let index, entries[index].damage == damage || entries[index].outline.leftOut.isEmpty else {
                    return nil
                }
                entries[index].usedAt = .now
                return entries[index].outline
            }
        }
        set {
            guard let newValue else { return }
            entries.withLock { entries in
                entries.removeAll { ($0.recording, $0.from, $0.to) == (recording, from, to) }
                if entries.count >= Self.limit { entries.removeFirst() }
                entries.append(Entry(recording: recording, from: from, to: to, outline: newValue, damage: damage))
            }
        }
    }
}
