// SPDX-License-Identifier: Apache-2.0
import Footage
package import Media
import Wire

/// A comparison of a recording with its camera's spool.
package struct CameraComparison: Codable, Sendable, Equatable {
    /// The number of fragments in the camera's spool between the recording's first and last.
    package var fragments = 0
    /// How many of them are in the archive with the same digest, also on disk.
    package var equal = 0
    /// How many of the others the recording itself says are not here: in its gaps.
    package var told = 0
    /// How many of the others are here as they were received live, without a digest of the camera that confirms them.
    package var unconfirmed = 0
    /// How many of the others may still come, because the recording is not over; fragments after the last one are not among them.
    package var pending = 0
    /// The differences, as sentences.
    package var findings: [String] = []
}

extension Archive {
    /// Compares the digests of a recording with those in its camera's manifest.
    ///
    /// - Parameter damaged: the fragments whose bytes on disk are not those of their digests.
    ///
    /// Throws a problem 404 if there is no such recording, and the errors of the client and the catalog.
    package func compare(
        _ id: String, with camera: any FootageSource, damaged: Set<FragmentID>
    ) async throws -> CameraComparison {
        var (comparison, differences) = (CameraComparison(), [SpoolDifference]())
        let stored = Dictionary(grouping: try await store.fragments(recording: id), by: \.id.epoch)
        guard let recording = try await store.recording(id) else { throw Problem.noRecording(id) }
        let clocks = try await store.clocks(camera: recording.camera)
        let gaps = try await store.gaps(recording: id)
        for (epoch, fragments) in stored.sorted(by: { $0.key < $1.key }) {
            let own = Dictionary(uniqueKeysWithValues: fragments.map { ($0.id.sequence, $0) })
            guard let first = own.keys.min(), let last = own.keys.max() else { continue }
            // Epoch numbers are this recorder's own; epoch ids are the camera's.
            let known = clocks.first { $0.epoch == epoch }?.account?.id
            try await camera.eachFragment(of: epoch, id: known, in: first...last) { fragment in
                let ours = own[fragment.sequence]
                let (isOver, isUnconfirmed) = (recording.state == .stopped, ours?.source == .unconfirmed)
                if isOver, isUnconfirmed || ours == nil, gaps.tell(fragment.sequence, in: epoch) {
                    // Of an unconfirmed one, frames are missing.
                    comparison.skip(\.told)
                } else if isUnconfirmed {
                    comparison.skip(\.unconfirmed)
                } else if !isOver, ours == nil {
                    comparison.skip(\.pending)
                } else {
                    comparison.add(
                        fragment, ours, epoch: epoch, isDamaged: ours.map { damaged.contains($0.id) } ?? false,
                        to: &differences)
                }
            }
        }
        comparison.findings = differences.map(\.text)
        return comparison
    }
}

extension [Gap] {
    /// Whether a gap says that a fragment is missing.
    fileprivate func tell(_ sequence: Int, in epoch: Int) -> Bool {
        contains { $0.epoch == epoch && $0.sequences?.contains(sequence) == true }
    }
}

extension CameraComparison {
    fileprivate mutating func skip(_ count: WritableKeyPath<Self, Int>) {
        fragments += 1
        self[keyPath: count] += 1
    }

    fileprivate mutating func add(
        _ theirs: FragmentAnnouncement, _ ours: StoredFragment?, epoch: Int, isDamaged: Bool,
        to differences: inout [SpoolDifference]
    ) {
        fragments += 1
        let kind: SpoolDifference.Kind
        if isDamaged {
            kind = .unreadable
        } else if let ours, ours.digest.hex == theirs.sha256 {
            equal += 1
            return
        } else {
            kind = ours == nil ? .absent : .changed
        }
        differences.add(kind, epoch: epoch, sequence: theirs.sequence, frames: theirs.frames)
    }
}
