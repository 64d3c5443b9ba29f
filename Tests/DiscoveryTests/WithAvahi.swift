// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Discovery

/// The tests that share the one message bus of this process; they run one after another.
@Suite(
    "With a real avahi-daemon", .serialized, .timeLimit(.minutes(2)),
    .enabled("Avahi, dbus and namespaces are there", PrivateNetwork.isPossible))
enum WithAvahi {
    /// Announces during the body, and returns when the announcement is withdrawn.
    static func announcing<Result>(
        _ announcer: Announcer, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
        try await during({ try await announcer.run() }, body)
    }

    /// Browses during the body.
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
    /// The first result that is not nil; consumes the elements up to it.
    func next<Found>(_ match: (Element) -> Found?) async throws -> Found {
        for await element in self {
            if let found = match(element) { return found }
        }
        throw CancellationError()
    }
}

extension AsyncStream<AnnouncementStatus> {
    /// Waits for the announcement; returns its name.
    func announced() async throws -> String {
        try await next { status in
            guard case .announced(let name) = status else { return nil }
            return name
        }
    }
}

extension AsyncStream<BrowserEvent> {
    /// Waits until a node appears.
    func appeared() async throws -> FoundNode { try await next(\.appeared) }

    /// Waits until a node changes.
    func changed() async throws -> FoundNode { try await next(\.changed) }

    /// Waits until a node vanishes.
    func vanished() async throws -> (node: FoundNode, reason: BrowserEvent.Departure) { try await next(\.vanished) }
}
