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
    private static let tolerance = Duration.seconds(5)

    private let complaint = Mutex<String?>(nil)
    /// The newest fragment that was announced, and the newest that was kept, of one epoch.
    private let edges = Mutex<(announced: FragmentAnnouncement?, kept: FragmentAnnouncement?)>((nil, nil))
    private let rest = Mutex<Backlog?>(nil)
    private let second = Mutex<LiveStatistics?>(nil)
    private let unannounced = Mutex<Unannounced?>(nil)
    private let state = Mutex((isStopping: false, continuation: AsyncStream<Input>.Continuation?.none))
    private let stopped = Mutex<StopTime?>(nil)

    init(_ recording: Recording, transport: Transport, latencyMilliseconds: Int, beforeMilliseconds: Int = 0) {
        (self.recording, self.transport) = (recording, transport)
        (self.latencyMilliseconds, self.beforeMilliseconds) = (latencyMilliseconds, beforeMilliseconds)
    }

    /// Whether a person has asked for its end.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// When the recording was stopped, if the camera could not be asked where that is; nil otherwise.
    var stopTime: StopTime? { stopped.withLock { $0 } }

    /// Lets the recording end at this moment; the first one counts.
    func endNow() {
        stopped.withLock { $0 = $0 ?? .now }
    }

    /// Lets the recording end where an earlier run of the program was told to, in nanoseconds since 1970 UTC; the first one
    /// counts.
    func endAt(_ utc: Int64) {
        stopped.withLock { $0 = $0 ?? .earlier(utc) }
    }

    /// What happens from now on, for the session that begins.
    ///
    /// Ends, and with it the session, if the camera says more than the session can process.
    func inputs() -> AsyncStream<Input> {
        let (stream, continuation) = AsyncStream.makeStream(of: Input.self, bufferingPolicy: .bufferingOldest(4_096))
        let isStopping = state.withLock { state in
            state.continuation = continuation
            return state.isStopping
        }
        edges.withLock { $0 = (nil, nil) }
        if isStopping { continuation.yield(.stop) }
        return stream
    }

    /// Why nothing of it reaches the archive; nil while all is well.
    var trouble: String? {
        if let complaint = complaint.withLock({ $0 }) { return complaint }
        let lag = edges.withLock { edges -> Int64 in
            guard let announced = edges.announced, let kept = edges.kept else { return 0 }
            guard announced.epoch == kept.epoch else { return 0 }
            return Tick(rawValue: announced.lastTick - kept.lastTick).nanoseconds
        }
        guard .nanoseconds(lag) > OpenRecording.tolerance else { return nil }
        return "the archive is \(lag / 1_000_000_000) s behind live video: its disk, or the link, is too slow for it"
    }

    /// A fragment is in the archive.
    func kept(_ fragment: FragmentAnnouncement) {
        edges.withLock { edges in
            if edges.kept.map({ $0.id < fragment.id }) ?? true { edges.kept = fragment }
        }
    }

    /// Adds to a description what the catalog does not know.
    func complete(_ description: inout RecordingDescription) {
        description.trouble = trouble
        description.backlog = rest.withLock { $0 }
        description.live = second.withLock { $0 }
    }

    /// Notes how live video is; nil when there is none.
    func note(live: LiveStatistics?) { second.withLock { $0 = live } }

    /// Notes what is still to be fetched.
    func note(backlog: Backlog?) { rest.withLock { $0 = backlog } }

    /// Says why nothing reaches the archive, or that all is well; true when that is news.
    func complain(_ words: String?) -> Bool {
        complaint.withLock { complaint in
            defer { complaint = words }
            return complaint != words
        }
    }

    /// Remembers what a session that ends had in hand.
    func keepUnannounced(_ frames: Unannounced?) {
        unannounced.withLock { $0 = frames }
    }

    /// Takes out what was in hand, if it is as it is asked for.
    func takeUnannounced(where isWanted: (Unannounced) -> Bool) -> Unannounced? {
        unannounced.withLock { kept in
            guard let frames = kept, isWanted(frames) else { return nil }
            kept = nil
            return frames
        }
    }

    /// Something happened.
    func tell(_ input: Input) {
        if case .fragment(let fragment) = input {
            edges.withLock { edges in
                edges.announced = fragment
                // The first one says from where on it may fall behind.
                edges.kept = edges.kept ?? fragment
            }
        }
        let continuation = state.withLock { state in
            if case .stop = input { state.isStopping = true }
            return state.continuation
        }
        // The session after this one reads in the camera's manifest what was dropped.
        if case .dropped = continuation?.yield(input) { disconnect() }
    }

    /// Nobody will tell anything more: the link is gone.
    func disconnect() {
        let continuation = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.finish()
    }
}
