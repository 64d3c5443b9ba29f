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
/// file changes in another way than by growing. Programs change the book one after the other. A book that cannot be read counts as
/// empty, and one that cannot be written is remembered in memory only: damage is found again.
actor DamageBook {
    /// The most fragments that are remembered; newer ones replace older ones.
    private static let limit = 10_000
    /// A larger file is not one of these.
    private static let maximumBytes = 16 << 20
    private static let name = "damaged.json"
    /// How long a change waits for another program that changes the book, which takes it milliseconds.
    private let patience: Duration

    private struct Entry: Codable, Equatable {
        let gap: Gap
        /// SHA-256 of the fragment as it was stored.
        let digest: String
        /// The path of its file, relative to the folder of the book.
        let file: String
        /// The file's inode, size and modification time when the damage was found; nil if it was gone.
        var inode: UInt64?
        var byteCount: Int?
        var modifiedAt: Int64?

        /// Whether a file is as it was when the damage was found, or has only grown.
        func holds(_ status: FileStatus?) -> Bool {
            guard let status, let byteCount else { return status == nil && byteCount == nil }
            return status.number == inode && (status.modifiedAt == modifiedAt || status.byteCount > byteCount)
        }
    }

    private let folder: FilePath?
    private let executor = BlockingExecutor(label: "damage")
    /// Fragments whose bytes have changed since they were stored, the newest last.
    private var entries: [Entry] = []
    /// Fragments that could not be read, which a disk may deliver again: forgotten after a minute, and never written to the book.
    private var unreadable: [Entry] = []
    private var unreadableUntil = ContinuousClock.now
    /// The status of the book's file when it was read.
    private var read: FileStatus?
    /// What was gone of each recording when it was last asked for.
    private var gone: [String: [Gap]] = [:]
    private var version = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - folder: the archive's folder; nil to remember in memory only.
    ///   - patience: how long a change waits for another program.
    init(in folder: FilePath? = nil, patience: Duration = .milliseconds(200)) {
        (self.folder, self.patience) = (folder, patience)
    }

    /// The digests of the damaged fragments, and a number that changes whenever footage is found to be damaged, repaired or gone.
    var known: (digests: Set<Digest>, version: Int) {
        refresh()
        return (Set((entries + unreadable).compactMap { Digest(hex: $0.digest) }), version)
    }

    /// The recordings that have damaged footage, or had files that were gone when they were last described, as far as that was
    /// found and is still so; recordings that were deleted since may be among them.
    var recordings: Set<String> {
        refresh()
        var statuses: [String: FileStatus?] = [:]
        let damaged = (entries + unreadable).filter { entry in
            let status = statuses[entry.file] ?? status(of: entry)
            statuses[entry.file] = .some(status)
            return entry.holds(status)
        }
        return Set(damaged.map(\.gap.recording)).union(gone.keys)
    }

    /// Notes that reading a fragment of a store failed; returns whether that is news about its file.
    func note(_ fragment: StoredFragment, of store: any FootageArchive, failing error: any Error) -> Bool {
        guard let reason = GapReason(damage: error) else { return false }
        refresh()
        let entry = entry(fragment, reason, of: store)
        let isKnown = (entries + unreadable).contains { $0.digest == entry.digest && $0.holds(status(of: $0)) }
        guard !isKnown else { return false }
        if error is DiskError {
            unreadable = (unreadable.filter { $0.digest != entry.digest } + [entry]).suffix(Self.limit)
            unreadableUntil = .now + .seconds(60)
            version += 1
        } else {
            change { entries in entries.filter { $0.digest != entry.digest } + [entry] }
        }
        return true
    }

    /// Replaces what is known of a recording by the fragments whose bytes verifying it has found to be changed.
    func replace(in recording: String, of store: any FootageArchive, by damaged: [StoredFragment]) {
        refresh()
        unreadable.removeAll { $0.gap.recording == recording }
        let found = damaged.map { entry($0, .digestMismatch, of: store) }.filter { $0.byteCount != nil }
        change { entries in entries.filter { $0.gap.recording != recording } + found }
    }

    /// The gaps of damaged footage in a recording, with those of files that are gone, in the order of capture.
    ///
    /// Looks at the files again, so that repaired footage is no longer left out. A folder that cannot be read hides no recording:
    /// its files do not count as gone.
    func gaps(in recording: String, of store: any FootageArchive) async -> [Gap] {
        let gone = (try? await store.goneFootage(recording: recording)) ?? []
        refresh()
        if self.gone[recording, default: []] != gone {
            version += 1
            self.gone[recording] = gone.isEmpty ? nil : gone
        }
        let isOver = { [self] (entry: Entry) in entry.gap.recording == recording && !entry.holds(status(of: entry)) }
        if unreadable.contains(where: isOver) {
            unreadable.removeAll(where: isOver)
            version += 1
        }
        change { entries in entries.filter { !isOver($0) } }
        // A fragment whose file is gone is in the gap of that file.
        let damaged = (entries + unreadable).map(\.gap).filter {
            $0.recording == recording && $0.reason != .fileMissing
        }
        return gone.with(damaged)
    }

    private func entry(_ fragment: StoredFragment, _ reason: GapReason, of store: any FootageArchive) -> Entry {
        let file = folder == nil ? store.location(of: fragment.segment) : fragment.segment.path
        var entry = Entry(gap: fragment.gap(reason), digest: fragment.digest.hex, file: file)
        let status = status(of: entry)
        (entry.inode, entry.byteCount, entry.modifiedAt) = (status?.number, status?.byteCount, status?.modifiedAt)
        return entry
    }

    /// Reads the book if another program has changed it.
    private func refresh() {
        if !unreadable.isEmpty, .now > unreadableUntil {
            unreadable = []
            version += 1
        }
        guard let folder, case let status = Self.status(of: folder.appending(Self.name)), status != read else { return }
        read = status
        let found = Self.entries(in: folder) ?? []
        guard found != entries else { return }
        entries = found
        version += 1
    }

    private static func entries(in folder: FilePath) -> [Entry]? {
        guard let file = try? FileBeneath(folder, [name]), file.size <= maximumBytes,
            let bytes = try? file.read(file.size, at: 0)
        else { return nil }
        return (try? JSON.decode([Entry].self, from: Data(bytes)))?.suffix(limit)
    }

    /// Changes the entries, reads first what other programs have written meanwhile, and writes the result.
    ///
    /// - Parameter edit: is called again with the entries of the moment of writing.
    private func change(_ edit: ([Entry]) -> [Entry]) {
        guard edit(entries) != entries else { return }
        guard let folder else { return apply(edit) }
        do {
            try FileSystem.locking(folder, within: patience) {
                refresh()
                apply(edit)
                write(to: folder)
            }
        } catch {
            apply(edit)
        }
    }

    private func apply(_ edit: ([Entry]) -> [Entry]) {
        entries = Array(edit(entries).suffix(Self.limit))
        version += 1
    }

    private func write(to folder: FilePath) {
        guard let bytes = try? JSON.encode(entries) else { return }
        let path = folder.appending(Self.name)
        let owner = FileOwner.isRoot ? (try? FileOwner(of: folder)) ?? nil : nil
        try? FileSystem.writeWhole(Array(bytes), to: path, owner: owner)
        read = Self.status(of: path)
    }

    private func status(of entry: Entry) -> FileStatus? {
        Self.status(of: folder?.appending(entry.file) ?? FilePath(entry.file))
    }

    /// The status of a file; nil if there is none, or it cannot be looked at.
    private static func status(of path: FilePath) -> FileStatus? { (try? FileStatus(path)) ?? nil }
}
