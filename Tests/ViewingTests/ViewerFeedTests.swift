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
        for tick in 0..<28 { feed.add(unit(Int64(tick), isSync: tick == 0), sets, stream: 1) }
        #expect(ticks(in: feed) == Array(0..<24))
        feed.add(unit(40), sets, stream: 1)
        feed.add(unit(41), sets, stream: 2)
        feed.add(unit(42, isSync: true), sets, stream: 1)
        feed.add(unit(43), sets, stream: 1)
        #expect(ticks(in: feed) == [41, 42, 43])
    }

    @Test("has the whole group with the first picture of a stream, and again after nobody watched it")
    func group() {
        let feed = ViewerFeed()
        let gop = (1...4).map { unit($0, isSync: $0 == 1, bytes: 8) }
        // The process does not read yet.
        feed.add(gop[0], of: [gop[0]], sets, stream: 1)
        feed.begin()
        feed.add(gop[2], of: Array(gop[...2]), sets, stream: 1)
        feed.add(gop[3], of: gop, sets, stream: 1)
        feed.add(unit(9, isSync: true, bytes: 8), of: [], sets, stream: 2)
        #expect(ticks(in: feed) == [1, 2, 3, 4, 9])
        feed.pause(1)
        feed.add(gop[1], of: Array(gop[...1]), sets, stream: 1)
        #expect(ticks(in: feed) == [1, 2])
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
