// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import Media
import Synchronization
import Tasks
import Wire

/// A recording in progress, which outlives its links and sessions.
final class OpenRecording: Sendable {
    /// An input for the session.
    enum Input: Sendable {
        /// The camera closed a fragment.
        case fragment(FragmentAnnouncement)
        /// The camera's capture changed.
        case capture(CaptureState)
        /// A client requested the stop.
        case stop
    }

    /// The newest fragment that the camera announced over its link, as it was captured.
    struct Heard: Sendable {
        let epochID: String?
        /// The camera's own number of the epoch.
        let epoch: Int
        let lastTick: Tick
        let at = ContinuousClock.now

        /// The camera's tick now, if it still captures: its machine may have slept, and then it is earlier.
        var tickNow: Tick { lastTick + Tick(nanoseconds: Int64((.now - at) / .nanoseconds(1))).rawValue }
    }

    /// When it was stopped, by the clocks of this machine.
    enum StopTime: Sendable {
        /// In this run of the program.
        case recently(ContinuousClock.Instant)
        /// In an earlier run, in nanoseconds since 1970 UTC, and on the monotonic clock if that was stored.
        case earlier(Int64, RecordingStop?)

        /// The time since the stop, in nanoseconds.
        var elapsed: Int64 {
            switch self {
            case .recently(let instant): Int64((.now - instant) / .nanoseconds(1))
            case .earlier(_, let stop?) where stop.boot == Boot.id && !stop.boot.isEmpty:
                max(0, monotonicNanoseconds() &- stop.monotonic)
            case .earlier(let utc, _): max(0, wallNanoseconds() &- utc)
            }
        }
    }

    let recording: Recording
    let transport: Transport
    let latencyMilliseconds: Int
    /// How long before its start the recording begins, in milliseconds.
    let beforeMilliseconds: Int
    /// When it was started, or resumed by this program.
    private let began = ContinuousClock.now
    /// How long before that it was started, in milliseconds, by an earlier run of the program that never heard where it begins.
    private let startedEarlier: Int
    /// The camera's refusal of the first session; nil if the camera accepted it.
    let firstTry = Pending<Problem?>()
    /// Resolved when the last fragment is in the archive.
    let finished = Pending<Void>()

    /// Frames received live whose fragments have not been announced.
    struct Unannounced: Sendable {
        /// The fragment of the first frame.
        let id: FragmentID
        /// The frames that the epoch had captured before them; nil without an account.
        let before: Int?
        /// The camera's segment.
        let segment: Int
        let units: [AccessUnit]
        let format: VideoFormat
        let nominalInterval: Int64
        let since = ContinuousClock.now
    }

    /// Within what time a camera usually hears of a start, in milliseconds.
    private static let promptly = 3_000
    /// How far the archive may lag behind announcements; more is not the jitter of a disk or a link.
    fileprivate static let tolerance = Duration.seconds(5)

    fileprivate struct State {
        /// Why no footage reaches the archive, in words.
        var complaint: String?
        /// The words that were logged last, and when.
        var logged: (words: String, at: ContinuousClock.Instant)?
        /// Why the camera gives no picture; nil if it does.
        var failure: String?
        /// The newest announced fragment and the newest stored one.
        var announced: FragmentAnnouncement?
        var kept: FragmentAnnouncement?
        /// Whether a fragment is in the archive.
        var hasKept = false
        var backlog: Backlog?
        /// When the first frame was captured; nil while none is stored.
        var capturedFrom: Int64?
        /// Whether the camera was last told of a trouble.
        var hasToldTrouble = false
        var live: LiveStatistics?
        /// Why the camera sends no live video, in words.
        var liveRefusal: String?
        var unannounced: Unannounced?
        var heard: Heard?
        /// Whether a client wants it to end without the rest of its footage.
        var isGivenUp = false
        /// When a client requested the stop.
        var stopping: ContinuousClock.Instant?
        var stopTime: StopTime?
        var continuation: AsyncStream<Input>.Continuation?
    }

    private let state = Mutex(State())

    init(
        _ recording: Recording, transport: Transport, latencyMilliseconds: Int, beforeMilliseconds: Int = 0,
        startedEarlier: Int = 0
    ) {
        (self.recording, self.transport, self.startedEarlier) = (recording, transport, startedEarlier)
        (self.latencyMilliseconds, self.beforeMilliseconds) = (latencyMilliseconds, beforeMilliseconds)
    }

    /// How long before now the recording begins, in milliseconds.
    ///
    /// The camera counts back from now, and the user from the start, which the camera may not have heard of at once. It begins with
    /// whole fragments: what it heard within seconds begins with the next one, and not with one from before the start.
    var beforeNow: Int {
        let passed = Int((.now - began) / .milliseconds(1)) + startedEarlier
        guard beforeMilliseconds > 0 || passed > Self.promptly else { return 0 }
        return Bounds.Reach.clamp(beforeMilliseconds + passed)
    }

    /// The newest fragment that was heard of; nil before the first one since this program took up the recording.
    var heard: Heard? { state.withLock(\.heard) }

    /// Whether a client has requested the stop.
    var isStopping: Bool { state.withLock { $0.stopping != nil } }

    /// Whether it shall end without the rest of its footage.
    var isGivenUp: Bool { state.withLock(\.isGivenUp) }

    /// Ends the session, which then ends the recording without the rest of its footage.
    func giveUp() {
        state.withLock { $0.isGivenUp = true }
        disconnect()
    }

    /// When the recording was stopped, if the camera could not name the last fragment; nil otherwise.
    var stopTime: StopTime? { state.withLock { $0.stopTime } }

    /// Sets the moment of the stop; only the first call counts.
    func end(at time: StopTime = .recently(.now)) {
        state.withLock { $0.stopTime = $0.stopTime ?? time }
    }

    /// The inputs from now on, for a new session.
    ///
    /// If the session is too slow for the inputs, the stream ends, and the session with it. A recording that was stopped before ends at
    /// that moment: the session that was to ask the camera for its last fragment may have been interrupted, or there was none.
    func inputs() -> AsyncStream<Input> {
        let (stream, continuation) = AsyncStream.makeStream(of: Input.self, bufferingPolicy: .bufferingOldest(4_096))
        let (isStopping, isGivenUp) = state.withLock { state in
            (state.announced, state.kept, state.continuation, state.failure) = (nil, nil, continuation, nil)
            state.stopTime = state.stopTime ?? state.stopping.map { .recently($0) }
            return (state.stopping != nil, state.isGivenUp)
        }
        if isStopping { continuation.yield(.stop) }
        if isGivenUp { disconnect() }
        return stream
    }

    /// Why footage does not reach the archive in time; nil if it does.
    var trouble: String? { state.withLock { $0.trouble } }

    /// Notes that a fragment is in the archive.
    func kept(_ fragment: FragmentAnnouncement) {
        state.withLock { state in
            if state.kept.map({ $0.id < fragment.id }) ?? true { state.kept = fragment }
            state.hasKept = true
        }
    }

    /// Adds the state that is not in the catalog to a description.
    func complete(_ description: inout RecordingDescription) {
        addTrouble(to: &description)
        (description.backlog, description.live) = state.withLock { ($0.backlog, $0.live) }
    }

    /// Adds why it does not grow, or has no live video or a late one, to a description.
    func addTrouble(to description: inout RecordingDescription) {
        (description.trouble, description.liveTrouble) = (trouble, liveTrouble)
    }

    /// Sets the statistics of live video; nil without live video.
    func note(live: LiveStatistics?) { state.withLock { $0.live = live } }

    /// Why the camera sends no live video although it should; nil if it does.
    var liveRefusal: String? { state.withLock(\.liveRefusal) }

    /// Sets why the camera sends no live video; nil if it does.
    func note(liveRefusal: String?) { state.withLock { $0.liveRefusal = liveRefusal } }

    /// Why there is no live video, or a late one, in words; nil if it is on time.
    var liveTrouble: String? {
        let (refusal, latency) = state.withLock { ($0.liveRefusal, $0.live?.latency ?? 0) }
        if let refusal { return "no live video, what is recorded is fetched: \(refusal)" }
        return isLate(latency) ? CaptureState.words(lateness: latency) : nil
    }

    /// Whether live video comes so late that it is told.
    var isLate: Bool { isLate(state.withLock { $0.live?.latency ?? 0 }) }

    private func isLate(_ latency: Int64) -> Bool {
        latency > CaptureState.leastLateness + Int64(latencyMilliseconds) * 1_000_000
    }

    /// Sets the backlog; nil if it is empty.
    func note(backlog: Backlog?) { state.withLock { $0.backlog = backlog } }

    /// When the recording begins, in nanoseconds since 1970 UTC: with its first frame, or with its start while it has none.
    var begin: Int64 { state.withLock { $0.capturedFrom } ?? recording.startedAt }

    /// Notes when the first frame was captured; returns whether that changed.
    func note(capturedFrom: Int64?) -> Bool {
        state.withLock { state in
            defer { state.capturedFrom = capturedFrom }
            return state.capturedFrom != capturedFrom
        }
    }

    /// Whether the camera has not been told of a trouble yet, or of its end.
    var isTroubleNews: Bool { state.withLock { $0.hasToldTrouble != ($0.trouble != nil) } }

    /// Notes whether there is a trouble now; returns whether there was none before, or the reverse.
    func noteTrouble() -> Bool {
        state.withLock { state in
            let (before, now) = (state.hasToldTrouble, state.trouble != nil)
            state.hasToldTrouble = now
            return before != now
        }
    }

    /// Whether a fragment has been stored since this program took up the recording.
    var hasKept: Bool { state.withLock(\.hasKept) }

    /// Sets why no footage reaches the archive, or nil; returns whether that changed.
    func complain(_ words: String?) -> Bool {
        state.withLock { state in
            defer { state.complaint = words }
            return state.complaint != words
        }
    }

    /// Whether words for the log were not the last ones, or were logged more than a minute ago.
    func isNews(_ words: String, now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            if let last = state.logged, last.words == words, now - last.at < .seconds(60) { return false }
            state.logged = (words, now)
            return true
        }
    }

    /// Keeps the unannounced frames of a session that ends.
    func keepUnannounced(_ frames: Unannounced?) {
        state.withLock { $0.unannounced = frames }
    }

    /// Keeps frames that could not be stored, unless a session has left others meanwhile.
    func putBack(_ frames: Unannounced) {
        state.withLock { $0.unannounced = $0.unannounced ?? frames }
    }

    /// Removes and returns the unannounced frames if they match.
    func takeUnannounced(where isWanted: (Unannounced) -> Bool) -> Unannounced? {
        state.withLock { state in
            guard let frames = state.unannounced, isWanted(frames) else { return nil }
            state.unannounced = nil
            return frames
        }
    }

    /// Passes an input to the session.
    func tell(_ input: Input) {
        let continuation = state.withLock { state in
            switch input {
            case .fragment(let fragment):
                // The lag counts from the first announcement on: footage from before it is a backlog.
                if state.announced == nil, state.kept.map({ $0.id < fragment.id }) ?? true { state.kept = fragment }
                state.announced = fragment
                state.heard = Heard(
                    epochID: fragment.epochID, epoch: fragment.epoch, lastTick: Tick(rawValue: fragment.lastTick))
            case .stop: state.stopping = state.stopping ?? .now
            case .capture(let capture):
                switch capture.phase {
                case .running: state.failure = nil
                case .failed: state.failure = capture.reason ?? "it gives no reason"
                // A pipeline that has come to its end; a camera that was told to stop gives no reason.
                case .stopped: state.failure = capture.reason ?? state.failure
                // A failed capture is started again and again: until it runs, it has failed.
                default: break
                }
            }
            return state.continuation
        }
        // The next session reads the dropped inputs from the camera's manifest.
        if case .dropped = continuation?.yield(input) { disconnect() }
    }

    /// Ends the inputs, because the link is gone, and forgets what the camera said of its picture.
    func disconnect() {
        let continuation = state.withLock { state in
            state.failure = nil
            return state.continuation.take()
        }
        continuation?.finish()
    }
}

extension OpenRecording.State {
    /// The complaint, or how far the archive lags behind; nil if neither.
    fileprivate var trouble: String? {
        if let complaint { return complaint }
        if let failure { return "the camera gives no picture: \(failure)" }
        guard let announced, let kept, announced.epoch == kept.epoch else { return nil }
        let lag = Tick(rawValue: announced.lastTick - kept.lastTick).nanoseconds
        guard .nanoseconds(lag) > OpenRecording.tolerance else { return nil }
        return "the archive is \(lag / 1_000_000_000) s behind live video: its disk, or the link, is too slow for it"
    }
}
