// SPDX-License-Identifier: Apache-2.0

/// Chooses pictures of a moved tag for a calibration: those in which it rests, and that differ from the others.
package struct CalibrationViews: Sendable {
    /// The chosen pictures.
    package private(set) var chosen: [LensCalibration.View] = []
    private var last: TagSighting?
    private let distance: Double?

    /// - Parameter distance: the tag's distance in metres, if it was measured: then pictures need not differ.
    package init(distance: Double? = nil) {
        self.distance = distance
    }

    /// Adds a picture if it is worth it; returns whether it was.
    package mutating func add(_ sighting: TagSighting) -> Bool {
        defer { last = sighting }
        guard let last, Self.distance(last, sighting) < 1.5, sighting.side > 20,
            chosen.count < LensCalibration.mostViews
        else { return false }
        let isNew = chosen.allSatisfy { Self.distance($0.sighting, sighting) > sighting.side / 6 }
        guard isNew || distance != nil && chosen.count < 20 else { return false }
        chosen.append(LensCalibration.View(sighting, distance: distance))
        return true
    }

    /// How far the farthest corner moved, in pixels.
    private static func distance(_ a: TagSighting, _ b: TagSighting) -> Double {
        zip(a.corners, b.corners).map { ($0 - $1).length }.max() ?? .infinity
    }
}
