// SPDX-License-Identifier: Apache-2.0
package import Footage
import Media
import Wire

extension FootageStore {
    /// Restores the damaged files of a recording, with the fragments that its camera still has.
    ///
    /// A file is restored whole or not at all; one that cannot be restored does not keep the others from it.
    ///
    /// - Parameter camera: nil if no fragment is damaged: the beginnings of files are in the catalog.
    ///
    /// Throws the errors of the catalog, and `CancellationError`.
    package func repair(_ verdict: RecordingVerdict, asking camera: (any FootageSource)?) async throws -> FootageRepair
    {
        let id = verdict.recording.id
        let clocks = try self.clocks(camera: verdict.recording.camera)
        var damaged: [StoredSegment: [StoredFragment]] = [:]
        for place in verdict.damaged {
            guard let fragment = try fragment(recording: id, place) else { continue }
            damaged[fragment.segment, default: []].append(fragment)
        }
        let others = verdict.damagedHeads.union(verdict.surplus)
        for segment in try segments(recording: id) where others.contains(segment.id) {
            damaged[segment, default: []] += []
        }
        var repair = FootageRepair()
        for (segment, fragments) in damaged.sorted(by: { $0.key.id < $1.key.id }) {
            guard segment.isClosed else {
                repair.left.append("\(segment.path) is still being written: repair it when the recording is over")
                continue
            }
            do {
                let known = clocks.first { $0.epoch == segment.epoch }?.account?.id
                var offers: [Int: FragmentAnnouncement] = [:]
                let sequences = fragments.map(\.id.sequence).sorted()
                if let camera, let first = sequences.first, let last = sequences.last {
                    try await camera.eachFragment(of: segment.epoch, id: known, in: first...last) {
                        offers[$0.sequence] = $0
                    }
                }
                let lost = fragments.filter { offers[$0.id.sequence]?.sha256.lowercased() != $0.digest.hex }.count
                guard lost == 0 else {
                    let count = fragments.count.counted("damaged fragment")
                    repair.left.append("\(segment.path): the camera no longer has \(lost) of its \(count)")
                    continue
                }
                let fetched = try await restore(segment) { [offers] fragment in
                    guard let camera, let offer = offers[fragment.id.sequence] else {
                        throw FootageError.notFound("fragment \(fragment.id) in the camera's spool")
                    }
                    return try await camera.checkedFragment(offer)
                }
                repair.restored.append(
                    FootageRepair.Restored(
                        path: segment.path, fragments: fetched, hadSurplus: verdict.surplus.contains(segment.id)))
            } catch {
                try Task.checkCancellation()
                repair.left.append("\(segment.path): \((error as? Problem)?.detail ?? "\(error)")")
            }
        }
        return repair
    }
}
