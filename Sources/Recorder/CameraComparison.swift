// SPDX-License-Identifier: Apache-2.0
package import ControlClient
import Footage
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
    package func compare(_ id: String, with camera: ControlClient) async throws -> CameraComparison {
        var comparison = CameraComparison()
        let stored = Dictionary(grouping: try await store.fragments(recording: id), by: \.id.epoch)
        for (epoch, fragments) in stored.sorted(by: { $0.key < $1.key }) {
            let own = Dictionary(uniqueKeysWithValues: fragments.map { ($0.id.sequence, $0) })
            guard let first = own.keys.min(), let last = own.keys.max() else { continue }
            try await camera.eachPage(epoch: epoch, after: first - 1) { page in
                for theirs in page where theirs.sequence <= last {
                    comparison.fragments += 1
                    let name = "fragment \(theirs.sequence) of epoch \(epoch) (\(theirs.frames) frames)"
                    guard let ours = own[theirs.sequence] else {
                        comparison.findings.append("\(name) is in the camera's spool and not in the archive")
                        continue
                    }
                    if ours.digest.hex == theirs.sha256 {
                        comparison.equal += 1
                    } else {
                        comparison.findings.append("\(name) has another digest on the camera")
                    }
                }
                return page.last.map { $0.sequence < last } ?? false
            }
        }
        return comparison
    }
}
