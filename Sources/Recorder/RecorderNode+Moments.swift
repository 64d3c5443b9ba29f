// SPDX-License-Identifier: Apache-2.0
import Tasks
import Trust
package import Wire

extension RecorderNode {
    /// The most cameras of one moment.
    private static let mostOfOneMoment = 256
    /// How long a camera may take for its still.
    private static let patience = Duration.seconds(10)

    /// Takes a still of one moment by several cameras at once; one that cannot does not hold up the others.
    ///
    /// Throws a problem 404 for an unknown camera, and 409 if none is connected.
    package func takeMoment(_ request: MomentRequest) async throws -> MomentReport {
        let arrival = monotonicNanoseconds()
        guard (0...arrival + 60_000_000_000).contains(request.pressedAt ?? 0) else {
            throw Problem.badRequest(
                "pressedAt must be on this recorder's clock (GET /v1/time), at most a minute ahead of it")
        }
        guard request.save != .camera else {
            throw Problem.badRequest("the stills of a moment go to the recorder: save is recorder or both")
        }
        let chosen = try links(for: request)
        let recorder = try NodeID(description.id)
        let pressed: Int64
        if let asked = request.pressedAt {
            pressed = asked
        } else {
            let areReady = await each(of: chosen) { await $0.keepsPast }.allSatisfy { $0 }
            pressed = areReady ? arrival : max(arrival, monotonicNanoseconds()) + MomentRequest.ahead
        }
        let still = StillRequest(
            pressedAt: pressed, pressUncertainty: request.pressUncertainty, save: request.save, format: request.format)
        let shots = await each(of: chosen) { [self] link in
            var shot = await link.shot(of: still, for: recorder, within: Self.patience)
            shot.file = shot.still.map { stills.id(of: $0) }
            return shot
        }
        return MomentReport(at: wallNanoseconds() - (monotonicNanoseconds() - pressed), shots: shots)
    }

    private func links(for request: MomentRequest) throws -> [CameraLink] {
        guard request.cameras.count <= Self.mostOfOneMoment else {
            throw Problem.badRequest("at most \(Self.mostOfOneMoment) cameras can be asked for one moment")
        }
        var chosen: [CameraLink] = []
        for name in request.cameras {
            let link = try pairedLink(name)
            if !chosen.contains(where: { $0 === link }) { chosen.append(link) }
        }
        if request.cameras.isEmpty, links.contains(where: { $0.connection != nil }) { chosen = links }
        guard !chosen.isEmpty else { throw Problem.conflict("no camera is connected to this recorder") }
        return chosen
    }
}
