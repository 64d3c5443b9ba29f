// SPDX-License-Identifier: Apache-2.0
import Footage
import FoundationEssentials
import Media
import Tasks
import Wire

/// The frames of a fragment that a program did not live to close, as `FrameJournal` keeps them.
///
/// A file is a row of records: the length of the content in 4 bytes, the kind in 1, the frame's tick or the count in 8, each most
/// significant first, and the content. A record that is cut short, because the program was killed, ends it.
struct UnfinishedFragment: Sendable {
    /// What the fragment is.
    struct Head: Codable, Sendable {
        /// The id and the number of its epoch.
        let epochID: String
        let epoch: Int
        let sequence: Int
        let segment: Int
        /// The first tick of its segment.
        let base: Int64
        let nominalInterval: Int64
        /// The bytes of its init segment.
        let format: Data

        /// The head of the fragment in progress.
        init(_ opening: Fragmenter.Opening, of epoch: EpochDescription, nominalInterval: Int64) {
            (epochID, self.epoch) = (epoch.id ?? "", epoch.epoch)
            (sequence, segment, base) = (opening.sequence, opening.segment, opening.base.rawValue)
            (self.nominalInterval, format) = (nominalInterval, Data(InitSegment(opening.format).bytes))
        }
    }

    private enum Kind: UInt8 {
        case head = 1
        case keyFrame, frame, count
    }

    private static let prefixSize = 13

    let head: Head
    let units: [AccessUnit]
    /// The frames that the epoch had captured before it.
    let before: Int

    /// Reads a file; nil if it has no frame, or if the program was killed before it knew where the fragment belongs.
    init?(reading bytes: [UInt8]) {
        var (rest, head, units, before) = (bytes[...], Head?.none, [AccessUnit](), Int?.none)
        while rest.count >= Self.prefixSize, let kind = Kind(rawValue: rest[rest.startIndex + 4]) {
            let length = Int(rest.prefix(4).bigEndian)
            let value = Int64(bitPattern: rest.dropFirst(5).prefix(8).bigEndian)
            guard rest.count >= Self.prefixSize + length else { break }
            let content = rest.dropFirst(Self.prefixSize).prefix(length)
            rest = rest.dropFirst(Self.prefixSize + length)
            switch kind {
            case .head: head = try? JSON.decode(Head.self, from: Data(content))
            case .count: before = Int(value)
            case .keyFrame, .frame:
                units.append(AccessUnit(tick: Tick(rawValue: value), isSync: kind == .keyFrame, bytes: Array(content)))
            }
        }
        guard let head, let before, !units.isEmpty else { return nil }
        (self.head, self.units, self.before) = (head, units, before)
    }

    /// Whether it has all frames up to another fragment, if that is the next one of its epoch.
    func isWhole(before next: Self) -> Bool {
        next.head.epochID != head.epochID || next.head.sequence != head.sequence + 1
            || next.before == before + units.count
    }

    /// The first record of a file.
    static func record(of head: Head) -> [UInt8] {
        record(.head, 0, (try? JSON.encode(head)).map { Array($0) } ?? [])
    }

    /// The record of a frame.
    static func record(of unit: AccessUnit) -> [UInt8] {
        record(unit.isSync ? .keyFrame : .frame, unit.tick.rawValue, unit.bytes)
    }

    /// The record of the frames that the epoch had captured before the fragment.
    static func record(ofCount before: Int) -> [UInt8] { record(.count, Int64(before), []) }

    private static func record(_ kind: Kind, _ value: Int64, _ content: [UInt8]) -> [UInt8] {
        var record: [UInt8] = []
        record.reserveCapacity(prefixSize + content.count)
        record.append(bigEndian: UInt64(content.count), count: 4)
        record.append(kind.rawValue)
        record.append(bigEndian: UInt64(bitPattern: value), count: 8)
        record += content
        return record
    }
}

extension UnfinishedFragment {
    /// Stores the fragment, if its epoch was killed and the spool does not have it; returns whether it did.
    ///
    /// - Parameter book: has the accounts of earlier runs, as they were left.
    func store(in store: any FootageArchive, of camera: NodeDescription, _ book: EpochBook) async throws -> Bool {
        guard let row = book.row(head.epochID), row.ended == .running, row.epoch == head.epoch else { return false }
        let recording = Spool.recording(epoch: head.epoch)
        if let known = try await store.clocks(camera: camera.id).last(where: { $0.epoch == head.epoch }) {
            // Another camera's card may have been in this one.
            guard known.account?.id == head.epochID else { return false }
        } else {
            try await store.begin(row, of: camera)
        }
        let stored = try await store.fragments(
            recording: recording, epoch: head.epoch, sequences: head.sequence...head.sequence)
        guard stored.isEmpty else { return false }
        let fragment = try Fragment(
            sequence: head.sequence, base: Tick(rawValue: head.base), units: units,
            nominalInterval: head.nominalInterval)
        _ = try await store.append(
            [
                FragmentEntry(
                    recording: recording, epoch: head.epoch, segment: head.segment, fragment: fragment,
                    format: try InitSegment(parsing: Array(head.format)), captured: fragment.frames,
                    total: before + fragment.frames, received: fragment.frames, source: .capture,
                    persistedAt: wallNanoseconds())
            ], gaps: [])
        return true
    }
}

extension Catalog {
    /// Begins an epoch of a camera in its spool; its account must be on the disk.
    func begin(_ epoch: EpochDescription, of camera: NodeDescription) async throws {
        guard let id = epoch.id else { return }
        try await set(
            EpochClock(
                camera: camera.id, epoch: epoch.epoch, tick: Tick(rawValue: 0), utc: epoch.utcAtTickZero,
                uncertainty: epoch.uncertainty, began: GapReason(rawValue: epoch.began),
                account: EpochAccount(
                    id: id, predecessor: epoch.predecessor, cameraEpoch: epoch.epoch,
                    nominalInterval: epoch.nominalInterval ?? 3_000, device: epoch.device)))
        try await open(
            Recording(
                id: Spool.recording(epoch: epoch.epoch), camera: camera.id, cameraName: camera.name,
                transport: "spool", startedAt: wallNanoseconds()))
    }
}
