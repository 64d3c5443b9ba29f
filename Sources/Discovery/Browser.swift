// SPDX-License-Identifier: Apache-2.0

/// Finds the nodes of the local network while `run` runs.
///
/// When the daemon goes away, each node vanishes with `daemonGone`; when it is back, the nodes that are still there appear again.
package struct Browser: Sendable {
    /// The events; for one reader.
    ///
    /// The buffer is unbounded, because a lost `vanished` would keep a node for ever; the number of nodes is bounded.
    package let nodes: AsyncStream<BrowserEvent>
    private let continuation: AsyncStream<BrowserEvent>.Continuation
    private let browsing: Browsing

    /// Creates a browser, which searches for nothing before `run`.
    package init() {
        (nodes, continuation) = AsyncStream.makeStream()
        browsing = Browsing(continuation)
    }

    /// Searches for nodes until cancelled; throws only `CancellationError`.
    ///
    /// Call it once. Retries with a backoff from 250 ms to 30 s.
    package func run(retrying clock: some Clock<Duration> = ContinuousClock()) async throws {
        defer { continuation.finish() }
        await browsing.supervise(retrying: clock) { continuation.yield(.unavailable($0)) }
        try Task.checkCancellation()
    }
}
