// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Nearby

/// Looks for tags in pictures, on a thread of its own.
actor TagSearch {
    /// What a picture shows.
    struct Result: Sendable {
        let width: Int
        let height: Int
        let sightings: [TagSighting]
    }

    private let thread = QuietThread("nearby")
    private var detector: TagDetector?
    private var follower = TagFollower()

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// The tags in a picture; nil if its format has no luminance.
    func look(at picture: Buffer, _ caps: Caps, capturedAt: Int64, for tags: Set<Int>) -> Result? {
        if detector == nil { detector = TagDetector() }
        let searches = follower.searches(for: tags, at: capturedAt)
        let found: Result? = picture.withLuminance(caps) { bytes, shape in
            var sightings: [TagSighting] = []
            for search in searches {
                let seen = detector?.sightings(
                    in: bytes, width: shape.width, height: shape.height, stride: shape.stride, window: search.window,
                    step: search.step)
                // Windows of neighbours overlap.
                for sighting in seen ?? [] where !sightings.contains(where: { $0.isSame(as: sighting) }) {
                    sightings.append(sighting)
                }
            }
            return Result(width: shape.width, height: shape.height, sightings: sightings)
        }
        follower.found(found?.sightings ?? [])
        return found
    }

    /// Frees the memory of the search, until somebody asks again.
    func rest() {
        detector = nil
        follower = TagFollower()
    }
}
