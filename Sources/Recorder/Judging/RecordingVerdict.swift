// SPDX-License-Identifier: Apache-2.0
import Disk
package import Footage
package import Media
import SystemPackage
package import Wire

/// The result of verifying a recording on disk.
package struct RecordingVerdict: Codable, Sendable, Equatable {
    /// The recording, with its counters as found on disk.
    package var recording: RecordingDescription
    /// The findings, as sentences with files and offsets.
    package var findings: [String]
    /// Whether stored footage is damaged.
    package var isDamaged: Bool
    /// The comparison with the camera's spool; nil if the camera was not asked.
    package var camera: CameraComparison?
    /// Why the camera could not be asked, although it should have been; nil if it was, or should not have been.
    package var notAsked: String?
    /// The result for the camera's account: `complete`, `missing`, `open` or `unaccounted`.
    package var account: AccountVerdict.State
    /// Frames that the camera has captured and that have not arrived yet.
    package var pending: Int
    /// The capture time of the last stored frame, in nanoseconds since 1970 UTC; all frames up to it are accounted for.
    package var vouchedUntil: Int64?
    /// Files in the folder `recovered` that were in the recording's folder; nil if there are none.
    package var recovered: [String]?
    /// The fragments whose stored bytes are gone or have changed; not encoded, because `findings` name them.
    package var damaged: Set<FragmentID> = []
    /// The segments whose files do not begin with their init segments; not encoded either.
    package var damagedHeads: Set<Int64> = []
    /// The closed segments whose files have bytes behind their last fragments; not encoded either.
    package var surplus: Set<Int64> = []

    private enum CodingKeys: CodingKey {
        case recording, findings, isDamaged, camera, notAsked, account, pending, vouchedUntil, recovered
    }

    /// Whether every captured frame is stored and decodable.
    package var isComplete: Bool {
        !isDamaged && recording.frames.missing == 0 && account != .missing && account != .open
    }
}

extension Archive {
    /// The most attempts to verify a recording of which footage is deleted on purpose meanwhile.
    private static let attempts = 10

    /// Verifies the digests, structure and continuity of a recording, and decodes its pictures.
    ///
    /// If it finds something wrong, and the retention has deleted footage of the recording meanwhile, it looks again.
    ///
    /// - Parameters:
    ///   - decoder: nil skips decoding, which takes most of the time.
    ///   - progress: called with the bytes that this stage has read and the total; each stage reads all bytes.
    ///
    /// Throws a problem 404 if there is no such recording, also if it is deleted meanwhile, and `CancellationError` if the task is
    /// cancelled.
    package func verify(
        _ id: String, decoder: DecodeCheck?,
        progress: @Sendable @escaping (VerificationStage, Int, Int) -> Void = { _, _, _ in }
    ) async throws -> RecordingVerdict {
        var attempt = 1
        while true {
            let before = Set(try await store.segments(recording: id).map(\.id))
            let outcome: Result<RecordingVerdict, any Error>
            do {
                outcome = .success(try await look(at: id, decoder: decoder, progress: progress))
            } catch  where !Task.isCancelled {
                outcome = .failure(error)
            }
            if case .success(let verdict) = outcome, verdict.isComplete { return verdict }
            guard try await store.recording(id) != nil else { throw Problem.noRecording(id) }
            let after = Set(try await store.segments(recording: id).map(\.id))
            if before.isSubset(of: after) || attempt == Self.attempts { return try outcome.get() }
            attempt += 1
        }
    }

    private func look(
        at id: String, decoder: DecodeCheck?, progress: @Sendable @escaping (VerificationStage, Int, Int) -> Void
    ) async throws -> RecordingVerdict {
        let verification = try await store.verify(recording: id) { progress(.reading, $0, $1) }
        var recording = try await recording(id)
        var findings = verification.findings.map { finding in
            let place = finding.path.map { "\($0)" + (finding.offset.map { " at byte \($0)" } ?? "") + ": " } ?? ""
            return place + finding.text
        }
        recording.frames.captured = verification.captured
        recording.frames.encoded = verification.encoded
        recording.frames.received = verification.received
        recording.frames.persisted = verification.persisted
        recording.frames.missing = max(0, verification.missing)
        guard let row = try await store.recording(id) else { throw Problem.noRecording(id) }
        var damaged: [StoredFragment] = []
        for place in verification.damaged.subtracting(verification.unread).sorted() {
            if let fragment = try await store.fragment(recording: id, place) { damaged.append(fragment) }
        }
        await damage.replace(in: id, of: store, by: damaged)
        recording.gaps = try await store.described(verification.gaps, of: row)
        var isDamaged = !verification.holds
        if let decoder {
            let outcome = try await decode(id, with: decoder, verification.gaps) { progress(.decoding, $0, $1) }
            findings += outcome.findings
            // What was stored after the counters were read is not judged.
            let isGrowing = recording.state != .stopped
            recording.frames.decodable = isGrowing ? min(outcome.frames, verification.persisted) : outcome.frames
            if !isGrowing, outcome.frames + outcome.leftOut != verification.persisted {
                isDamaged = true
                let whole = verification.persisted.counted("frame is", "frames are")
                findings.append("\(whole) whole on disk, and a decoder gets \(outcome.frames) out of all that is there")
            } else if !isGrowing, outcome.leftOut > 0 {
                let whole = outcome.leftOut.counted("frame is", "frames are")
                findings.append("\(whole) whole on disk, and cannot be shown without the missing ones before")
            }
        }
        return RecordingVerdict(
            recording: recording, findings: findings, isDamaged: isDamaged,
            // The account knows the catalog, and not what became of the files.
            account: verification.account.state == .complete && verification.missing > 0
                ? .missing : verification.account.state,
            pending: verification.account.pending, vouchedUntil: verification.account.vouchedUntil,
            damaged: verification.damaged, damagedHeads: verification.damagedHeads,
            surplus: verification.surplus)
    }

    /// Decodes all segments, and counts the frames: decoded ones, and those that are left out because others are missing.
    private func decode(
        _ recording: String, with decoder: DecodeCheck, _ gaps: [Gap],
        progress: @Sendable @escaping (Int, Int) -> Void
    ) async throws -> (frames: Int, leftOut: Int, findings: [String]) {
        // The first pass has named those whose file is gone.
        let segments = try await store.segments(recording: recording).filter {
            FileSystem.exists(FilePath(store.location(of: $0)))
        }
        let total = segments.reduce(0) { $0 + $1.byteCount }
        var losses = PredictionLosses(gaps)
        try await store.eachFragment(recording: recording) { losses.add($0) }
        var (frames, leftOut, findings, done) = (0, 0, [String](), 0)
        progress(done, total)
        for segment in segments {
            let path = store.location(of: segment)
            do {
                let (begun, all) = (done, losses.stored[segment.id, default: 0])
                let decoded = try await decoder.pictures(in: FilePath(path)) { count in
                    progress(begun + segment.byteCount * min(count, all) / max(1, all), total)
                }
                frames += decoded
                let rest = losses.stored[segment.id, default: 0] - decoded
                if rest > 0, rest <= losses.bounds[segment.id, default: 0] { leftOut += rest }
            } catch {
                findings.append("\(path): a decoder refuses it: \(error)")
            }
            // A cancelled decoder ends early, without an error: its count is no finding.
            try Task.checkCancellation()
            done += segment.byteCount
            progress(done, total)
        }
        return (frames, leftOut, findings)
    }
}
