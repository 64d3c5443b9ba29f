// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import Media
import Wire

extension Spool {
    /// An epoch as a request names it: by the camera's number, or by its id.
    enum EpochName: Sendable {
        case number(Int)
        case id(String)

        /// Parses a path segment or a query parameter; nil if it is neither.
        init?(_ text: String) {
            if text.utf8.count == 32, text.allSatisfy(\.isHexDigit) {
                self = .id(text.lowercased())
            } else if let number = Int(text), number >= 0 {
                self = .number(number)
            } else {
                return nil
            }
        }
    }

    /// The fragments of one epoch or of all, after a sequence, oldest first.
    func manifest(epoch: Int?, after sequence: Int?, limit: Int, capture: CaptureState) async throws -> FootageManifest
    {
        guard let store = try? await disk.store() else { return FootageManifest(nothingOf: capture) }
        let clocks = try await store.clocks(camera: description.id).filter { $0.epoch == epoch ?? $0.epoch }
        return try await manifest(clocks, in: store, after: sequence, limit: limit, capture: capture, epoch: epoch)
    }

    /// The fragments of an epoch after a sequence, and of all later epochs, oldest first.
    func manifest(from id: String, after sequence: Int, limit: Int, capture: CaptureState) async throws
        -> FootageManifest
    {
        guard let row = epochs.row(id) else {
            throw Problem.notFound(
                "there is no epoch \(id) on this camera: it was forgotten, or belongs to another card")
        }
        guard let store = try? await disk.store() else { return FootageManifest(nothingOf: capture) }
        // An epoch without footage is still a place in the chain.
        let isHere = epochs.number(of: id) != nil
        let clocks = try await store.clocks(camera: description.id).filter { clock in
            clock.epoch > row.epoch || clock.epoch == row.epoch && isHere
        }
        let isFirst = clocks.first?.epoch == row.epoch
        return try await manifest(clocks, in: store, after: isFirst ? sequence : nil, limit: limit, capture: capture)
    }

    /// - Parameter sequence: applies to the first of the epochs.
    private func manifest(
        _ clocks: [EpochClock], in store: any FootageArchive, after sequence: Int?, limit: Int, capture: CaptureState,
        epoch: Int? = nil
    ) async throws -> FootageManifest {
        var fragments: [FragmentAnnouncement] = []
        for (index, known) in clocks.map(\.epoch).enumerated() {
            let id = Spool.recording(epoch: known)
            guard try await store.recording(id) != nil else { continue }
            let gaps = try await store.gaps(recording: id)
            let after = index == 0 ? sequence.map { FragmentID(epoch: known, sequence: $0) } : nil
            let stored = try await store.fragments(recording: id, after: after, limit: limit + 1 - fragments.count)
            let name = epochs.id(of: known)
            fragments += zip(stored, stored.dropFirst().map(\.firstTick) + [Tick(rawValue: .max)]).map {
                announcement($0, before: $1, gaps: gaps, epochID: name)
            }
            if fragments.count > limit { break }
        }
        let listed = fragments.prefix(limit)
        let numbers = Set(listed.map(\.epoch))
        return FootageManifest(
            fragments: Array(listed),
            epochs: clocks.filter { $0.epoch == epoch || numbers.contains($0.epoch) }.map(EpochDescription.init),
            capture: capture, more: fragments.count > limit)
    }

    /// A fragment's bytes and their verified digest.
    ///
    /// Throws a problem 404 if the spool does not have it, 409 if the spool cannot be opened, and 410 if it is damaged.
    func fragment(_ epoch: EpochName, sequence: Int) async throws -> (bytes: [UInt8], sha256: String) {
        let number: Int?
        switch epoch {
        case .number(let named): number = named
        case .id(let id): number = epochs.number(of: id)
        }
        guard let store = try? await disk.store() else { throw Problem.closedSpool }
        guard let number,
            let stored = try await store.fragment(
                recording: Spool.recording(epoch: number), FragmentID(epoch: number, sequence: sequence))
        else {
            throw Problem.notFound(
                "fragment \(sequence) of that epoch is not in the spool: it was trimmed or never written")
        }
        do {
            let bytes = try await store.bytes(of: stored)
            guard Digest(of: bytes) == stored.digest else {
                throw Problem.damagedFragment(stored, "its digest is another one")
            }
            return (bytes, stored.digest.hex)
        } catch  where error is FootageError || error is DiskError {
            throw Problem.damagedFragment(stored, "\(error)")
        }
    }

    /// An init segment's bytes, by digest.
    func initSegment(digest: String) async throws -> [UInt8] {
        guard let digest = Digest(hex: digest), let bytes = try await disk.store().initSegment(digest) else {
            throw Problem.notFound("no init segment with digest \(digest) is in the spool")
        }
        return bytes
    }

    private func announcement(
        _ stored: StoredFragment, before next: Tick, gaps: [Gap], epochID: String?
    ) -> FragmentAnnouncement {
        let span = stored.lastTick - stored.firstTick
        let inside = gaps.filter { gap in
            gap.sequences.map { $0 == stored.id.sequence...stored.id.sequence }
                ?? (gap.firstTick >= stored.firstTick && gap.firstTick < next)
        }
        var announcement = FragmentAnnouncement(
            epoch: stored.id.epoch, sequence: stored.id.sequence, segment: stored.segment.number,
            base: stored.segment.base.rawValue, initDigest: stored.segment.format.hex,
            codec: stored.segment.codec.rawValue, width: stored.segment.width, height: stored.segment.height,
            firstTick: stored.firstTick.rawValue, lastTick: stored.lastTick.rawValue,
            nominalInterval: stored.frames > 1 ? span / Int64(stored.frames - 1) : Tick.perSecond / 30,
            frames: stored.frames, bytes: stored.byteCount, sha256: stored.digest.hex, isSync: stored.isSync,
            captured: stored.captured, spooled: true,
            gaps: inside.map { gap in
                GapDescription(
                    epoch: gap.epoch, firstTick: gap.firstTick.rawValue, lastTick: gap.lastTick.rawValue,
                    frames: gap.frames, reason: gap.reason.rawValue)
            })
        (announcement.epochID, announcement.total) = (epochID, stored.total)
        return announcement
    }
}

extension FootageManifest {
    /// An empty manifest, for a spool that cannot be opened because its disk is full.
    fileprivate init(nothingOf capture: CaptureState) {
        self.init(fragments: [], epochs: [], capture: capture, more: false)
    }
}

extension Problem {
    /// The spool cannot be opened.
    static let closedSpool = Problem.conflict(
        "the spool cannot be opened, because its disk is full: make room on the camera")

    fileprivate static func damagedFragment(_ fragment: StoredFragment, _ reason: String) -> Problem {
        Problem(
            "gone", status: 410, title: "Damaged",
            detail: "fragment \(fragment.id) in the spool is damaged: \(reason). What is behind it is not affected.")
    }
}

extension EpochDescription {
    fileprivate init(_ clock: EpochClock) {
        self.init(
            epoch: clock.epoch, began: clock.began.rawValue, utcAtTickZero: clock.utc(of: Tick(rawValue: 0)),
            uncertainty: clock.uncertainty)
        id = clock.account?.id
    }
}
