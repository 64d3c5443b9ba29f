// SPDX-License-Identifier: Apache-2.0

/// Finds the nodes of the local network for as long as `run` runs.
///
/// After the daemon was away everything is looked for again: each node vanishes with `daemonGone`, and appears again
/// if it is still there.
package struct Browser: Sendable {
    /// What happens; for one reader.
    ///
    /// None is dropped, because a lost `vanished` would keep a node for ever; the number of nodes is bounded.
    package let nodes: AsyncStream<BrowserEvent>
    private let continuation: AsyncStream<BrowserEvent>.Continuation
    private let browsing: Browsing

    /// Nothing is looked for before `run`.
    package init() {
        (nodes, continuation) = AsyncStream.makeStream()
        browsing = Browsing(continuation)
    }

    /// Looks for nodes until cancelled.
    ///
    /// Returns only then, and throws nothing else than the cancellation. To be called once. Tries that failed are
    /// repeated after 250 ms at first, and after at most 30 s.
    package func run(retrying clock: some Clock<Duration> = ContinuousClock()) async throws {
        defer { continuation.finish() }
        await browsing.supervise(retrying: clock) { continuation.yield(.unavailable($0)) }
        try Task.checkCancellation()
    }
}
