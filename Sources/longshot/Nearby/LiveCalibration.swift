// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Nearby
import Wire

/// Collects pictures of a tag that somebody moves before a running camera, and finds the lens from them.
struct LiveCalibration {
    /// How many different pictures are enough.
    private static let enough = 30
    /// How many pictures of a tag that rests at a known distance are enough.
    private static let measured = 10

    /// The side of the tag.
    let tag: Length
    /// The tag's number.
    let number: Int
    /// The tag's distance in metres, if it was measured.
    let distance: Double?
    /// The time to collect pictures, in milliseconds.
    let patience: Int

    /// The lens that was found.
    func run(_ client: ControlClient) async throws -> LensCalibration {
        var views = CalibrationViews(distance: distance)
        var size = (width: 0, height: 0)
        let end = ContinuousClock.now + .milliseconds(patience)
        let wanted = distance == nil ? Self.enough : Self.measured
        Terminal.advise(
            distance == nil
                ? "Move and tilt the tag before the camera: near and far, in the middle and at all edges, tilted by 30 to 45 "
                    + "degrees to all sides. Hold it still for a moment in each place."
                : "Hold the tag still at that distance, facing the camera.")
        try await client.withNearby(NearbyRequest(size: tag.metres, tag: number)) { _, update in
            if let lens = update.lens?.lens, let corners = update.corners {
                size = (lens.width, lens.height)
                let scale = SIMD2(Double(lens.width), Double(lens.height))
                _ = views.add(TagSighting(tag: number, corners: corners.map { $0 * scale - 0.5 }))
            }
            let state = update.corners == nil ? update.words : "in sight"
            Terminal.progress("\(views.chosen.count) of \(wanted) pictures; the tag is \(state)")
            return views.chosen.count < wanted && ContinuousClock.now < end
        }
        Terminal.endProgress()
        guard !views.chosen.isEmpty else {
            throw Problem.notFound(
                "the camera has not seen tag \(number) at rest: is it in the picture, flat and in good light, and is that its number?"
            )
        }
        return try LensCalibration(views.chosen, side: tag.metres, width: size.width, height: size.height)
    }
}
