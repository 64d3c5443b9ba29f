// SPDX-License-Identifier: Apache-2.0
import Media
import Testing

@testable import Viewing

@Suite("What waits for the viewers' process")
struct ViewerFeedTests {
    private let sets = ParameterSets(sequence: [[0x67, 1]], picture: [[0x68, 2]])

    private func unit(_ tick: Int64, isSync: Bool = false, bytes: Int = 1 << 20) -> AccessUnit {
        let count = UInt32(bytes - 4)
        let length = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
        return AccessUnit(
            tick: Tick(rawValue: tick), isSync: isSync, bytes: length + [UInt8](repeating: 0x41, count: bytes - 4))
    }

    private func ticks(in feed: ViewerFeed) -> [Int64] {
        var ticks: [Int64] = []
        while let message = feed.next() {
            if case .picture(let picture) = message { ticks.append(picture.tick.rawValue) }
        }
        return ticks
    }

    @Test("is bounded: what does not fit is left out up to the next key frame, of its own stream alone")
    func bounded() {
        let feed = ViewerFeed()
        feed.begin()
        for tick in 0..<12 { feed.add(unit(Int64(tick), isSync: tick == 0), sets, stream: 1) }
        #expect(ticks(in: feed) == Array(0..<8))
        feed.add(unit(20), sets, stream: 1)
        feed.add(unit(21), sets, stream: 2)
        feed.add(unit(22, isSync: true), sets, stream: 1)
        feed.add(unit(23), sets, stream: 1)
        #expect(ticks(in: feed) == [21, 22, 23])
    }

    @Test("takes a picture that is larger than its bound, when nothing else waits")
    func large() {
        let feed = ViewerFeed()
        feed.begin()
        feed.add(unit(1, isSync: true, bytes: ViewerFeed.capacity + 1_000), sets, stream: 1)
        #expect(ticks(in: feed) == [1])
    }

    @Test("keeps words, and no pictures, until somebody listens")
    func early() {
        let feed = ViewerFeed()
        feed.add(.close(ViewerMessage.Word(id: "a")))
        feed.add(unit(1, isSync: true), sets, stream: 1)
        feed.begin()
        #expect(feed.next() == .close(ViewerMessage.Word(id: "a")))
        #expect(feed.next() == nil)
    }

    @Test("has key frames with their parameter sets, as a byte stream")
    func keyFrame() throws {
        let feed = ViewerFeed()
        feed.begin()
        feed.add(unit(5, isSync: true, bytes: 6), sets, stream: 3)
        let start: [UInt8] = [0, 0, 0, 1]
        #expect(
            feed.next()
                == .picture(
                    ViewerMessage.Picture(
                        stream: 3, tick: Tick(rawValue: 5), isSync: true,
                        bytes: start + [0x67, 1] + start + [0x68, 2] + start + [0x41, 0x41])))
    }
}
