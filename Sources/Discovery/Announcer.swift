// SPDX-License-Identifier: Apache-2.0

/// Announces a node on the local network for as long as `run` runs.
///
/// Survives restarts of the daemon, collisions of names, and the absence of Avahi, which it says once. When `run`
/// ends the announcement is withdrawn.
package struct Announcer: Sendable {
    /// How it goes; for one reader.
    ///
    /// For a reader that is far behind, the oldest are dropped.
    package let statuses: AsyncStream<AnnouncementStatus>
    private let continuation: AsyncStream<AnnouncementStatus>.Continuation
    private let announcement: Announcement

    /// Nothing is announced before `run`.
    package init(_ advertisement: Advertisement) {
        (statuses, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
        announcement = Announcement(advertisement, continuation)
    }

    /// Announces something else from now on, such as a pairing window that has opened.
    ///
    /// A changed TXT record is replaced in place; a changed instance name or port withdraws the old service. May be
    /// called at any time, and returns at once.
    package func update(_ advertisement: Advertisement) {
        announcement.update(advertisement)
    }

    /// Announces until cancelled.
    ///
    /// Returns only then, and throws nothing else than the cancellation. To be called once. Tries that failed are
    /// repeated after 250 ms at first, and after at most 30 s.
    package func run(retrying clock: some Clock<Duration> = ContinuousClock()) async throws {
        defer { continuation.finish() }
        await announcement.supervise(retrying: clock) { continuation.yield(.unavailable($0)) }
        try Task.checkCancellation()
    }
}
