// SPDX-License-Identifier: Apache-2.0
import Media
import Footage
import Logging
import Wire

/// The recorder's end of a live session: what a camera sends in, canonical access units out.
protocol LiveLane: Sendable {
    /// Receives until the stream ends or fails.
    ///
    /// - Parameters:
    ///   - outputs: get each picture too.
    ///   - tell: called each second with how it goes.
    ///   - open: asks the camera for the session that fits the ports.
    func run(
        into buffer: UnitBuffer, meter: LiveMeter,
        outputs: [any AccessUnitOutput],
        logger: Logger, tell: @escaping @Sendable (LiveStatistics) -> Void,
        open: (LiveRequest) async throws -> LiveSession
    ) async throws
}

/// What a live lane is made for.
struct LiveLaneSetup: Sendable {
    let transport: Transport
    let codec: Codec
    /// The jitter budget in milliseconds.
    let latencyMilliseconds: Int
    /// The address of this machine at which the camera reaches it.
    let host: String
    /// The camera's address.
    let camera: String
}

/// Makes a live lane that does not receive yet.
typealias LiveLaneFactory = @Sendable (LiveLaneSetup) throws -> any LiveLane
