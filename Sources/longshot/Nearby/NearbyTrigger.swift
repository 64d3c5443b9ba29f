// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Wire

/// Waits with a still until tags are near the camera, and rest.
struct NearbyTrigger: ParsableArguments {
    @Option(
        help: """
            Take the still when all tags of --tags are in sight, at most this far away, and still for a second. (a length \
            such as 2m; default: at once)
            """)
    var whenWithin: Length?

    @Option(help: "The side of the tags' black squares, for --when-within. (a length such as 120mm; default: none)")
    var tagSize: Length?

    @Option(
        help: "The numbers of the tags, for --when-within. (0 to 586, with commas; default: 0)",
        transform: { text in
            let numbers = text.split(separator: ",").map { Int($0) }
            let tags = numbers.compactMap(\.self)
            guard !tags.isEmpty, tags.count == numbers.count, tags.allSatisfy({ (0...586).contains($0) }),
                tags.count <= 8, Set(tags).count == tags.count
            else { throw ValidationError("up to eight different numbers from 0 to 586 with commas, such as 0,1") }
            return tags
        })
    var tags: [Int]?

    mutating func validate() throws {
        guard whenWithin == nil || tagSize != nil else {
            throw ValidationError("--when-within needs the size of the tags: add --tag-size, such as --tag-size 120mm")
        }
        guard whenWithin != nil || tagSize == nil && tags == nil else {
            throw ValidationError("--tag-size and --tags are for --when-within")
        }
    }

    /// Returns when the tags are as wanted, or at once if nothing was.
    func wait(_ client: ControlClient) async throws {
        guard let whenWithin, let tagSize else { return }
        let tags = tags ?? [0]
        let watch = ApproachWatch(tags, within: whenWithin.metres)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for tag in tags {
                let wish = NearbyRequest(size: tagSize.metres, tag: tag)
                group.addTask { try await client.withNearby(wish) { _, update in try watch.add(update, of: tag) } }
            }
            try await group.next()
            group.cancelAll()
        }
        Terminal.endProgress()
    }
}
