// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Trust
import Wire

/// The browsers that may use a node's page.
extension PeerBook {
    /// All browsers, the newest first.
    func browsers() async throws -> [BrowserSessionDescription] {
        switch self {
        case .running(let target): try await target.withClient { try await $0.pageSessions() }
        case .resting(let home): try BrowserStore(home: home).sessions.map { BrowserSessionDescription($0) }
        }
    }

    /// Revokes browsers by their ids; returns the exit code of the first failure.
    func revoke(browsers ids: [String]) async throws -> ExitCode? {
        switch self {
        case .running(let target):
            return try await target.withClient { client in
                try await Several.results(ids.distinct, named: { $0 }) { try await client.revokePageSession($0) }
                    .failure
            }
        case .resting(let home):
            try Self.locking(home) {
                let store = try BrowserStore(home: home)
                for id in ids {
                    guard try store.revoke(id) else { throw Problem.notFound("there is no browser \(id)") }
                }
            }
            return nil
        }
    }
}
