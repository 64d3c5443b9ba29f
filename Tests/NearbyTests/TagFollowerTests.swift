// SPDX-License-Identifier: Apache-2.0
import Nearby
import Testing

@Suite("Following a tag")
struct TagFollowerTests {
    private func sighting(_ tag: Int, at x: Double) -> TagSighting {
        TagSighting(tag: tag, corners: [[x, 140], [x + 40, 140], [x + 40, 100], [x, 100]])
    }

    @Test("searches the whole picture until each tag is found, and then near it, and the whole once a second")
    func follow() {
        var follower = TagFollower()
        let tenth: Int64 = 100_000_000
        let first = follower.searches(for: [1, 2], at: 0)
        #expect(first.map(\.window) == [nil] && first.map(\.step) == [2])
        follower.found([sighting(1, at: 100)])
        #expect(follower.searches(for: [1, 2], at: tenth).first?.window == nil)
        follower.found([sighting(1, at: 100), sighting(2, at: 400)])
        let near = follower.searches(for: [1, 2], at: 2 * tenth)
        #expect(
            near.map(\.window) == [
                PictureWindow(x: 40, y: 40, width: 160, height: 160),
                PictureWindow(x: 340, y: 40, width: 160, height: 160),
            ])
        follower.found([sighting(1, at: 100), sighting(2, at: 400)])
        #expect(follower.searches(for: [1, 2], at: 12 * tenth).first?.window == nil)
        // Who is no longer wanted is not followed.
        follower.found([sighting(1, at: 100), sighting(2, at: 400)])
        #expect(follower.searches(for: [2], at: 13 * tenth).count == 1)
    }
}
