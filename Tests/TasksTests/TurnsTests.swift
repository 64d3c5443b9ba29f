// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Tasks
import Testing
import TestSupport

@Suite("Turns", .timeLimit(.minutes(1)))
struct TurnsTests {
    /// The visitors that got their turn, in order.
    private final class Visitors: Sendable {
        private let names = Mutex<[Int]>([])
        var list: [Int] { names.withLock { $0 } }
        func note(_ name: Int) { names.withLock { $0.append(name) } }
    }

    @Test("come in the order of the asking, and no more at a time than there is room for")
    func order() async throws {
        let (turns, visitors) = (Turns(limit: 2), Visitors())
        try await turns.take()
        try await turns.take()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in 1...4 {
                // An immediate task runs until it waits, so that it is in the queue before the next one.
                group.addImmediateTask {
                    try await turns.take()
                    visitors.note(name)
                }
            }
            #expect(visitors.list.isEmpty)
            for count in 1...4 {
                turns.give()
                try await eventually("\(count) are in") { visitors.list.count == count }
            }
            try await group.waitForAll()
        }
        #expect(visitors.list == [1, 2, 3, 4])
    }

    @Test("who asks for more than there is gets in alone, and is not overtaken")
    func weights() async throws {
        let (turns, visitors) = (Turns(limit: 10), Visitors())
        try await turns.take(4)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (name, weight) in [(1, 50), (2, 1)] {
                group.addImmediateTask {
                    try await turns.take(weight)
                    visitors.note(name)
                }
            }
            #expect(visitors.list.isEmpty)
            turns.give(4)
            try await eventually("the large one is in") { visitors.list == [1] }
            turns.give(50)
            try await group.waitForAll()
        }
        #expect(visitors.list == [1, 2])
    }

    @Test("who gives up leaves room for the next", arguments: 0..<20)
    func cancelled(_ round: Int) async throws {
        let turns = Turns(limit: 1)
        try await turns.take()
        let waiter = Task { try await turns.take() }
        if round.isMultiple(of: 2) { await Task.yield() }
        waiter.cancel()
        turns.give()
        if (try? await waiter.value) != nil { turns.give() }
        try await turns.take()
    }
}
