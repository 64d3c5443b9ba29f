// SPDX-License-Identifier: Apache-2.0
import Nearby
import Wire

/// Whether a tag is near enough, and since when it rests.
struct Approach: Sendable {
    /// The last distance in metres; nil while the tag is not in sight.
    private(set) var distance: Double?
    /// Where it began to rest, and when on the monotonic clock.
    private var rest: (place: SIMD3<Double>, at: Int64)?

    /// Adds what the camera sees.
    mutating func add(_ update: NearbyUpdate, within limit: Double, at now: Int64) {
        guard update.phase == .seen, let position = update.position else {
            (distance, rest) = (nil, nil)
            return
        }
        distance = position.distance
        guard position.distance <= limit else { return rest = nil }
        let place = position.direction * position.distance
        // A hand that holds still moves by a few centimetres; the measurement itself by its noise, of which a far tag has more.
        let tolerance = max(0.03, 0.02 * position.distance)
        if let rest, (place - rest.place).length <= tolerance { return }
        rest = (place, now)
    }

    /// Whether it has rested for so long, in nanoseconds.
    func hasRested(_ time: Int64, at now: Int64) -> Bool {
        rest.map { now - $0.at >= time } ?? false
    }
}
