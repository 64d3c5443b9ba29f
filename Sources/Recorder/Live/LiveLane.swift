// SPDX-License-Identifier: Apache-2.0
import Media
import Footage
import Logging
import Wire

/// The recorder's end of a live session, which receives canonical access units.
protocol LiveLane: Sendable {
    /// Receives until the stream ends or fails.
    ///
    /// - Parameters:
    ///   - outputs: receive each access unit too.
    ///   - tell: called each second with statistics.
    ///   - open: requests the session from the camera.
    func run(
        into buffer: UnitBuffer, meter: LiveMeter,
        outputs: [any AccessUnitOutput],
        logger: Logger, tell: @escaping @Sendable (LiveStatistics) -> Void,
        open: (LiveRequest) async throws -> LiveSession
    ) async throws
}

/// The parameters of a live lane.
struct LiveLaneSetup: Sendable {
    let transport: Transport
    let codec: Codec
    /// The jitter budget in milliseconds.
    let latencyMilliseconds: Int
    /// This machine's address as the camera reaches it.
    let host: String
    /// The camera's address.
    let camera: String
}

/// Creates a live lane that does not receive yet.
typealias LiveLaneFactory = @Sendable (LiveLaneSetup) throws -> any LiveLane
