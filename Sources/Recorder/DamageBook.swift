// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import FoundationEssentials
import Media
import SystemPackage
import Wire

/// The damaged footage of an archive that playing and verifying have found: it is left out of movies, and shown as gaps.
///
/// It is kept in the archive's folder, so that all programs that read the archive give the same numbers. An entry counts until its
/// file changes in another way than by growing. A book that cannot be read or written is an empty one: what it had is found again.
actor DamageBook {
    /// The most fragments that are remembered; the others are found again.
    private static let limit = 10_000
    /// A larger file is not one of these.
    private static let maximumBytes = 16 << 20
    private static let name = "damaged.json"

    private struct Entry: Codable, Equatable {
        let gap: Gap
        /// SHA-256 of the fragment as it was stored.
        let digest: String
        /// The path of its file.
        let file: String
        /// The file's inode, size and modification time when the damage was found; nil if it was gone.
        let inode: UInt64?
        let byteCount: Int?
        let modifiedAt: Int64?

        init(_ gap: Gap, of fragment: StoredFragment, in file: String) {
            let status = DamageBook.status(of: file)
            (self.gap, digest, self.file) = (gap, fragment.digest.hex, file)
            (inode, byteCount, modifiedAt) = (status?.number, status?.byteCount, status?.modifiedAt)
        }

        /// Whether the file is as it was when the damage was found, or has only grown.
        var holds: Bool {
            guard let status = DamageBook.status(of: file), let byteCount else {
                return DamageBook.status(of: file) == nil && byteCount == nil
            }
            guard status.number == inode else { return false }
            return status.modifiedAt == modifiedAt || status.byteCount > byteCount
        }
    }

    private let folder: FilePath?
    private let executor = BlockingExecutor(label: "damage")
    private var entries: [Entry] = []
    /// The status of the book's file when it was read.
    private var read: FileStatus?
    /// What was gone of each recording when it was last asked for.
    private var gone: [String: [Gap]] = [:]
    /// Changes whenever footage is found to be damaged, repaired or gone.
    private(set) var version = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// - Parameter folder: the archive's folder; nil to remember in memory only.
    init(in folder: FilePath? = nil) {
        self.folder = folder
    }

    /// The digests of the damaged fragments.
    var digests: Set<Digest> {
        refresh()
        return Set(entries.compactMap { Digest(hex: $0.digest) })
    }

    /// Notes that reading a fragment of a store failed; returns whether that is news about its file.
    func note(_ fragment: StoredFragment, of store: any FootageArchive, failing error: any Error) -> Bool {
        guard let reason = GapReason(damage: error) else { return false }
        refresh()
        let entry = Entry(fragment.gap(reason), of: fragment, in: store.location(of: fragment.segment))
        let isKnown = entries.contains { $0.digest == entry.digest && $0.holds }
        guard !isKnown, entries.count < Self.limit else { return false }
        change(to: entries.filter { $0.digest != entry.digest } + [entry])
        return true
    }

    /// Replaces what is known of a recording by what verifying it has found.
    func replace(in recording: String, of store: any FootageArchive, by damaged: [StoredFragment]) {
        refresh()
        let found = damaged.map { fragment in
            let file = store.location(of: fragment.segment)
            let reason = Self.status(of: file) == nil ? GapReason.fileMissing : .digestMismatch
            return Entry(fragment.gap(reason), of: fragment, in: file)
        }
        let all = entries.filter { $0.gap.recording != recording } + found
        change(to: Array(all.prefix(Self.limit)))
    }

    /// The gaps of damaged footage in a recording, with those of files that are gone, in the order of capture.
    ///
    /// Looks at the files again, so that repaired footage is no longer left out.
    func gaps(in recording: String, of store: any FootageArchive) async throws -> [Gap] {
        let gone = try await store.goneFootage(recording: recording)
        refresh()
        if self.gone[recording, default: []] != gone {
            version += 1
            self.gone[recording] = gone.isEmpty ? nil : gone
        }
        let kept = entries.filter { $0.gap.recording != recording || $0.holds }
        if kept.count < entries.count { change(to: kept) }
        // A fragment whose file is gone is in the gap of that file.
        let damaged = kept.map(\.gap).filter { $0.recording == recording && $0.reason != .fileMissing }
        return gone.with(damaged)
    }

    /// Reads the book if another program has written it.
    private func refresh() {
        guard let path, let status = Self.status(of: path.string), status != read else { return }
        read = status
        guard status.byteCount <= Self.maximumBytes,
            let file = try? FileSystem.open(path, .readOnly)
        else { return }
        defer { try? file.close() }
        guard let bytes = try? FileSystem.read(status.byteCount, from: file, at: 0, path),
            let found = try? JSON.decode([Entry].self, from: Data(bytes)), found != entries
        else { return }
        entries = Array(found.prefix(Self.limit))
        version += 1
    }

    private func change(to changed: [Entry]) {
        guard changed != entries else { return }
        entries = changed
        version += 1
        guard let path, let bytes = try? JSON.encode(entries) else { return }
        let owner = FileOwner.isRoot ? (try? FileOwner(of: path.removingLastComponent())) ?? nil : nil
        try? FileSystem.writeWhole(Array(bytes), to: path, owner: owner)
        read = Self.status(of: path.string)
    }

    private var path: FilePath? { folder?.appending(Self.name) }

    /// The status of a file; nil if there is none, or it cannot be looked at.
    private static func status(of file: String) -> FileStatus? { (try? FileStatus(FilePath(file))) ?? nil }
}
