// SPDX-License-Identifier: Apache-2.0
import Media
import Testing

@testable import Viewing

@Suite("How a viewer who joins catches up")
struct CatchUpTests {
    private func picture(_ number: Int64) -> ViewerMessage.Picture {
        ViewerMessage.Picture(
            stream: 1, tick: Tick(rawValue: 7_000_000 + number * 3_000), isSync: number == 0, bytes: [1])
    }

    /// Plays a group of 30 pictures a second to its end, while pictures come in; returns the numbers with time stamps and times.
    private func play(_ count: Int64) -> [(picture: ViewerMessage.Picture, timestamp: Tick, now: Int64)] {
        var now: Int64 = 50_000_000_000
        let start = now
        var catchUp = CatchUp((0..<count).map(picture), now: now)
        var arrived = count
        var sent: [(picture: ViewerMessage.Picture, timestamp: Tick, now: Int64)] = []
        while let step = catchUp.next(now: now) {
            sent.append((step.picture, step.timestamp, now))
            now += step.pause
            while start + (arrived - count + 1) * 33_333_333 <= now {
                let isInTime = catchUp.add(picture(arrived), now: start + (arrived - count + 1) * 33_333_333)
                #expect(isInTime)
                arrived += 1
            }
        }
        return sent
    }

    @Test("takes a sixteenth of the group's time, whatever its length", arguments: [30, 120, 300])
    func quick(_ count: Int64) throws {
        let sent = play(count)
        #expect(sent.map(\.picture.tick) == (0..<Int64(sent.count)).map { picture($0).tick })
        let seconds = Double(try #require(sent.last).now - sent[0].now) / 1e9
        #expect(seconds < Double(count) / 30 / 14)
    }

    @Test("has time stamps that pass as fast as the pictures come, and end with those that they were captured at")
    func timestamps() throws {
        let sent = play(300)
        for (one, next) in zip(sent, sent.dropFirst()) {
            let (stamps, came) = (next.timestamp - one.timestamp, (next.now - one.now) * 9 / 100_000)
            #expect(abs(stamps - came) <= 1)
        }
        // A picture's time stamp is that of one that is captured now.
        #expect(sent[0].timestamp == picture(299).tick)
        let last = try #require(sent.last)
        #expect(abs(last.timestamp - last.picture.tick) < 3_000)
    }

    @Test("of a single picture is nothing: it keeps its tick, and the viewer is live")
    func single() {
        var catchUp = CatchUp([picture(0)], now: 5)
        let (step, end) = (catchUp.next(now: 5), catchUp.next(now: 5))
        #expect(step?.timestamp == picture(0).tick && end == nil)
    }

    @Test("ends after 5 seconds, whatever ticks a camera claims")
    func hostile() {
        let far = ViewerMessage.Picture(stream: 1, tick: Tick(rawValue: .max), isSync: false, bytes: [1])
        let early = ViewerMessage.Picture(stream: 1, tick: Tick(rawValue: .min), isSync: true, bytes: [1])
        var catchUp = CatchUp([early, far], now: 0)
        let first = catchUp.next(now: 0)
        #expect(first?.pause == CatchUp.limit)
        let isEarly = catchUp.add(early, now: CatchUp.limit - 1)
        let isLate = catchUp.add(early, now: CatchUp.limit)
        #expect(isEarly && !isLate)
        let second = catchUp.next(now: CatchUp.limit)
        #expect(second?.pause == 0)
    }
}
