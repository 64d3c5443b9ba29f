// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Wire

/// Proves fragments that have no row in the catalog by a camera's manifest, one page at a time.
package actor ManifestWitness {
    private let source: any FootageSource
    private let camera: (id: String, name: String)
    private var pages: [FragmentID: FragmentAnnouncement] = [:]
    /// For each epoch, the sequences that the last page covers.
    private var covered: [Int: ClosedRange<Int>] = [:]
    private var ids: [Int: String] = [:]

    /// Creates a witness for the camera of a source.
    package init(_ source: any FootageSource, camera: (id: String, name: String)) {
        (self.source, self.camera) = (source, camera)
    }

    /// The camera's entry for a fragment; nil if its spool no longer has it.
    func proof(of id: FragmentID) async throws -> FragmentProof? {
        if covered[id.epoch]?.contains(id.sequence) != true { try await ask(id) }
        guard let announcement = pages[id] else { return nil }
        guard let digest = Digest(hex: announcement.sha256), let format = Digest(hex: announcement.initDigest) else {
            return nil
        }
        return FragmentProof(
            digest: digest, format: format, segment: announcement.segment, base: Tick(rawValue: announcement.base),
            captured: announcement.captured, total: announcement.total, gaps: announcement.gaps.map { Gap($0, in: "") },
            camera: camera)
    }

    /// Sets the ids of epochs by this recorder's numbers; an epoch without an id is requested by its number.
    func learn(_ ids: [Int: String]) { self.ids = ids }

    private func ask(_ id: FragmentID) async throws {
        let manifest: FootageManifest
        do {
            manifest =
                if let known = ids[id.epoch] {
                    try await source.manifest(from: known, after: id.sequence - 1, limit: 1_000)
                } else {
                    try await source.manifest(epoch: id.epoch, after: id.sequence - 1, limit: 1_000)
                }
        } catch let problem as Problem where problem.status == 404 {
            // The camera has forgotten the epoch.
            (pages, covered) = ([:], [id.epoch: id.sequence...max(id.sequence, RecordingEdge.endOfEpoch)])
            return
        }
        let mine = manifest.fragments.filter { ids[id.epoch] == nil || $0.epochID == ids[id.epoch] }
        pages = [:]
        for announcement in mine {
            pages[FragmentID(epoch: id.epoch, sequence: announcement.sequence)] = announcement.numbered(id.epoch)
        }
        let end = manifest.more && mine.count == manifest.fragments.count ? mine.last?.sequence : nil
        covered = [id.epoch: id.sequence...max(id.sequence, end ?? RecordingEdge.endOfEpoch)]
    }
}
