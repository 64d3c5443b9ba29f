// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Synchronization
import Tasks
import Wire

/// A recording that goes on, whatever happens to links and processes in between.
final class OpenRecording: Sendable {
    /// What happens to it from outside.
    enum Input: Sendable {
        /// The camera closed a fragment.
        case fragment(FragmentAnnouncement)
        /// The camera's capture changed.
        case capture(CaptureState)
        /// A person wants it to stop.
        case stop
    }

    /// When it was stopped, by the clocks of this machine.
    enum StopTime: Sendable {
        /// In this run of the program.
        case recently(ContinuousClock.Instant)
        /// In an earlier run, in nanoseconds since 1970 UTC.
        case earlier(Int64)

        static var now: Self { .recently(.now) }

        /// How long ago that is, in nanoseconds.
        var elapsed: Int64 {
            switch self {
            case .recently(let instant): Int64((.now - instant) / .nanoseconds(1))
            case .earlier(let utc): max(0, wallNanoseconds() &- utc)
            }
        }
    }

    let recording: Recording
    let transport: Transport
    let latencyMilliseconds: Int
    /// How much of the spool belongs to it, counted from its start, in milliseconds.
    let beforeMilliseconds: Int
    /// Whether live video could be had, the first time that it was tried.
    let firstTry = Pending<Problem?>()
    /// Resolved when the last fragment is in the archive.
    let finished = Pending<Void>()

    /// Frames that the live lane brought and that no announcement has claimed.
    struct Unannounced: Sendable {
        /// The fragment that they are the beginning of.
        let id: FragmentID
        /// The frames that the epoch had captured in front of it; nil without an account.
        let before: Int?
        /// The camera's segment.
        let segment: Int
        let units: [AccessUnit]
        let format: VideoFormat
        let nominalInterval: Int64
        let since = ContinuousClock.now
    }

    /// How far an archive may be behind what was announced: more is not the jitter of a disk or a link any more.
    fileprivate static let tolerance = Duration.seconds(5)

    fileprivate struct State {
        /// Why nothing of it reaches the archive, in words.
        var complaint: String?
        /// The newest fragment that was announced, and the newest that was kept, of one epoch.
        var announced: FragmentAnnouncement?
        var kept: FragmentAnnouncement?
        var backlog: Backlog?
        var live: LiveStatistics?
        var unannounced: Unannounced?
        var isStopping = false
        var stopTime: StopTime?
        var continuation: AsyncStream<Input>.Continuation?
    }

    private let state = Mutex(State())

    init(_ recording: Recording, transport: Transport, latencyMilliseconds: Int, beforeMilliseconds: Int = 0) {
        (self.recording, self.transport) = (recording, transport)
        (self.latencyMilliseconds, self.beforeMilliseconds) = (latencyMilliseconds, beforeMilliseconds)
    }

    /// Whether a person has asked for its end.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// When the recording was stopped, if the camera could not be asked where that is; nil otherwise.
    var stopTime: StopTime? { state.withLock { $0.stopTime } }

    /// Lets the recording end at a moment; the first one counts.
    func end(at time: StopTime) {
        state.withLock { $0.stopTime = $0.stopTime ?? time }
    }

    /// What happens from now on, for the session that begins.
    ///
    /// Ends, and with it the session, if the camera says more than the session can process.
    func inputs() -> AsyncStream<Input> {
        let (stream, continuation) = AsyncStream.makeStream(of: Input.self, bufferingPolicy: .bufferingOldest(4_096))
        let isStopping = state.withLock { state in
            (state.announced, state.kept, state.continuation) = (nil, nil, continuation)
            return state.isStopping
        }
        if isStopping { continuation.yield(.stop) }
        return stream
    }

    /// Why nothing of it reaches the archive; nil while all is well.
    var trouble: String? { state.withLock { $0.trouble } }

    /// A fragment is in the archive.
    func kept(_ fragment: FragmentAnnouncement) {
        state.withLock { state in
            if state.kept.map({ $0.id < fragment.id }) ?? true { state.kept = fragment }
        }
    }

    /// Adds to a description what the catalog does not know.
    func complete(_ description: inout RecordingDescription) {
        let state = state.withLock { $0 }
        (description.trouble, description.backlog, description.live) = (state.trouble, state.backlog, state.live)
    }

    /// Notes how live video is; nil when there is none.
    func note(live: LiveStatistics?) { state.withLock { $0.live = live } }

    /// Notes what is still to be fetched.
    func note(backlog: Backlog?) { state.withLock { $0.backlog = backlog } }

    /// Says why nothing reaches the archive, or that all is well; true when that is news.
    func complain(_ words: String?) -> Bool {
        state.withLock { state in
            defer { state.complaint = words }
            return state.complaint != words
        }
    }

    /// Remembers what a session that ends had in hand.
    func keepUnannounced(_ frames: Unannounced?) {
        state.withLock { $0.unannounced = frames }
    }

    /// Takes out what was in hand, if it is as it is asked for.
    func takeUnannounced(where isWanted: (Unannounced) -> Bool) -> Unannounced? {
        state.withLock { state in
            guard let frames = state.unannounced, isWanted(frames) else { return nil }
            state.unannounced = nil
            return frames
        }
    }

    /// Something happened.
    func tell(_ input: Input) {
        let continuation = state.withLock { state in
            switch input {
            case .fragment(let fragment):
                // The first one says from where on the archive may fall behind.
                (state.announced, state.kept) = (fragment, state.kept ?? fragment)
            case .stop: state.isStopping = true
            case .capture: break
            }
            return state.continuation
        }
        // The session after this one reads in the camera's manifest what was dropped.
        if case .dropped = continuation?.yield(input) { disconnect() }
    }

    /// Nobody will tell anything more: the link is gone.
    func disconnect() {
        state.withLock { $0.continuation.take() }?.finish()
    }
}

extension OpenRecording.State {
    /// Why nothing reaches the archive; nil while all is well.
    fileprivate var trouble: String? {
        if let complaint { return complaint }
        guard let announced, let kept, announced.epoch == kept.epoch else { return nil }
        let lag = Tick(rawValue: announced.lastTick - kept.lastTick).nanoseconds
        guard .nanoseconds(lag) > OpenRecording.tolerance else { return nil }
        return "the archive is \(lag / 1_000_000_000) s behind live video: its disk, or the link, is too slow for it"
    }
}
