// SPDX-License-Identifier: Apache-2.0
package import Footage
package import Logging
import Media
import Tasks
package import Wire

extension FootageStore {
    /// Restores footage from the folder `recovered` that the catalog or a camera's manifest proves, and the gaps that lie within it.
    ///
    /// - Parameters:
    ///   - node: what the camera says of itself.
    ///   - isAsked: the files about which the camera is asked.
    ///
    /// Throws the errors of the client and the store.
    package func adopt(
        asking source: any FootageSource, of camera: (id: String, name: String), node: NodeDescription,
        about isAsked: (RecoveredFile) -> Bool = { _ in true }, logger: Logger
    ) async throws -> Adoption {
        let archive = Archive(self)
        let accounts = CameraAccounts(
            client: source, archive: archive, camera: camera.id,
            isKept: node.capabilities.contains(CameraAccounts.capability), unsaved: UnsavedAccounts(), logger: logger)
        var chain = try await accounts.register().chain
        let witness = ManifestWitness(source, camera: camera)
        let ids = chain.epochs.compactMap { epoch in epoch.account.map { (epoch.number, $0.id) } }
        await witness.learn(Dictionary(ids) { $1 })
        // A camera releases what it keeps for a recording when that is over.
        let holds = try await accounts.isKept ? source.holds() : []
        let adoption = try await adopt(
            now: wallNanoseconds(), running: Set(holds.map(\.recording)),
            asking: { id, _ in try await witness.proof(of: id) }, about: isAsked)
        try await accounts.keepBegins(of: adoption.recordings, holds, in: chain)
        // What the camera has deleted, and nobody else had, was acknowledged by a recorder whose catalog is older now.
        chain.acknowledged = chain.epochs.last.map { FragmentID(epoch: $0.number, sequence: RecordingEdge.endOfEpoch) }
        for recording in try await archive.store.recordings()
        where recording.camera == camera.id && adoption.recordings.contains(recording.id) {
            let found = try await archive.gaps(withinStored: recording, chain).gaps
            // A recording that goes on fills the holes that it can when its recorder runs.
            let isOver = recording.state == .stopped
            try await archive.note(found.filter { isOver || $0.isBetweenEpochs }, in: recording.id)
        }
        return adoption
    }
}
