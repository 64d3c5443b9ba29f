// SPDX-License-Identifier: Apache-2.0
import Tasks
import Testing

@Suite("Races, timeouts and backoff")
struct RaceTests {
    private struct Failure: Error {}

    @Test("The first to end gives the result, and the others are cancelled before it is there")
    func first() async throws {
        let cancelled = Pending<Bool>()
        let winner = try await race(
            { 1 },
            {
                try? await Task.sleep(for: .seconds(3_600))
                cancelled.resolve(Task.isCancelled)
                return 2
            })
        #expect(winner == 1)
        #expect(await cancelled.value() == true)
    }

    @Test("The first to fail ends a race as well")
    func failure() async {
        await #expect(throws: Failure.self) {
            try await race({ try await Task.sleep(for: .seconds(3_600)) }, { throw Failure() })
        }
    }

    @Test("A work without a value does not decide, and if none has one there is none")
    func values() async throws {
        let begun = Pending<Void>()
        let value: Int? = try await firstValue(
            of: {
                begun.resolve(())
                return nil
            },
            {
                await begun.value()
                return 7
            })
        #expect(value == 7)
        let none: Int? = try await firstValue(of: { nil }, { nil })
        #expect(none == nil)
    }

    @Test("A work that takes too long is cancelled and times out; another gives its value or its error")
    func timeout() async throws {
        await #expect(throws: TimedOut.self) {
            try await withTimeout(.milliseconds(1)) { try await Task.sleep(for: .seconds(3_600)) }
        }
        #expect(try await withTimeout(.seconds(3_600)) { "done" } == "done")
        await #expect(throws: Failure.self) { try await withTimeout(.seconds(3_600)) { throw Failure() } }
        #expect(await Pending<Int>().value(within: .milliseconds(1)) == nil)
    }

    @Test("Pauses double up to the longest, and begin anew")
    func backoff() {
        var backoff = Backoff(.milliseconds(100) ... .milliseconds(500))
        #expect((0..<5).map { _ in backoff.next() } == [100, 200, 400, 500, 500].map { .milliseconds($0) })
        backoff.reset()
        #expect(backoff.next() == .milliseconds(100))
    }
}
