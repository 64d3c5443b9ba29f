// SPDX-License-Identifier: Apache-2.0
import Tasks
package import Transfers
package import Wire

/// Delivers one file to a node: offer, decision, upload, with retries when the link breaks.
package struct Delivery: Sendable {
    private let client: ControlClient
    private let tries: Int
    private let onBreak: @Sendable (any Error) -> Void

    /// Delivers through a client.
    ///
    /// - Parameters:
    ///   - tries: the attempts of each step; the pauses between 12 attempts add up to 36 s.
    ///   - onBreak: called with the error before each retry.
    package init(
        through client: ControlClient, tries: Int = 12, onBreak: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        (self.client, self.tries, self.onBreak) = (client, tries, onBreak)
    }

    /// Offers the file.
    package func offer(_ file: OutgoingFile) async throws -> TransferProgress {
        try await persistently { try await client.offer(file.offer) }
    }

    /// Waits for the node's decision about an offer; throws if the file is refused.
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

    /// Uploads the bytes from where an earlier attempt stopped; returns when the node has received and checked the whole file.
    ///
    /// - Parameters:
    ///   - onTry: called before each attempt.
    ///   - progress: called with the number of bytes sent, including those of earlier attempts.
    package func send(
        _ file: OutgoingFile, as id: String, onTry: () -> Void = {}, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> TransferProgress {
        try await persistently {
            onTry()
            return try await client.upload(file, as: id, progress: progress)
        }
    }

    /// Retries with increasing pauses while the error is transient; throws the error of the last attempt.
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

    /// Whether a retry may succeed a little later.
    package static func isTransient(_ error: any Error) -> Bool {
        switch error {
        case let error as ControlClientError: error.isTransient
        case let problem as Problem:
            [408, 503].contains(problem.status) || problem.type.hasSuffix(":mismatching-upload-offset")
        default: false
        }
    }
}
