// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import Wire

@Suite("Event feed", .timeLimit(.minutes(1)))
struct EventFeedTests {
    static func event(_ number: Int) -> Event {
        .stillJob(StillJob(id: "\(number)", count: 1, secondsLeft: 0))
    }

    /// The ids of all events of a stream that has ended.
    func ids(_ stream: AsyncStream<NumberedEvent>) async -> [Int] {
        await stream.reduce(into: []) { $0.append($1.id) }
    }

    @Test("A reader gets what happens from now on, numbered from 1, and the end")
    func now() async {
        let feed = EventFeed()
        feed.publish(Self.event(1))
        let stream = feed.events()
        feed.publish(Self.event(2))
        feed.publish(Self.event(3))
        feed.close()
        #expect(await ids(stream) == [2, 3])
    }

    @Test("A reader that comes back gets what it missed, as far as kept")
    func back() async {
        let feed = EventFeed()
        for number in 1...10 { feed.publish(Self.event(number)) }
        let (some, all, none) = (feed.events(after: 7), feed.events(after: 0), feed.events(after: 10))
        feed.publish(Self.event(11))
        feed.close()
        #expect(await ids(some) == [8, 9, 10, 11])
        #expect(await ids(all) == Array(1...11))
        #expect(await ids(none) == [11])
    }

    @Test("A reader of an earlier life of the node gets everything")
    func earlier() async {
        let feed = EventFeed()
        feed.publish(Self.event(1))
        let stream = feed.events(after: 5_000)
        feed.close()
        #expect(await ids(stream) == [1])
    }

    @Test("Old events are forgotten, the newest are kept, none twice")
    func forgetting() async {
        let feed = EventFeed()
        let count = EventFeed.capacity * 3
        for number in 1...count { feed.publish(Self.event(number)) }
        let stream = feed.events(after: 0)
        feed.close()
        let kept = await ids(stream)
        #expect(kept.count <= EventFeed.capacity)
        #expect(kept.count >= EventFeed.capacity * 7 / 8)
        #expect(kept == Array(count - kept.count + 1...count))
    }

    @Test("A reader that does not keep up is cut off; the others are not")
    func slow() async {
        let feed = EventFeed()
        let (slow, quick) = (feed.events(), feed.events())
        let count = EventFeed.capacity * 2 + 100
        var reader = quick.makeAsyncIterator()
        var received: [Int] = []
        for number in 1...count {
            feed.publish(Self.event(number))
            if let event = await reader.next() { received.append(event.id) }
        }
        #expect(received == Array(1...count))
        // The slow stream ends with the events up to the cut.
        let seen = await ids(slow)
        #expect(seen == Array(1...EventFeed.capacity * 2))
        feed.close()
    }

    @Test("Readers come and go while others publish")
    func crowd() async {
        let feed = EventFeed()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for number in 0..<500 { feed.publish(Self.event(number)) }
                }
            }
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        var last = 0
                        for await event in feed.events(after: 0).prefix(20) {
                            #expect(event.id > last)
                            last = event.id
                        }
                    }
                }
            }
            await group.waitForAll()
        }
        feed.close()
    }

    @Test("A feed that is closed ends new readers too, behind what is kept")
    func closed() async {
        let feed = EventFeed()
        feed.publish(Self.event(1))
        feed.close()
        #expect(await ids(feed.events(after: 0)) == [1])
        #expect(await ids(feed.events()) == [])
    }

    /// A feed that yields inside its mutex deadlocks in the first rounds: a cancelled task holds its own lock while it calls
    /// `onTermination`, and resuming it needs that lock.
    @Test("Readers that are cancelled while events are published never stop the feed", .timeLimit(.minutes(1)))
    func cancelledReaders() async throws {
        let end = DispatchSemaphore(value: 0)
        // A separate thread, because with the fault the threads of the pool hang and no time limit would fire.
        let guardian = Thread {
            if end.wait(timeout: .now() + 40) == .timedOut {
                fatalError("the event feed has stopped: see EventFeed.deliver")
            }
        }
        guardian.start()
        for _ in 0..<60 {
            let feed = EventFeed()
            // An event resumes only readers that wait; an immediate task runs until it does.
            let readers = (0..<200).map { _ in Task.immediate { for await _ in feed.events() {} } }
            let arrived = Atomic(0)
            let meet: @Sendable () -> Void = {
                arrived.add(1, ordering: .acquiringAndReleasing)
                while arrived.load(ordering: .acquiring) < 2 {}
            }
            Thread {
                meet()
                feed.publish(Self.event(1))
            }.start()
            Thread {
                meet()
                for reader in readers.reversed() { reader.cancel() }
            }.start()
            for reader in readers { await reader.value }
        }
        end.signal()
    }
}
