// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Tasks
import Wire

/// Compares a camera's clock with this machine's while it is recorded, once a minute, and stores the comparisons.
///
/// Clocks drift apart by some milliseconds a minute at most.
struct ClockWatch: Sendable {
    private static let interval = Duration.seconds(60)
    /// How soon a comparison is stored that came before the account of its epoch.
    private static let soon = Duration.seconds(1)

    let client: any CameraConnection
    let store: any Catalog
    let camera: String
    /// The live session, whose epoch is compared.
    let session: LiveSession

    /// Runs until it is cancelled.
    ///
    /// - Parameter tell: called with the camera's clock minus this machine's, in nanoseconds.
    func run(tell: @Sendable (Int64) -> Void) async throws {
        while true {
            var isStored = false
            if let offset = try? await client.compareClocks() {
                tell(offset.nanoseconds)
                // Read together: the wall clock may step.
                let (utc, monotonic) = (wallNanoseconds(), monotonicNanoseconds())
                isStored = await store(offset, utc, monotonic)
            }
            try await Task.sleep(for: isStored ? Self.interval : Self.soon)
        }
    }

    /// Stores a comparison; false if the epoch has no number here yet, or if the store fails, which footage tells about.
    private func store(_ offset: ClockOffset, _ utc: Int64, _ monotonic: Int64) async -> Bool {
        guard let clocks = try? await store.clocks(camera: camera) else { return false }
        guard let clock = clocks.told(as: session.epochID, or: session.epoch) else { return false }
        let comparison = ClockComparison(
            camera: camera, epoch: clock.epoch, tick: Tick(nanoseconds: offset.remote(atLocal: monotonic)), utc: utc,
            uncertainty: offset.uncertainty)
        return (try? await store.add(comparison)) != nil
    }
}
