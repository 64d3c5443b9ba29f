// SPDX-License-Identifier: Apache-2.0
package import Footage
import SystemPackage
package import Wire

/// What a recording is worth, recomputed from disk.
package struct RecordingVerdict: Codable, Sendable, Equatable {
    /// The recording, with its counters as found on disk.
    package var recording: RecordingDescription
    /// What was noticed, as sentences with files and offsets.
    package var findings: [String]
    /// Whether something is damaged: the promise is broken.
    package var isDamaged: Bool
    /// What the camera's spool says; nil when it was not asked.
    package var camera: CameraComparison?
    /// What the camera's account says: `complete`, `missing`, `open` or `unaccounted`.
    package var account: AccountVerdict.State
    /// Frames that the camera has captured and that have not come yet.
    package var pending: Int
    /// The capture time of the last frame, in nanoseconds since 1970 UTC: up to here everything is accounted for.
    package var vouchedUntil: Int64?
    /// Files in the folder `recovered` that were in the recording's folder; nil when there are none.
    package var recovered: [String]?
    /// Whether every captured frame is there and can be decoded.
    package var isComplete: Bool {
        !isDamaged && recording.frames.missing == 0 && account != .missing && account != .open
    }
}

extension Archive {
    /// Recomputes digests, structure and continuity, and decodes the pictures, of one recording.
    ///
    /// - Parameters:
    ///   - decoder: nil leaves the decoding out, which takes most of the time.
    ///   - progress: bytes done, bytes in all.
    package func verify(
        _ id: String, decoder: DecodeCheck?, progress: @Sendable @escaping (Int, Int) -> Void = { _, _ in }
    ) async throws -> RecordingVerdict {
        let verification = try await store.verify(recording: id, progress: progress)
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
        recording.gaps = verification.gaps.map { GapDescription($0) }
        var isDamaged = !verification.holds
        if let decoder {
            let decodable = await decode(recording.segments, with: decoder, &findings)
            recording.frames.decodable = decodable
            if decodable != verification.persisted, recording.state == .stopped {
                isDamaged = true
                let stored = verification.persisted.counted("frame is", "frames are")
                findings.append("\(stored) on disk, and a decoder gets \(decodable) out")
            }
        }
        return RecordingVerdict(
            recording: recording, findings: findings, isDamaged: isDamaged, account: verification.account.state,
            pending: verification.account.pending, vouchedUntil: verification.account.vouchedUntil)
    }

    private func decode(_ segments: [String], with decoder: DecodeCheck, _ findings: inout [String]) async -> Int {
        var decodable = 0
        for segment in segments {
            do {
                decodable += try await decoder.pictures(in: FilePath(segment))
            } catch {
                findings.append("\(segment): a decoder refuses it: \(error)")
            }
        }
        return decodable
    }
}
