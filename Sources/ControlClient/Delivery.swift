// SPDX-License-Identifier: Apache-2.0
import Tasks
package import Transfers
package import Wire

/// The way of one file to a node: offered, decided about, sent; it goes on when the link breaks.
package struct Delivery: Sendable {
    private let client: ControlClient
    private let tries: Int
    private let onBreak: @Sendable (any Error) -> Void

    /// A way to a node.
    ///
    /// - Parameters:
    ///   - tries: how often each step is tried while the node is away; 12 take about 45 s.
    ///   - onBreak: hears why something is tried again.
    package init(
        through client: ControlClient, tries: Int = 12, onBreak: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        (self.client, self.tries, self.onBreak) = (client, tries, onBreak)
    }

    /// Announces the file.
    package func offer(_ file: OutgoingFile) async throws -> TransferProgress {
        try await persistently { try await client.offer(file.offer) }
    }

    /// Waits until somebody at the node has decided about an offer; throws when the file is not wanted.
    package func decision(about offered: TransferProgress) async throws {
        var progress = offered
        while progress.phase == .offered {
            try await Task.sleep(for: .seconds(1))
            progress = try await persistently { try await client.file(offered.id) }
        }
        guard progress.phase == .refused else { return }
        throw Problem(
            "refused", status: 403, title: "Refused",
            detail: "it is not wanted there" + (progress.problem.map { ": \($0)" } ?? ""))
    }

    /// Sends the bytes from where an earlier try has stopped; answers when all of them are safe there.
    ///
    /// - Parameters:
    ///   - onTry: hears of each try.
    ///   - progress: hears how many bytes have been taken, the earlier ones included.
    package func send(
        _ file: OutgoingFile, as id: String, onTry: () -> Void = {}, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> TransferProgress {
        try await persistently {
            onTry()
            return try await client.upload(file, as: id, progress: progress)
        }
    }

    /// Does something again when the link breaks, a little later each time, and gives up in the end.
    private func persistently<Result>(_ body: () async throws -> Result) async throws -> Result {
        var backoff = Backoff(.milliseconds(200) ... .seconds(5))
        for _ in 1..<tries {
            do {
                return try await body()
            } catch let error where Self.isTransient(error) {
                onBreak(error)
                try await Task.sleep(for: backoff.next())
            }
        }
        return try await body()
    }

    /// Whether the same may succeed a little later.
    package static func isTransient(_ error: any Error) -> Bool {
        switch error {
        case let error as ControlClientError: error.isTransient
        case let problem as Problem:
            [408, 503].contains(problem.status) || problem.type.hasSuffix(":mismatching-upload-offset")
        default: false
        }
    }
}
