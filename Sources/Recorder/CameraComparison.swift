// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Wire

/// An archive's recording beside what its camera still has of it.
package struct CameraComparison: Codable, Sendable, Equatable {
    /// Fragments between the first and the last of the recording that are in the camera's spool.
    package var fragments = 0
    /// Those of them that are in the archive with the same digest.
    package var equal = 0
    /// What is different, in sentences.
    package var findings: [String] = []
}

extension Archive {
    /// Compares the digests of a recording with those in its camera's manifest.
    ///
    /// Throws what the client and the catalog throw.
    package func compare(_ id: String, with camera: any FootageSource) async throws -> CameraComparison {
        var comparison = CameraComparison()
        let stored = Dictionary(grouping: try await store.fragments(recording: id), by: \.id.epoch)
        guard let recording = try await store.recording(id) else { throw Problem.noRecording(id) }
        let clocks = try await store.clocks(camera: recording.camera)
        for (epoch, fragments) in stored.sorted(by: { $0.key < $1.key }) {
            let own = Dictionary(uniqueKeysWithValues: fragments.map { ($0.id.sequence, $0) })
            guard let first = own.keys.min(), let last = own.keys.max() else { continue }
            // The numbers of epochs are this recorder's own; the ids are the camera's.
            let known = clocks.first { $0.epoch == epoch }?.account?.id
            var (after, more) = (first - 1, true)
            while more {
                let page: FootageManifest
                do {
                    page =
                        if let known { try await camera.manifest(from: known, after: after, limit: 1_000) } else {
                            try await camera.manifest(epoch: epoch, after: after, limit: 1_000)
                        }
                } catch let problem as Problem where problem.status == 404 {
                    // The camera has forgotten the epoch, because no recording needs anything of it.
                    break
                }
                let theirs = page.fragments.filter { (known == nil || $0.epochID == known) && $0.sequence <= last }
                for fragment in theirs { comparison.add(fragment, own[fragment.sequence], epoch: epoch) }
                let end = theirs.last?.sequence ?? last
                // A camera that tells the same page again would be asked for ever.
                more = page.more && end < last && end > after
                after = end
            }
        }
        return comparison
    }
}

extension CameraComparison {
    fileprivate mutating func add(_ theirs: FragmentAnnouncement, _ ours: StoredFragment?, epoch: Int) {
        fragments += 1
        let name = "fragment \(theirs.sequence) of epoch \(epoch) (\(theirs.frames.counted("frame")))"
        if let ours, ours.digest.hex == theirs.sha256 {
            equal += 1
        } else if ours == nil {
            findings.append("\(name) is in the camera's spool and not in the archive")
        } else {
            findings.append("\(name) has another digest on the camera")
        }
    }
}
