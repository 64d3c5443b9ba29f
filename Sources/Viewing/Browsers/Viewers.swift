// SPDX-License-Identifier: Apache-2.0
package import Logging
package import Media
import Synchronization
import Tasks
package import Wire

/// The viewers of a node's streams in browsers (WHEP), through a separate process that runs only while there are viewers, or one is expected.
///
/// If that process fails, viewers lose their connections and connect again; the node is unaffected. Only calls that admit a viewer
/// wait for it.
package final class Viewers: Sendable {
    /// A viewer that was admitted.
    package struct Admission: Sendable {
        /// The viewer's id.
        package let id: String
        /// The answer to the offer (SDP).
        package let answer: String
    }

    private struct Stream {
        let number: UInt32
        var format: VideoFormat?
        var newest: Tick?
        var gop = CurrentGOP<AccessUnit>()

        /// Adds a unit; true if it belongs to another stream: with another codec, or with time that runs backwards because the
        /// camera restarted.
        mutating func add(_ unit: FormattedAccessUnit) -> Bool {
            let isOther =
                format.map { $0.codec != unit.format?.codec ?? $0.codec } ?? false
                || newest.map { unit.unit.tick <= $0 } ?? false
            (newest, format) = (unit.unit.tick, unit.format ?? format)
            if isOther { gop = CurrentGOP() }
            gop.add(unit.unit, isSync: unit.unit.isSync, byteCount: unit.unit.bytes.count)
            return isOther
        }
    }

    private struct Viewer {
        let stream: String
        /// The queue of the process that serves the viewer.
        let feed: ViewerFeed
        /// Whether the viewer may still watch.
        let isAllowed: @Sendable () -> Bool
        let answer = Pending<Result<String, Problem>>()
    }

    private struct State {
        var streams: [String: Stream] = [:]
        var viewers: [String: Viewer] = [:]
        /// The queue of the process that runs, or is about to.
        var feed: ViewerFeed?
        /// Whether a process was requested although there is no viewer yet.
        var isExpected = false
        var isOver = false
    }

    /// The timeout for the answer to an offer; longer than the process's own.
    private static let patience = Duration.seconds(10)
    /// The longest backoff for a process that fails repeatedly.
    private static let longestPause = Duration.seconds(8)

    /// How long the process stays without viewers, in seconds.
    private let patienceWithNobody: Int
    private let program: ViewerProgram
    private let seats: ViewerSeats
    private let logger: Logger
    private let state = Mutex(State())
    private let wishes: AsyncStream<Void>
    private let wish: AsyncStream<Void>.Continuation

    /// Creates viewers without a process.
    ///
    /// - Parameter patienceWithNobody: how long a process stays without viewers, in seconds.
    package init(_ program: ViewerProgram, seats: ViewerSeats, patienceWithNobody: Int = 30, logger: Logger) {
        (self.program, self.seats, self.logger) = (program, seats, logger)
        self.patienceWithNobody = patienceWithNobody
        (wishes, wish) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Queues a picture for the viewers of a stream; never waits.
    package func send(_ unit: FormattedAccessUnit, of stream: String) {
        let (feed, isWatched, known, isBroken): (ViewerFeed?, Bool, Stream, Bool) = state.withLock { state in
            let fresh = Stream(number: UInt32(truncatingIfNeeded: state.streams.count + 1))
            // In place: a second reference to the group would copy it for each picture.
            let isBroken = state.streams[stream, default: fresh].add(unit)
            let isWatched = state.viewers.values.contains { $0.stream == stream }
            return (state.feed, isWatched, state.streams[stream] ?? fresh, isBroken)
        }
        guard let feed else { return }
        guard isWatched else { return feed.pause(known.number) }
        if isBroken { return end(stream) }
        guard let format = known.format, format.codec == .h264 else { return }
        feed.add(unit.unit, of: known.gop.pictures, format.parameterSets, stream: known.number)
    }

    /// Ends a stream for now: its viewers must connect again.
    package func end(_ stream: String) {
        let ids = state.withLock { state in
            if let number = state.streams[stream]?.number { state.streams[stream] = Stream(number: number) }
            return state.viewers.filter { $0.value.stream == stream }.map(\.key)
        }
        for id in ids { dismiss(id) }
    }

    /// Starts the process, because a viewer of a stream will come soon; if none comes, it ends after half a minute.
    ///
    /// Does nothing if the stream has no pictures that viewers can get.
    package func prepare(for stream: String) {
        let isNew = state.withLock { state in
            guard !state.isOver, state.feed == nil, state.streams[stream]?.format?.codec == .h264 else { return false }
            (state.feed, state.isExpected) = (ViewerFeed(), true)
            return true
        }
        if isNew { wish.yield(()) }
    }

    /// Admits a viewer of a stream; returns when a connection was negotiated.
    ///
    /// - Parameters:
    ///   - offer: a session description that asks for one video.
    ///   - addresses: the addresses of this machine that the browser may try.
    ///   - reach: the addresses at which the node may try to reach the browser.
    ///   - isAllowed: asked each second; the viewer is disconnected when it says no.
    package func open(
        _ offer: String, of stream: String, at addresses: [String], reaching reach: ViewerReach = .nowhere,
        while isAllowed: @escaping @Sendable () -> Bool
    ) async throws -> Admission {
        guard let known = state.withLock({ $0.streams[stream] }), let format = known.format else {
            throw Problem.conflict("there is no picture to watch yet: ask again when there is one")
        }
        guard format.codec == .h264 else {
            throw Problem.unsupported("this camera's pictures are JPEG, which cannot go there: use the picture stream")
        }
        let request = try BrowserOffer(offer, of: format, reaching: reach)
        try seats.take()
        let id = RandomID.fresh()
        let admitted: Viewer? = state.withLock { state in
            guard !state.isOver else { return nil }
            let viewer = Viewer(stream: stream, feed: state.feed ?? ViewerFeed(), isAllowed: isAllowed)
            (state.viewers[id], state.feed) = (viewer, viewer.feed)
            return viewer
        }
        guard let viewer = admitted else {
            seats.leave()
            throw Problem.conflict("the node is stopping")
        }
        viewer.feed.add(
            .offer(
                ViewerMessage.Offer(
                    id: id, stream: known.number, description: request.text, payloadType: request.payloadType,
                    addresses: addresses)))
        wish.yield(())
        do {
            guard let answer = await viewer.answer.value(within: Self.patience) else { throw Problem.refusedOffer }
            return Admission(id: id, answer: try request.completed(answer.get()))
        } catch {
            dismiss(id)
            throw error
        }
    }

    /// Disconnects a viewer.
    ///
    /// - Parameter stream: the stream that the viewer must watch; nil for any.
    package func close(_ id: String, of stream: String? = nil) throws(Problem) {
        let isOfStream = state.withLock { state in stream == nil || state.viewers[id]?.stream == stream }
        guard isOfStream, dismiss(id) else {
            throw .notFound("there is no viewer \(id): the connection has ended already")
        }
    }

    /// Admits no more viewers, and disconnects all.
    package func shutDown() {
        let feed = state.withLock { state in
            state.isOver = true
            return state.feed
        }
        feed?.close()
        wish.finish()
    }

    /// Runs the process while there are viewers, until the task is cancelled or the node shuts down.
    package func run() async {
        // The first retry comes soon, because a person waits.
        var backoff = Backoff(.milliseconds(250)...Self.longestPause)
        var hasFailed = false
        for await _ in wishes {
            guard let feed = wantedFeed() else { continue }
            if hasFailed, (try? await Task.sleep(for: backoff.next())) == nil { break }
            let start = ContinuousClock.now
            let failure = await serve(feed)
            clear(feed)
            hasFailed = failure != nil
            if !hasFailed || ContinuousClock.now - start >= .seconds(30) { backoff.reset() }
            guard let failure, !Task.isCancelled else { continue }
            logger.warning("the viewers' process ended; who watches has to come again", metadata: ["why": "\(failure)"])
        }
    }

    /// The queue of a process that viewers wait for, or that was requested for one; nil if they have gone.
    private func wantedFeed() -> ViewerFeed? {
        state.withLock { state in
            if state.viewers.isEmpty, !state.isExpected { state.feed = nil }
            state.isExpected = false
            return state.feed
        }
    }

    /// Runs one process until it had no viewers for a while; returns the reason if it ended earlier.
    private func serve(_ feed: ViewerFeed) async -> String? {
        async let _ = supervise(feed)
        do {
            let end = try await program.run(feed) { [self] in hear($0) }
            return feed.isOver ? nil : end
        } catch {
            return "\(error)"
        }
    }

    /// Disconnects viewers that may no longer watch, and ends a process that had none for a while; a later viewer gets a new one.
    private func supervise(_ feed: ViewerFeed) async {
        var idle = 0
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            for (id, viewer) in state.withLock({ $0.viewers }) where !viewer.isAllowed() {
                logger.info("a viewer may no longer watch", metadata: ["id": "\(id)"])
                dismiss(id)
            }
            let isOver = state.withLock { state in
                idle = state.viewers.isEmpty ? idle + 1 : 0
                guard idle >= patienceWithNobody, state.feed === feed else { return false }
                state.feed = nil
                return true
            }
            if isOver { return feed.close() }
        }
    }

    private func hear(_ message: ViewerMessage) {
        switch message {
        case .answer(let word):
            state.withLock { $0.viewers[word.id] }?.answer.resolve(.success(word.text))
        case .ended(let word):
            guard let viewer = remove(word.id) else { return }
            viewer.answer.resolve(.failure(.refusedOffer))
            logger.info("a viewer has gone", metadata: ["id": "\(word.id)", "why": "\(word.text)"])
        case .offer, .close, .picture: return
        }
    }

    /// Removes the viewers of a process that has ended.
    private func clear(_ feed: ViewerFeed) {
        let gone = state.withLock { state in
            if state.feed === feed { state.feed = nil }
            return state.viewers.filter { $0.value.feed === feed }.map(\.key)
        }
        for id in gone { remove(id)?.answer.resolve(.failure(.refusedOffer)) }
    }

    @discardableResult
    private func dismiss(_ id: String) -> Bool {
        guard let viewer = remove(id) else { return false }
        viewer.feed.add(.close(ViewerMessage.Word(id: id)))
        viewer.answer.resolve(.failure(.refusedOffer))
        return true
    }

    private func remove(_ id: String) -> Viewer? {
        let viewer = state.withLock { $0.viewers.removeValue(forKey: id) }
        if viewer != nil { seats.leave() }
        return viewer
    }
}
