// SPDX-License-Identifier: Apache-2.0
import Footage
import Wire

extension Spool {
    /// The fragments of one epoch or of all, behind a sequence number, oldest first.
    func manifest(epoch: Int?, after sequence: Int?, limit: Int, capture: CaptureState) async throws -> FootageManifest
    {
        let clocks = try await store.clocks(camera: description.id).filter { $0.epoch == epoch ?? $0.epoch }
        var fragments: [FragmentAnnouncement] = []
        for known in clocks.map(\.epoch) {
            let id = Spool.recording(epoch: known)
            guard try await store.recording(id) != nil else { continue }
            let gaps = try await store.gaps(recording: id)
            let after = sequence.map { FragmentID(epoch: known, sequence: $0) }
            let stored = try await store.fragments(recording: id, after: after, limit: limit + 1 - fragments.count)
            fragments += stored.map { announcement($0, gaps: gaps) }
            if fragments.count > limit { break }
        }
        let listed = fragments.prefix(limit)
        let epochs = Set(listed.map(\.epoch))
        return FootageManifest(
            fragments: Array(listed),
            epochs: clocks.filter { $0.epoch == epoch || epochs.contains($0.epoch) }.map(EpochDescription.init),
            capture: capture, more: fragments.count > limit)
    }

    /// One fragment's bytes.
    func fragment(epoch: Int, sequence: Int) async throws -> [UInt8] {
        let id = FragmentID(epoch: epoch, sequence: sequence)
        guard let stored = try await store.fragment(recording: Spool.recording(epoch: epoch), id) else {
            throw Problem.notFound(
                "fragment \(sequence) of epoch \(epoch) is not in the spool: it was trimmed or never written")
        }
        return try await store.bytes(of: stored)
    }

    /// An init segment's bytes, by digest.
    func initSegment(digest: String) async throws -> [UInt8] {
        guard let digest = Digest(hex: digest), let bytes = try await store.initSegment(digest) else {
            throw Problem.notFound("no init segment with digest \(digest) is in the spool")
        }
        return bytes
    }

    private func announcement(_ stored: StoredFragment, gaps: [Gap]) -> FragmentAnnouncement {
        let window = stored.firstTick...stored.lastTick
        let span = stored.lastTick - stored.firstTick
        return FragmentAnnouncement(
            epoch: stored.id.epoch, sequence: stored.id.sequence, segment: stored.segment.number,
            base: stored.segment.base.rawValue, initDigest: stored.segment.format.hex,
            codec: stored.segment.codec.rawValue, width: stored.segment.width, height: stored.segment.height,
            firstTick: stored.firstTick.rawValue, lastTick: stored.lastTick.rawValue,
            nominalInterval: stored.frames > 1 ? span / Int64(stored.frames - 1) : Tick.perSecond / 30,
            frames: stored.frames, bytes: stored.byteCount, sha256: stored.digest.hex, isSync: stored.isSync,
            captured: stored.captured, spooled: true,
            gaps: gaps.filter { window.contains($0.firstTick) }.map { gap in
                GapDescription(
                    epoch: gap.epoch, firstTick: gap.firstTick.rawValue, lastTick: gap.lastTick.rawValue,
                    frames: gap.frames, reason: gap.reason.rawValue)
            })
    }
}

extension EpochDescription {
    fileprivate init(_ clock: EpochClock) {
        self.init(
            epoch: clock.epoch, began: clock.began.rawValue, utcAtTickZero: clock.utc(of: Tick(rawValue: 0)),
            uncertainty: clock.uncertainty)
    }
}
