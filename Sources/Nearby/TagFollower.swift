// SPDX-License-Identifier: Apache-2.0

/// Decides which part of the next picture is searched for tags.
///
/// A tag that was found is looked for near its last place, which costs a fraction of the whole picture; that is searched while a tag
/// is missing, and once a second.
package struct TagFollower: Sendable {
    /// A part of a picture to search, and how closely.
    package struct Search: Sendable, Equatable {
        /// The part; nil for the whole picture.
        package var window: PictureWindow?
        /// See `TagDetector.sightings`.
        package var step: Int
    }

    /// The time between two searches of the whole picture while all tags are in sight, in nanoseconds.
    private static let pause: Int64 = 1_000_000_000

    private var last: [Int: TagSighting] = [:]
    private var wholeAt: Int64 = .min

    /// A follower that has seen nothing.
    package init() {}

    /// What to search in the picture of a moment.
    ///
    /// - Parameter tags: the wanted tags.
    package mutating func searches(for tags: Set<Int>, at moment: Int64) -> [Search] {
        last = last.filter { tags.contains($0.key) }
        guard last.count == tags.count, wholeAt > moment - Self.pause else {
            wholeAt = moment
            return [Search(window: nil, step: 2)]
        }
        return last.values.sorted { $0.tag < $1.tag }.map { sighting in
            // Somebody who walks past at 1 m moves by about the tag's side between two pictures.
            let margin = max(1.5 * sighting.side, 24)
            return Search(
                window: PictureWindow(around: sighting.corners, margin: margin), step: sighting.side < 60 ? 1 : 2)
        }
    }

    /// Notes the tags that the last searches found.
    package mutating func found(_ sightings: [TagSighting]) {
        last = Dictionary(sightings.map { ($0.tag, $0) }) { first, _ in first }
    }
}
