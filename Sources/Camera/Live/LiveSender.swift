// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Logging
import Media
import Synchronization
import Tasks
import Wire

/// One live session: access units in, RTP out, in its own pipeline, so that a failure affects no other session.
///
/// Never waits: a session that falls behind drops frames up to the next key frame.
final class LiveSender: Sendable {
    private struct State {
        var origin: Tick?
        var waitsForKeyFrame = true
        var lastSequence: Int?
        /// Sending is over; retransmissions are still possible.
        var isOver = false
        var renewedAt = ContinuousClock.now
    }

    /// The timeout for the end of the stream to pass through the pipeline.
    private static let farewell = Duration.seconds(1)

    let session: LiveSession
    /// The id of the peer that requested it.
    let peer: String
    private let pipeline: Pipeline
    private let source: AppSource
    private let format: VideoFormat
    private let patience: Duration
    private let state = Mutex(State())
    /// How long to stay after the last picture.
    private let rest = Pending<Duration>()

    /// - Parameters:
    ///   - peer: the id of the peer that requested it.
    ///   - patience: how long the recorder may request retransmissions of the last packets.
    ///   - onLoss: called when the recorder reports a lost picture.
    init(
        session: LiveSession, of peer: String, pipeline: Pipeline, format: VideoFormat, patience: Duration,
        onLoss: @escaping @Sendable () -> Void
    ) throws {
        (self.session, self.peer) = (session, peer)
        (self.pipeline, self.format, self.patience) = (pipeline, format, patience)
        source = try pipeline.source(named: "access_units")
        source.element.onKeyFrameRequest(onLoss)
    }

    /// The time of the recorder's last keep-alive.
    var renewedAt: ContinuousClock.Instant { state.withLock { $0.renewedAt } }

    /// Notes a keep-alive of the recorder.
    func renew() {
        state.withLock { $0.renewedAt = .now }
    }

    /// Sends an access unit, or drops it.
    func send(_ unit: AccessUnit) {
        let origin: Tick? = state.withLock { state in
            guard !state.isOver else { return nil }
            if state.waitsForKeyFrame {
                guard unit.isSync else { return nil }
                state.waitsForKeyFrame = false
            }
            state.origin = state.origin ?? unit.tick
            return state.origin
        }
        guard let origin else { return }
        let bytes =
            format.codec == .h264
            ? AnnexB.bytes(of: unit, parameterSets: format.parameterSets) : unit.bytes
        let time = Tick(rawValue: unit.tick - origin).nanoseconds
        guard source.push(bytes, time: time, reference: unit.tick.nanoseconds) != .accepted else { return }
        state.withLock { $0.waitsForKeyFrame = true }
    }

    /// Ends the session after a fragment.
    func close(after sequence: Int) {
        state.withLock { $0.lastSequence = sequence }
    }

    /// Ends the session if a closed fragment was its last; called after the key frame of the next fragment was sent.
    ///
    /// Keeps the stream until the last packets can no longer be lost, because an ended stream retransmits nothing.
    func fragmentClosed(_ sequence: Int) {
        let isLast = state.withLock { state in
            guard !state.isOver, let last = state.lastSequence, sequence >= last else { return false }
            state.isOver = true
            return true
        }
        if isLast { rest.resolve(patience) }
    }

    /// Ends the session; retransmissions stay possible for at most `limit`.
    func end(within limit: Duration) {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        if isFirst { rest.resolve(min(patience, limit)) } else { source.end() }
    }

    /// Plays until the session ends.
    ///
    /// Calls `onStart` with the port for feedback once packets can flow.
    func run(onStart: (Int) -> Void) async throws {
        try await pipeline.playing { messages in
            let port = try pipeline.element(named: "feedback")?.value(of: "port")
            onStart(port.flatMap { Int($0) } ?? 0)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask { [self] in
                    guard let rest = await rest.value() else { return false }
                    // Cancellation skips this, so that a node that stops does not wait.
                    try? await Task.sleep(for: rest)
                    source.end()
                    // A session that has sent nothing sends no RTCP BYE, and its end would never come.
                    try? await Task.sleep(for: LiveSender.farewell)
                    return true
                }
                group.addTask {
                    for await message in messages {
                        if case .failed(let diagnostic) = message { throw diagnostic }
                        if case .endOfStream = message { break }
                    }
                    return true
                }
                defer { group.cancelAll() }
                while let hasEnded = try await group.next(), !hasEnded {}
            }
        }
    }
}
