// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Discovery

/// Everything that needs the one message bus of this process, one test after another.
@Suite(
    "With a real avahi-daemon", .serialized, .timeLimit(.minutes(2)),
    .enabled("Avahi, dbus and namespaces are there", PrivateNetwork.isPossible))
enum WithAvahi {
    /// Announces while the body runs, and returns when the announcement has been given up.
    static func announcing<Result>(
        _ announcer: Announcer, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
        try await during({ try await announcer.run() }, body)
    }

    /// Browses while the body runs.
    static func browsing<Result>(
        _ browser: Browser, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
        try await during({ try await browser.run() }, body)
    }

    private static func during<Result>(
        _ service: @escaping @Sendable () async throws -> Void, _ body: () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service() }
            defer { group.cancelAll() }
            return try await body()
        }
    }
}

extension AsyncStream {
    /// The next element that the function makes something of; those before it are gone.
    func next<Found>(_ match: (Element) -> Found?) async throws -> Found {
        for await element in self {
            if let found = match(element) { return found }
        }
        throw CancellationError()
    }
}

extension AsyncStream<AnnouncementStatus> {
    /// Waits until announced; gives the name.
    func announced() async throws -> String {
        try await next { status in
            guard case .announced(let name) = status else { return nil }
            return name
        }
    }
}

extension AsyncStream<BrowserEvent> {
    /// Waits until a node is there.
    func appeared() async throws -> FoundNode { try await next(\.appeared) }

    /// Waits until a node has changed.
    func changed() async throws -> FoundNode { try await next(\.changed) }

    /// Waits until a node is gone.
    func vanished() async throws -> (node: FoundNode, reason: BrowserEvent.Departure) { try await next(\.vanished) }
}
