// SPDX-License-Identifier: Apache-2.0
import Media
import Logging
import Wire

@testable import Footage
@testable import Recorder

/// A recorder's end of a simulated live session: frames are delayed or lost, and keep their order.
final class SimulatedLane: LiveLane, @unchecked Sendable {
    /// The receiving lanes, by port.
    nonisolated(unsafe) static var lanes: [Int: SimulatedLane] = [:]
    nonisolated(unsafe) private static var lastPort = 1_024

    private let network: Network
    private let (units, continuation) = AsyncStream.makeStream(of: FormattedAccessUnit.self)
    private let port: Int

    init(_ network: Network) {
        self.network = network
        Self.lastPort += 1
        port = 1_024 + Self.lastPort % 60_000
    }

    func send(_ unit: FormattedAccessUnit?) {
        guard let unit else { return continuation.finish() }
        if !network.draw(network.weather.lostFrame) { continuation.yield(unit) }
    }

    func run(
        into buffer: UnitBuffer, meter: LiveMeter,
        outputs: [any AccessUnitOutput],
        logger: Logger, tell: @escaping @Sendable (LiveStatistics) -> Void,
        open: (LiveRequest) async throws -> LiveSession
    ) async throws {
        Self.lanes[port] = self
        defer { Self.lanes[port] = nil }
        let session = try await open(
            LiveRequest(
                transport: .udp, mediaPort: port, controlPort: 0, ssrc: 1, retransmissionSSRC: 2,
                firstSequenceNumber: 0, latencyMilliseconds: 100, cipher: "aes-256-gcm", mediaKey: Confidential("")))
        let waiter = network.onBreak { [continuation] _ in continuation.finish() }
        defer { network.forget(waiter) }
        for await unit in units {
            try await Task.sleep(for: network.delay())
            meter.count(unit.unit)
            buffer.append(unit)
            for output in outputs { output.send(unit, epoch: session.epoch) }
        }
        try Task.checkCancellation()
    }
}
