// SPDX-License-Identifier: Apache-2.0
import Footage
import Synchronization

/// The movies that were outlined last: a player asks for many parts of one.
final class OutlineCache: Sendable {
    private struct Entry {
        let recording: String
        let from: Int64?
        let to: Int64?
        let outline: MovieOutline
        var usedAt = ContinuousClock.now
    }

    /// As many are kept; an hour of video at 30 frames a second takes 2 MB.
    private static let limit = 8
    /// An outline to the end of a recording that goes on is made anew when nobody has played it for so long.
    private static let patience = Duration.seconds(30)

    private let entries = Mutex<[Entry]>([])

    /// The outline of a range as it was when it was made; the one that was kept longest goes when another comes.
    ///
    /// Footage may have come or gone since: ask the store whether it is current.
    subscript(recording: String, from: Int64?, to: Int64?) -> MovieOutline? {
        get {
            entries.withLock { entries in
                if to == nil { entries.removeAll { $0.to == nil && .now - $0.usedAt > Self.patience } }
                let index = entries.firstIndex { ($0.recording, $0.from, $0.to) == (recording, from, to) }
                guard let index else { return nil }
                entries[index].usedAt = .now
                return entries[index].outline
            }
        }
        set {
            guard let newValue else { return }
            entries.withLock { entries in
                entries.removeAll { ($0.recording, $0.from, $0.to) == (recording, from, to) }
                if entries.count >= Self.limit { entries.removeFirst() }
                entries.append(Entry(recording: recording, from: from, to: to, outline: newValue))
            }
        }
    }
}
