// SPDX-License-Identifier: Apache-2.0
import Tasks
import GStreamer
import Logging
import Media
import Pipelines
import Trust
import Wire

/// The recorder's end of a live session: RTP in, canonical access units out.
struct LiveReceiver: LiveLane {
    /// The discard port (RFC 863), for reports until the camera has named its own port.
    private static let discard = 9

    private let transport: Transport
    private let codec: Codec
    private let pipeline: Pipeline
    private let latencyMilliseconds: Int
    private let keys: LiveKeys
    /// Both ends know it, so that a lost first packet is detected; below 32768 (RFC 3711 section 3.3.1).
    private let firstSequenceNumber = UInt32.random(in: 0..<32_768)

    init(_ setup: LiveLaneSetup, library: PipelineLibrary) throws {
        (transport, codec, latencyMilliseconds) = (setup.transport, setup.codec, setup.latencyMilliseconds)
        let name = "receive-\(transport.rawValue)" + (codec == .jpeg ? "-jpeg" : "")
        var generator = SystemRandomNumberGenerator()
        keys = .fresh(for: transport, using: &generator)
        pipeline = try library.find(name).makeLivePipeline()
        let key = SRTPKey(keys.media)
        try require("unprotect").answerKeyRequests([keys.media.ssrc: key, keys.retransmissionSSRC: key])
        let media = try require("media")
        try media.set(transport == .tcp ? "host" : "address", to: setup.host)
        try media.set("port", to: 0)
        guard let feedback = keys.feedback else { return }
        try require("protect").protect(with: SRTPKey(feedback))
        try require("session").set("internal-ssrc", of: "internal-session", to: feedback.ssrc)
        try media.addToCaps("seqnum-base", firstSequenceNumber)
        try require("control").set("address", to: setup.host)
        try require("control").set("port", to: 0)
        try require("feedback").set("host", to: setup.camera)
        try require("feedback").set("port", to: LiveReceiver.discard)
        let map = "application/x-rtp-ssrc-map,\(keys.media.ssrc)=(uint)\(keys.retransmissionSSRC)"
        try require("retransmission").set("ssrc-map", to: map)
        try require("jitterbuffer").set("latency", to: latencyMilliseconds)
    }

    /// Receives until the stream ends or fails; sends feedback to the port that the camera answers with.
    func run(
        into buffer: UnitBuffer, meter: LiveMeter,
        outputs: [any AccessUnitOutput],
        logger: Logger, tell: @escaping @Sendable (LiveStatistics) -> Void,
        open: (LiveRequest) async throws -> LiveSession
    ) async throws {
        let sink = try pipeline.sink(named: "access_units")
        try await pipeline.playing { messages in
            let session = try await open(try request())
            if transport == .udp {
                try require("feedback").set("port", to: session.feedbackPort)
                warnAboutSocketBuffer(logger)
            }
            try await race(
                {
                    for await case .failed(let diagnostic) in messages { throw diagnostic }
                },
                {
                    try await pump(sink, logger: logger) { unit in
                        meter.count(unit.unit)
                        buffer.append(unit)
                        for output in outputs { output.send(unit, epoch: session.epoch) }
                    }
                },
                {
                    let jitterbuffer = pipeline.element(named: "jitterbuffer")
                    while true {
                        try await Task.sleep(for: .seconds(1))
                        tell(meter.second(jitterbuffer?.figures(of: "stats") ?? [:]))
                    }
                })
        }
    }

    private func pump(_ sink: AppSink, logger: Logger, take: (FormattedAccessUnit) -> Void) async throws {
        var assembler = AccessUnitAssembler(codec: codec)
        try await sink.forEach(
            { sample -> FormattedAccessUnit? in
                // The capture time is the camera's, from a header extension of its packets.
                guard let time = sample.referenceTime, case let tick = Tick(nanoseconds: time),
                    Bounds.Ticks.range.contains(tick.rawValue)
                else { return nil }
                do {
                    let before = try sample.withBytes { try assembler.push($0, tick: tick) } ?? nil
                    // A JPEG image is complete in one buffer; an H.264 picture is complete when the next one begins.
                    return codec == .jpeg ? assembler.flush() : before
                } catch {
                    // The live lane loses one picture; its fragment will be fetched.
                    logger.debug("live picture refused", metadata: ["error": "\(error)"])
                    return nil
                }
            }, perform: take)
        // The end of the stream completes the last picture.
        if let last = assembler.flush() { take(last) }
    }

    private func request() throws -> LiveRequest {
        let port = try require("media").value(of: transport == .tcp ? "current-port" : "port")
        let control = transport == .udp ? try require("control").value(of: "port") : "0"
        return LiveRequest(
            transport: transport, mediaPort: Int(port) ?? 0, controlPort: Int(control) ?? 0, ssrc: keys.media.ssrc,
            retransmissionSSRC: keys.retransmissionSSRC, firstSequenceNumber: Int(firstSequenceNumber),
            latencyMilliseconds: latencyMilliseconds, cipher: keys.media.cipher.rawValue,
            mediaKey: Confidential(keys.media.base64), feedbackSSRC: keys.feedback?.ssrc ?? 0,
            feedbackKey: keys.feedback.map { Confidential($0.base64) })
    }

    /// Warns if the kernel grants a smaller buffer: its default holds less than one key frame of a large picture.
    private func warnAboutSocketBuffer(_ logger: Logger) {
        guard
            let asked = try? Int(require("media").value(of: "buffer-size")),
            let granted = try? require("media").receiveBufferSize, granted < asked
        else { return }
        logger.notice(
            "the kernel grants less socket buffer than asked for; raise net.core.rmem_max if live frames get lost",
            metadata: ["asked": "\(asked)", "granted": "\(granted)"])
    }

    private func require(_ name: String) throws -> Element {
        guard let element = pipeline.element(named: name) else { throw GStreamerError.noElement(named: name) }
        return element
    }
}

extension SRTPKey {
    fileprivate init(_ key: MediaKey) {
        self.init(cipher: key.cipher.rawValue, bytes: key.key.reveal())
    }
}
