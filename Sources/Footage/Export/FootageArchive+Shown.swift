// SPDX-License-Identifier: Apache-2.0
package import Media

extension Catalog where Self: FragmentStore {
    /// The frames that an export of a range shows, in the order of capture: those that players count from 0.
    ///
    /// The first one is on the screen at `from`, so it may have been captured before. An export refuses a range in a hole. Memory
    /// grows by 16 bytes for each frame. Throws like `samples`.
    ///
    /// - Parameter damaged: the fragments that the export left out.
    package func shownFrames(
        recording id: String, from: FootagePosition?, to: FootagePosition?, leavingOut damaged: Set<FragmentID> = []
    ) async throws -> [FootagePosition] {
        let range = ExportRange(start: from, end: to)
        var (shown, hasKeyFrame) = ([FootagePosition](), false)
        var place = try await place(before: from, of: id) { !damaged.contains($0.id) }
        while true {
            let page = try await fragments(recording: id, after: place, limit: fragmentsTogether)
            guard let last = page.last else { return shown }
            let readable = page.filter { !damaged.contains($0.id) }
            for (fragment, samples) in zip(readable, try await samples(of: readable)) {
                try Task.checkCancellation()
                for sample in samples {
                    let position = fragment.position(of: sample)
                    guard range.reaches(position) else { return shown }
                    hasKeyFrame = hasKeyFrame || sample.isSync
                    guard hasKeyFrame else { continue }
                    if range.isLeadIn(position) { shown = [position] } else { shown.append(position) }
                }
            }
            place = last.id
        }
    }
}
