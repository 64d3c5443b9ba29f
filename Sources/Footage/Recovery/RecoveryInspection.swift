// SPDX-License-Identifier: Apache-2.0

import Disk
import Glibc
import Media
import SystemPackage

/// Compares the files of a store with its catalog, and changes neither.
///
/// Only bytes that were read completely and have another digest count as damaged. A read error ends the inspection.
struct RecoveryInspection {
    /// Called before each access to a file or folder; replaceable so that tests can let it fail.
    typealias Gate = @Sendable (FilePath) throws(Errno) -> Void

    let directory: FilePath
    let catalog: CatalogDatabase
    let gate: Gate

    /// The most open files of one recording; others are closed.
    private static let maximumOpenFiles = 4
    /// The most names read in folders of ended recordings: some 50 ms.
    private static let maximumNames = 20_000
    private static let chunk = 1 << 20

    /// Throws `unreadable`.
    func plan() throws -> RecoveryPlan {
        var plan = RecoveryPlan()
        for segment in try catalog.garbageSegments() {
            // An interrupted deletion; but an older catalog may mean another file of the same name.
            let size = try status(segment.path)?.byteCount
            if let size, size != segment.byteCount { plan.spared.append(segment.path) }
            plan.removed.append(segment)
        }
        let garbage = Set(plan.removed.map(\.id))
        for segment in try catalog.emptySegments() where !garbage.contains(segment.id) {
            let head = try catalog.initSegment(segment.format)?.count ?? 0
            if let size = try status(segment.path)?.byteCount, size > head { plan.spared.append(segment.path) }
            plan.removed.append(segment)
        }
        let removed = Set(plan.removed.map(\.id))
        var kept: [String: Int] = [:]
        for segment in try catalog.openSegments() where !removed.contains(segment.id) {
            try inspect(segment, &plan)
            kept[segment.recording, default: 0] += 1
            if kept[segment.recording, default: 0] > Self.maximumOpenFiles { plan.surplus.append(segment) }
        }
        plan.strays = try strays()
        return plan
    }

    private func inspect(_ segment: StoredSegment, _ plan: inout RecoveryPlan) throws {
        guard let size = try status(segment.path)?.byteCount else { return plan.gone.append(segment) }
        let path = directory.appending(segment.path)
        let file = try open(path)
        defer { try? file.close() }
        var lost: [StoredFragment] = []
        var end: Int?
        for fragment in try catalog.fragmentsFromEnd(ofSegment: segment.id) {
            try pass(path)
            if try isIntact(fragment, in: file, size, path) {
                end = fragment.offset + fragment.byteCount
                break
            }
            lost.append(fragment)
        }
        guard !lost.isEmpty || end ?? 0 < size else { return }
        // The bytes to be copied must be readable, too.
        for place in stride(from: end ?? 0, to: size, by: Self.chunk) {
            _ = try bytes(at: place, count: min(Self.chunk, size - place), of: file, path)
        }
        plan.cuts.append(RecoveryPlan.Cut(segment: segment, lost: lost, end: end, size: size))
    }

    private func isIntact(
        _ fragment: StoredFragment, in file: FileDescriptor, _ size: Int, _ path: FilePath
    ) throws -> Bool {
        guard fragment.offset + fragment.byteCount <= size else { return false }
        return Digest(of: try bytes(at: fragment.offset, count: fragment.byteCount, of: file, path)) == fragment.digest
    }

    /// Bytes within the file's length: fewer mean an error of the device, not a shorter file.
    private func bytes(
        at offset: Int, count: Int, of file: FileDescriptor, _ path: FilePath
    ) throws -> [UInt8] {
        try pass(path)
        let bytes: [UInt8]
        do {
            bytes = try FileSystem.read(count, from: file, at: offset, path)
        } catch {
            throw error.asUnreadable
        }
        guard bytes.count == count else { throw FootageError.unreadable(path: path.string, code: EIO) }
        return bytes
    }

    /// Segment files that no row names: in the folders of running recordings, and then in those of others, the latest first, up to
    /// the limit of names.
    private func strays() throws -> [String] {
        let active = try catalog.activeFolders()
        var strays: [String] = []
        let root = directory.string
        for folder in active where !FileSystem.isAbsent(folder, in: root) {
            let names = try names(in: directory.appending(folder))
            strays += try unknown(names.filter { $0.hasSuffix(".mp4") || $0.hasSuffix(".part") }, in: folder)
        }
        var budget = Self.maximumNames
        for folder in folders().subtracting(active).sorted(by: isLater) where budget > 0 {
            // The owner may have other files here: takes only names that a store gives, and folders that can be read.
            let names = (try? FileSystem.names(in: directory.appending(folder))) ?? []
            budget -= names.count + 1
            strays += try unknown(names.filter { RecoveredFile.segment($0) != nil }, in: folder)
        }
        return strays
    }

    private func unknown(_ names: [String], in folder: String) throws -> [String] {
        guard !names.isEmpty else { return [] }
        let known = try catalog.paths(in: folder)
        return names.map { "\(folder)/\($0)" }.filter { !known.contains($0) }
    }

    /// All folders in which a recording could be.
    private func folders() -> Set<String> {
        var folders: Set<String> = []
        for camera in (try? FileSystem.names(in: directory)) ?? [] where camera != RecoveredFolder.name {
            for recording in (try? FileSystem.names(in: directory.appending(camera))) ?? [] {
                folders.insert("\(camera)/\(recording)")
            }
        }
        return folders
    }

    /// Compares the ids of recordings, which sort by time.
    private func isLater(_ left: String, than right: String) -> Bool {
        (left.split(separator: "/").last ?? "", left) > (right.split(separator: "/").last ?? "", right)
    }

    private func status(_ path: String) throws -> FileStatus? {
        let path = directory.appending(path)
        try pass(path)
        do {
            return try FileStatus(path)
        } catch {
            throw error.asUnreadable
        }
    }

    private func open(_ path: FilePath) throws -> FileDescriptor {
        try pass(path)
        do {
            return try FileSystem.open(path, .readOnly)
        } catch {
            throw error.asUnreadable
        }
    }

    private func names(in folder: FilePath) throws -> [String] {
        try pass(folder)
        do {
            return try FileSystem.names(in: folder)
        } catch {
            throw error.asUnreadable
        }
    }

    private func pass(_ path: FilePath) throws {
        do {
            try gate(path)
        } catch {
            throw FootageError.unreadable(path: path.string, code: error.rawValue)
        }
    }
}

extension DiskError {
    /// The same failure of a system call that only reads, with advice for a start.
    fileprivate var asUnreadable: any Error {
        guard case .system(_, let path, let code) = self else { return self }
        return FootageError.unreadable(path: path, code: code)
    }
}
