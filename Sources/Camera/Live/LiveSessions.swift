// SPDX-License-Identifier: Apache-2.0
import Logging
import Media
import Pipelines
import Synchronization
import Tasks
import Wire

/// The live sessions of a camera.
final class LiveSessions: AccessUnitOutput {
    /// The maximum number of sessions.
    static let limit = 16
    /// The keep-alive timeout of a session.
    static let silence = Duration.seconds(15)

    /// The state of the stream at the last frame of an epoch.
    private struct StreamState {
        var format: VideoFormat?
        /// The last picture of a JPEG stream; its storage is shared.
        var picture: AccessUnit?
        var openSequence = 0
        var wantsSegment = false
        var wantsKeyFrame = false
        /// The frame at which a key frame was last requested from the encoder.
        var askedAt: Tick?
        /// The number of epochs that ended before, to refuse a session that would begin in one epoch and get frames of the next.
        let epochsEnded: Int
    }

    /// A session's place, taken before its pipeline starts, so that sessions that start concurrently count too.
    private struct Place {
        let sender: LiveSender
        /// The number of epochs that had ended before its own.
        let epochsEnded: Int
        /// Whether packets can flow.
        var isPlaying = false
    }

    private struct Places {
        var all: [String: Place] = [:]
        /// The number of the last session.
        var serial = 0
    }

    private let places = Mutex(Places())
    private let stream = Mutex(StreamState(epochsEnded: 0))
    private let library: PipelineLibrary
    private let nursery: Nursery
    private let status: CaptureStatus
    private let logger: Logger
    private let startLimit: Duration

    /// - Parameter startLimit: the timeout for the start of a session's pipeline.
    init(
        library: PipelineLibrary, nursery: Nursery, status: CaptureStatus, logger: Logger,
        startLimit: Duration = .seconds(5)
    ) {
        (self.library, self.nursery, self.status, self.logger) = (library, nursery, status, logger)
        self.startLimit = startLimit
    }

    /// The ids of all sessions whose packets can flow.
    var ids: [String] { places.withLock { $0.all.filter(\.value.isPlaying).keys.sorted() } }

    /// The sessions whose packets can flow.
    private var playing: [LiveSender] { places.withLock { $0.all.values.filter(\.isPlaying).map(\.sender) } }

    /// All sessions, including starting ones.
    private var all: [LiveSender] { places.withLock { $0.all.values.map(\.sender) } }

    /// Pushes a unit into the fragmenter under the lock of `join()`, so that a session's first fragment begins after the unit.
    ///
    /// Begins a new segment if a session was opened meanwhile.
    func advance(
        _ unit: FormattedAccessUnit, _ fragmenter: inout Fragmenter
    ) throws(MediaError) -> ClosedFragment? {
        let outcome = stream.withLock { stream -> Result<ClosedFragment?, MediaError> in
            stream.format = unit.format ?? stream.format
            if stream.format?.codec == .jpeg { stream.picture = unit.unit }
            if stream.wantsSegment {
                fragmenter.beginSegment()
                stream.wantsSegment = false
            }
            if unit.unit.isSync { stream.wantsKeyFrame = false }
            let outcome = Result { () throws(MediaError) in try fragmenter.push(unit) }
            stream.openSequence = fragmenter.nextSequence
            return outcome
        }
        return try outcome.get()
    }

    /// Sends an access unit to all sessions; never waits.
    func send(_ unit: FormattedAccessUnit, epoch: Int) {
        for sender in playing { sender.send(unit.unit) }
    }

    /// Whether to request a key frame from the encoder now.
    ///
    /// True if a recorder has joined or lost a picture since the last key frame, but at most once a second.
    func takeKeyFrameWish(at tick: Tick) -> Bool {
        stream.withLock { stream in
            guard stream.wantsKeyFrame else { return false }
            if let last = stream.askedAt, tick - last < Tick.perSecond { return false }
            stream.askedAt = tick
            return true
        }
    }

    /// Ends the sessions whose last fragment was closed.
    func fragmentClosed(_ sequence: Int) {
        for sender in playing { sender.fragmentClosed(sequence) }
    }

    /// Opens a session to a recorder; returns when packets can flow.
    ///
    /// Ends the sessions that the same peer already has.
    func open(_ request: LiveRequest, for party: LiveParty) async throws -> LiveSession {
        let (known, epochs) = stream.withLock { ($0.format, $0.epochsEnded) }
        guard let format = known else {
            throw Problem.conflict("the camera has no picture yet: ask again when its capture runs")
        }
        let wish = try LiveWish(request)
        if format.codec == .jpeg, request.transport == .udp { try requireRTPJPEG() }
        let capture = status.capture
        let id = places.withLock { places in
            places.serial += 1
            return "live-\(capture.epoch)-\(places.serial)"
        }
        var session = LiveSession(
            id: id, epoch: capture.epoch, nextSequence: 0, codec: format.codec.rawValue, feedbackPort: 0)
        session.epochID = capture.epochID
        let pipeline = try wish.makePipeline(for: format.codec, towards: party, from: library)
        let sender = try LiveSender(
            session: session, of: party.peer, pipeline: pipeline, format: format, patience: wish.patience,
            onLoss: { [weak self] in self?.stream.withLock { $0.wantsKeyFrame = true } })
        try takePlace(for: sender, epochsEnded: epochs)
        session.feedbackPort = try await start(sender)
        // Joins only now: a key frame that passed while the pipeline started is not in this session.
        let joined = joinStream()
        guard joined.epochsEnded == epochs else {
            sender.end(within: .zero)
            throw Problem.conflict("the camera's capture began anew meanwhile: ask again")
        }
        session.nextSequence = joined.sequence
        logger.info("live session opened", metadata: ["id": "\(id)", "transport": "\(request.transport)"])
        return session
    }

    /// Requests a key frame that begins a new fragment and segment; returns that fragment's sequence.
    func join() -> Int { joinStream().sequence }

    /// The same, with the number of epochs that ended before the one of that fragment.
    private func joinStream() -> (sequence: Int, epochsEnded: Int) {
        stream.withLock { stream in
            (stream.wantsSegment, stream.wantsKeyFrame) = (true, true)
            return (stream.openSequence + 1, stream.epochsEnded)
        }
    }

    /// Ends a session after the fragment in progress; with `peer` nil, a session of any peer.
    func close(_ id: String, for peer: String?) throws -> LiveEnd {
        let over = Problem.notFound("there is no live session \(id): it has ended already")
        guard let place = places.withLock({ $0.all[id] }), peer == nil || place.sender.peer == peer else { throw over }
        let sender = place.sender
        let (last, epochsEnded) = stream.withLock { ($0.openSequence, $0.epochsEnded) }
        // A number of the next epoch would name no place in this session's.
        guard epochsEnded == place.epochsEnded else { throw over }
        sender.close(after: last)
        var end = LiveEnd(epoch: sender.session.epoch, lastSequence: last)
        end.epochID = sender.session.epochID
        return end
    }

    /// Renews a peer's session after a keep-alive.
    func renew(_ id: String, of peer: String) {
        guard let sender = places.withLock({ $0.all[id]?.sender }), sender.peer == peer else { return }
        sender.renew()
    }

    /// When a session was last renewed; nil without such a session.
    func renewedAt(_ id: String) -> ContinuousClock.Instant? { places.withLock { $0.all[id]?.sender.renewedAt } }

    /// Ends the sessions of a peer at once, because the peer's link session is over.
    func end(of peer: String) {
        all.filter { $0.peer == peer }.forEach { $0.end(within: .zero) }
    }

    /// Ends all sessions, because the epoch is over.
    func endAll() {
        stream.withLock { $0 = StreamState(epochsEnded: $0.epochsEnded + 1) }
        all.forEach { $0.end(within: .seconds(1)) }
    }

    /// Ends sessions without keep-alives, until cancelled.
    func expire() async throws {
        while true {
            try await Task.sleep(for: .seconds(5))
            let horizon = ContinuousClock.now - LiveSessions.silence
            for sender in all where sender.renewedAt < horizon {
                logger.info("live session expired", metadata: ["id": "\(sender.session.id)"])
                sender.end(within: .zero)
            }
        }
    }

    /// Takes a place for a sender before its pipeline starts.
    ///
    /// Ends the peer's older sessions at once, so that the retries of one recorder do not use up the places of others.
    private func takePlace(for sender: LiveSender, epochsEnded epochs: Int) throws(Problem) {
        let replaced: [LiveSender]? = places.withLock { places in
            let older = places.all.values.map(\.sender).filter { $0.peer == sender.peer }
            guard places.all.count - older.count < LiveSessions.limit else { return nil }
            for old in older { places.all[old.session.id] = nil }
            places.all[sender.session.id] = Place(sender: sender, epochsEnded: epochs)
            return older
        }
        guard let replaced else {
            throw Problem.conflict("the camera already has \(LiveSessions.limit) live sessions: end one first")
        }
        for old in replaced {
            logger.info(
                "live session replaced", metadata: ["id": "\(old.session.id)", "by": "\(sender.session.id)"])
            old.end(within: .zero)
        }
    }

    /// Runs a sender in the nursery; returns its feedback port once it plays.
    private func start(_ sender: LiveSender) async throws -> Int {
        let id = sender.session.id
        let start = Pending<Result<Int, Problem>>()
        let began = nursery.begin { [self] in
            do {
                try await sender.run { port in
                    let isWanted = places.withLock { places in
                        places.all[id]?.isPlaying = true
                        return places.all[id] != nil
                    }
                    start.resolve(
                        isWanted ? .success(port) : .failure(.conflict("a newer session of this peer replaced it")))
                }
            } catch {
                logger.warning("live session failed", metadata: ["error": "\(error)"])
                start.resolve(.failure(Self.failure("\(error)")))
            }
            places.withLock { $0.all[id] = nil }
        }
        if began, let outcome = await start.value(within: startLimit) { return try outcome.get() }
        // A pipeline that starts too late must not send.
        places.withLock { $0.all[id] = nil }
        sender.end(within: .zero)
        throw began
            ? Self.failure("its pipeline did not start within \(startLimit.components.seconds) s")
            : Problem.conflict("the camera is stopping")
    }

    private static func failure(_ detail: String) -> Problem {
        Problem("live-failed", status: 502, title: "Live video cannot start", detail: detail)
    }

    /// Throws if RFC 2435, which UDP needs, cannot carry the pictures; TCP carries any.
    private func requireRTPJPEG() throws {
        guard let obstacle = try stream.withLock({ $0.picture })?.obstacleOnRTP() else { return }
        throw Problem.conflict(
            "this JPEG cannot travel over RTP and UDP: \(obstacle) (RFC 2435). Record with --transport tcp, or choose "
                + "another size or format in the capture pipeline.")
    }
}
