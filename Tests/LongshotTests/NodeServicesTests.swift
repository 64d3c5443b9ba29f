// SPDX-License-Identifier: Apache-2.0
import Logging
import ServiceLifecycle
import Tasks
import Testing
import Wire

@testable import longshot

@Suite("The services of a node", .timeLimit(.minutes(1)))
struct NodeServicesTests {
    /// Ends at once, and with it the group.
    private struct Brief: Service {
        func run() async {}
    }

    /// Ends when it is asked to.
    private struct Willing: Service {
        func run() async throws { try await gracefulShutdown() }
    }

    /// Ends only when it is cancelled.
    private struct Slow: Service {
        func run() async throws { try await Task.sleep(for: .seconds(3_600)) }
    }

    /// Fails at once.
    private struct Failing: Service {
        func run() async throws { throw Problem("timeout", status: 504, title: "Timeout", detail: "") }
    }

    /// Does not end, not even when it is cancelled, until the test releases it.
    private struct Stuck: Service {
        let release: Pending<Void>

        func run() async {
            let release = release
            await Task { await release.value() }.value
        }
    }

    private func run(_ services: [any Service], cancelled: Duration = .seconds(30)) async throws {
        try await NodeServices.run(
            services, limits: .init(graceful: .milliseconds(50), cancelled: cancelled), logger: Logger(label: "test"))
    }

    @Test("end without an error if they end in time")
    func orderly() async throws {
        try await NodeServices.run([Willing(), Brief()], logger: Logger(label: "test"))
    }

    @Test("are cancelled after the limit, with an error that names those that were slow")
    func slow() async throws {
        let error = await #expect(throws: SlowEnd.self) { try await run([Willing(), Slow(), Brief()]) }
        #expect(error?.services.last == "Slow" && error?.haveEnded == true)
        #expect(error.map { "\($0)" }?.contains("had to be cancelled") == true)
    }

    @Test("end with the error of the one that failed, also if others are slow to end then")
    func failed() async throws {
        let problem = await #expect(throws: Problem.self) { try await run([Willing(), Slow(), Failing()]) }
        #expect(problem?.title == "Timeout")
    }

    @Test("are left behind if they do not end at all, with an error and no trap")
    func stuck() async throws {
        let release = Pending<Void>()
        defer { release.resolve(()) }
        let error = await #expect(throws: SlowEnd.self) {
            try await run([Stuck(release: release), Brief()], cancelled: .milliseconds(50))
        }
        #expect(error?.services == ["Stuck"] && error?.haveEnded == false)
    }
}
