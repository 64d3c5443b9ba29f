// SPDX-License-Identifier: Apache-2.0
import Footage
import GStreamer
import Logging
import Synchronization
import Wire

/// One live session: access units in, RTP out, in a pipeline of its own that harms nobody when it fails.
///
/// It never waits: a session that falls behind drops to the next key frame.
final class LiveSender: Sendable {
    private struct State {
        var origin: Tick?
        var waitsForKeyFrame = true
        var lastSequence: Int?
        var renewedAt = ContinuousClock.now
    }

    let session: LiveSession
    private let pipeline: Pipeline
    private let source: AppSource
    private let format: VideoFormat
    private let state = Mutex(State())

    init(session: LiveSession, pipeline: Pipeline, format: VideoFormat) throws {
        (self.session, self.pipeline, self.format) = (session, pipeline, format)
        source = try pipeline.source(named: "access_units")
    }

    /// When the recorder last showed that it is there.
    var renewedAt: ContinuousClock.Instant { state.withLock { $0.renewedAt } }

    /// The recorder is there.
    func renew() {
        state.withLock { $0.renewedAt = .now }
    }

    /// Sends one access unit, or skips it.
    func send(_ unit: AccessUnit) {
        let origin: Tick? = state.withLock { state in
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

    /// Ends the session behind a fragment.
    func close(after sequence: Int) {
        state.withLock { $0.lastSequence = sequence }
    }

    /// A fragment was closed, and its successor's key frame sent: ends the session if it was the last.
    func fragmentClosed(_ sequence: Int) {
        let isLast = state.withLock { state in state.lastSequence.map { sequence >= $0 } ?? false }
        if isLast { source.end() }
    }

    /// Ends the session at once.
    func end() {
        source.end()
    }

    /// Plays until the session ends.
    ///
    /// Calls `onStart` with the port for feedback once packets can flow.
    func run(onStart: (Int) -> Void) async throws {
        try await pipeline.playing { messages in
            let port = try pipeline.element(named: "feedback")?.value(of: "port")
            onStart(port.flatMap { Int($0) } ?? 0)
            for await message in messages {
                switch message {
                case .failed(let diagnostic): throw diagnostic
                case .endOfStream: return
                default: continue
                }
            }
        }
    }
}
