// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Tasks
import Wire

/// Waits until several tags are near a camera, and rest.
final class ApproachWatch: Sendable {
    /// How long the tags have to rest, in nanoseconds.
    private static let rest: Int64 = 1_000_000_000

    private let limit: Double
    private let states: Mutex<[Int: Approach]>

    /// - Parameter limit: the largest distance in metres.
    init(_ tags: [Int], within limit: Double) {
        self.limit = limit
        states = Mutex(Dictionary(uniqueKeysWithValues: tags.map { ($0, Approach()) }))
    }

    /// Adds what the camera sees of a tag; returns whether the wait goes on.
    func add(_ update: NearbyUpdate, of tag: Int) throws(Problem) -> Bool {
        if update.phase == .invalidated {
            throw .conflict("the camera looks for the tag no longer: \(update.reason ?? "")")
        }
        let now = monotonicNanoseconds()
        let all = states.withLock { states in
            states[tag]?.add(update, within: limit, at: now)
            return states
        }
        let words = all.sorted { $0.key < $1.key }.map { tag, state in
            "tag \(tag): \(state.distance.map { PeerPosition.length($0) } ?? "not in sight")"
        }
        Terminal.progress("\(words.joined(separator: ", ")) (within \(PeerPosition.length(limit)), and still)")
        return !all.values.allSatisfy { $0.hasRested(Self.rest, at: now) }
    }
}
