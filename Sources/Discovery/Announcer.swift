// SPDX-License-Identifier: Apache-2.0

/// Announces a node on the local network while `run` runs.
///
/// Survives restarts of the daemon, name collisions and the absence of Avahi, which it reports once. Withdraws the announcement
/// when `run` ends.
package struct Announcer: Sendable {
    /// The status changes; for one reader.
    ///
    /// The buffer drops the oldest if the reader is 64 behind.
    package let statuses: AsyncStream<AnnouncementStatus>
    private let continuation: AsyncStream<AnnouncementStatus>.Continuation
    private let announcement: Announcement

    /// Creates an announcer, which announces nothing before `run`.
    package init(_ advertisement: Advertisement) {
        (statuses, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
        announcement = Announcement(advertisement, continuation)
    }

    /// Changes the announcement, for example when a pairing window opens.
    ///
    /// A changed TXT record is replaced in place; a changed instance name or port withdraws the old service. Can be called at any
    /// time, and returns at once.
    package func update(_ advertisement: Advertisement) {
        announcement.update(advertisement)
    }

    /// Announces until cancelled; throws only `CancellationError`.
    ///
    /// Call it once. Retries with a backoff from 250 ms to 30 s.
    package func run(retrying clock: some Clock<Duration> = ContinuousClock()) async throws {
        defer { continuation.finish() }
        await announcement.supervise(retrying: clock) { continuation.yield(.unavailable($0)) }
        try Task.checkCancellation()
    }
}
