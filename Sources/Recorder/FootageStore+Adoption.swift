// SPDX-License-Identifier: Apache-2.0
package import Footage
import Media
import Tasks
import Wire

extension FootageStore {
    /// Restores footage from the folder `recovered` that the catalog or a camera's manifest proves.
    ///
    /// Throws the errors of the client and the store.
    package func adopt(asking witness: ManifestWitness, of camera: String) async throws -> Adoption {
        let clocks = try clocks(camera: camera)
        let ids = clocks.compactMap { clock in clock.account.map { (clock.epoch, $0.id) } }
        await witness.learn(Dictionary(ids) { $1 })
        let adoption = try await adopt(now: wallNanoseconds()) { id, _ in try await witness.proof(of: id) }
        let known = Set(clocks.map(\.epoch))
        let missing = Set(adoption.adopted.map(\.epoch)).subtracting(known)
        for (epoch, description) in await witness.epochs where missing.contains(epoch) {
            try set([
                EpochClock(
                    camera: camera, epoch: epoch, tick: Tick(rawValue: 0), utc: description.utcAtTickZero,
                    uncertainty: description.uncertainty, began: GapReason(told: description.began))
            ])
        }
        return adoption
    }
}
