// SPDX-License-Identifier: Apache-2.0
import Media
import GStreamer
import Pipelines
import Synchronization
import Tasks
import Wire

/// One viewer in the viewers' process: its own pipeline, from access units to a browser.
///
/// Never waits: if the viewer is too slow, drops pictures up to the next key frame.
final class ViewerSession: Sendable {
    /// The name of the pipeline file.
    private static let fileName = "whep-h264"
    /// The timeouts for the answer, and for the browser to connect after it.
    private static let (answering, connecting) = (Duration.seconds(6), Duration.seconds(20))

    private enum Flow { case closed, waitsForKeyFrame, open }

    /// The number of the stream that it watches.
    let stream: UInt32
    private let offer: ViewerMessage.Offer
    private let pipeline: Pipeline
    private let peer: WebRTCPeer
    private let source: AppSource
    private let flow = Mutex(Flow.closed)
    private let over = Pending<String>()

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

    /// Pushes a picture into the pipeline, or drops it.
    func send(_ picture: ViewerMessage.Picture) {
        let isWanted = flow.withLock { flow in
            if flow == .waitsForKeyFrame, picture.isSync { flow = .open }
            return flow == .open
        }
        guard isWanted else { return }
        // The payloader rounds times down to ticks: without the extra nanosecond, a picture would get the tick before its own.
        guard source.push(picture.bytes, time: picture.tick.nanoseconds + 1) != .accepted else { return }
        flow.withLock { $0 = .waitsForKeyFrame }
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
                    try await Task.sleep(for: Self.connecting)
                    return flow.withLock { $0 == .closed } ? "the browser did not connect" : nil
                })
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

    /// Sends pictures from the first key frame after the connection is up; returns the reason of its end.
    private func follow() async -> String? {
        for await state in peer.states {
            switch state {
            case .connecting: continue
            case .connected:
                flow.withLock { flow in
                    if flow == .closed { flow = .waitsForKeyFrame }
                }
            case .lost: return "the connection was closed or lost"
            }
        }
        return nil
    }
}
