// SPDX-License-Identifier: Apache-2.0
import Media
import GStreamer
import Pipelines
import Synchronization
import Tasks
import Wire

/// One viewer in the viewers' process: its own pipeline, from access units to a browser.
///
/// Begins with the group of pictures in progress. Never waits: if the viewer is too slow, drops pictures up to the next key frame.
final class ViewerSession: Sendable {
    /// The name of the pipeline file.
    private static let fileName = "whep-h264"
    /// The timeouts for the answer, and for the browser to connect after it.
    private static let (answering, connecting) = (Duration.seconds(6), Duration.seconds(20))
    /// The timeout for telling the browser that the connection is over.
    private static let closing = Duration.milliseconds(500)

    private enum Flow {
        /// There is no connection yet.
        case closed
        /// The next picture brings its group.
        case joins
        case catchesUp
        case open
        case waitsForKeyFrame
    }

    private struct State {
        var flow = Flow.closed
        /// The pictures to send before the viewer is live.
        ///
        /// Not a part of `flow`, whose change would copy them.
        var catchUp = CatchUp([], now: 0)
        /// The last time stamp; later ones are greater.
        var last = Tick(rawValue: .min)
    }

    /// The number of the stream that it watches.
    let stream: UInt32
    private let offer: ViewerMessage.Offer
    private let pipeline: Pipeline
    private let peer: WebRTCPeer
    private let source: AppSource
    private let state = Mutex(State())
    private let joined = Pending<Void>()
    private let over = Pending<String>()

    /// Does in advance what the first viewer of a process would wait for.
    ///
    /// Loads the plugins, and generates the key with which this process identifies itself to viewers (DTLS, RSA with 2048 bits:
    /// 50 to 200 ms).
    static func warmUp(from library: PipelineLibrary) {
        // An error here is not reported, because the first viewer will meet it, too. The certificate of `dtlsdec` is the same for
        // the whole process.
        for factory in ["dtlsdec", "srtpenc", "nicesink"] { _ = try? Element(factory: factory) }
        _ = try? library.find(fileName).makeLivePipeline()
    }

    init(_ offer: ViewerMessage.Offer, from library: PipelineLibrary) throws {
        (self.offer, stream) = (offer, offer.stream)
        pipeline = try library.find(Self.fileName).makeLivePipeline()
        guard let payloader = pipeline.element(named: "payloader") else {
            throw GStreamerError.noElement(named: "payloader")
        }
        try payloader.set("pt", to: offer.payloadType)
        source = try pipeline.source(named: "access_units")
        peer = try pipeline.peer(named: "peer")
    }

    /// Sends a picture, or drops it.
    ///
    /// - Parameter gop: the picture's group so far, including it; empty if not known.
    func send(_ picture: ViewerMessage.Picture, of gop: [ViewerMessage.Picture]) {
        let (isWanted, hasJoined) = state.withLock { state in
            switch state.flow {
            case .closed: break
            case .joins:
                guard !gop.isEmpty else { break }
                (state.flow, state.catchUp) = (.catchesUp, CatchUp(gop, now: monotonicNanoseconds()))
                return (false, true)
            case .catchesUp:
                if !state.catchUp.add(picture, now: monotonicNanoseconds()) { state.flow = .waitsForKeyFrame }
            case .open: return (true, false)
            case .waitsForKeyFrame:
                guard picture.isSync else { break }
                state.flow = .open
                return (true, false)
            }
            return (false, false)
        }
        if hasJoined { joined.resolve(()) }
        if isWanted { push(picture, at: picture.tick) }
    }

    /// Sends the group of pictures in progress, until the viewer is live.
    private func catchUp() async {
        guard await joined.value() != nil else { return }
        while let step = nextStep() {
            push(step.picture, at: step.timestamp)
            try? await Task.sleep(for: .nanoseconds(step.pause))
        }
    }

    private func nextStep() -> CatchUp.Step? {
        state.withLock { state in
            guard state.flow == .catchesUp else { return nil }
            let step = state.catchUp.next(now: monotonicNanoseconds())
            if step == nil { state.flow = .open }
            return step
        }
    }

    /// Pushes a picture into the pipeline; if there is no room, drops it and all pictures up to the next key frame.
    private func push(_ picture: ViewerMessage.Picture, at tick: Tick) {
        let timestamp = state.withLock { state in
            state.last = max(tick, state.last + 1)
            return state.last
        }
        // The payloader rounds times down to ticks: without the extra nanosecond, a picture would get the tick before its own.
        guard source.push(picture.bytes, time: timestamp.nanoseconds + 1) != .accepted else { return }
        state.withLock { $0.flow = .waitsForKeyFrame }
    }

    func end(_ reason: String) {
        over.resolve(reason)
    }

    /// Plays until the viewer has gone; returns the reason.
    ///
    /// - Parameter answer: receives the answer to the offer.
    func run(_ answer: (String) async -> Void) async throws -> String {
        try await pipeline.playing { messages in
            await answer(try await answered())
            let end: String? = try await firstValue(
                of: {
                    for await case .failed(let diagnostic) in messages { throw diagnostic }
                    return nil
                },
                { [self] in await follow() },
                { [over] in await over.value() },
                { [self] in
                    await catchUp()
                    return nil
                },
                { [self] in
                    try await Task.sleep(for: Self.connecting)
                    return state.withLock { $0.flow == .closed } ? "the browser did not connect" : nil
                })
            if state.withLock({ $0.flow != .closed }) {
                try? await withTimeout(Self.closing) { [peer] in await peer.close() }
            }
            return end ?? "ended"
        }
    }

    private func answered() async throws -> String {
        do {
            return try await withTimeout(Self.answering) { [peer, offer] in
                try await peer.answer(offer.description, at: offer.addresses)
            }
        } catch is TimedOut {
            throw GStreamerError.negotiation("it took longer than \(Self.answering)")
        }
    }

    /// Sends pictures as soon as the connection is up; returns the reason of its end.
    private func follow() async -> String? {
        for await state in peer.states {
            switch state {
            case .connecting: continue
            case .connected:
                self.state.withLock { if $0.flow == .closed { $0.flow = .joins } }
            case .lost: return "the connection was closed or lost"
            }
        }
        return nil
    }
}
