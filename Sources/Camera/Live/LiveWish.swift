// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Media
import Pipelines
import Trust
import Wire

/// A recorder's request for live video with validated numbers and keys; other code must not use the raw input.
struct LiveWish: Sendable {
    let request: LiveRequest
    private let keys: LiveKeys

    init(_ request: LiveRequest) throws(Problem) {
        let ports = request.transport == .udp ? [request.mediaPort, request.controlPort] : [request.mediaPort]
        guard ports.allSatisfy({ (1...65_535).contains($0) }) else {
            throw .badRequest("mediaPort and controlPort must be from 1 to 65535")
        }
        guard (10...10_000).contains(request.latencyMilliseconds) else {
            throw .badRequest("latencyMilliseconds must be from 10 to 10000")
        }
        guard (0..<32_768).contains(request.firstSequenceNumber) else {
            throw .badRequest("firstSequenceNumber must be from 0 to 32767")
        }
        do {
            keys = try LiveKeys(request)
        } catch {
            throw .badRequest("\(error)")
        }
        self.request = request
    }

    /// How long a sender must be able to retransmit its last packets; zero over TCP, which loses none.
    var patience: Duration {
        request.transport == .udp ? .milliseconds(request.latencyMilliseconds) : .zero
    }

    /// A pipeline that sends encrypted video to a peer; opens no socket before it plays.
    func makePipeline(for codec: Codec, towards party: LiveParty, from library: PipelineLibrary) throws -> Pipeline {
        let name = "send-\(request.transport.rawValue)" + (codec == .jpeg ? "-jpeg" : "")
        let pipeline = try library.find(name).makeLivePipeline()
        try pipeline.require("protect").protect(with: SRTPKey(keys.media))
        try pipeline.require("media").set("host", to: party.address)
        try pipeline.require("media").set("port", to: request.mediaPort)
        let payloader = try pipeline.require("payloader")
        try payloader.set("ssrc", to: request.ssrc)
        try payloader.set("seqnum-offset", to: request.firstSequenceNumber)
        let captureTime = try Element(factory: "rtphdrextntp64")
        // The depayloader of GStreamer 1.22 reads the extension from the packet that completes the picture.
        try captureTime.set("every-packet", to: true)
        try payloader.add(headerExtension: captureTime, identifier: 1)
        guard let feedback = keys.feedback else { return pipeline }
        try pipeline.require("unprotect").answerKeyRequests([feedback.ssrc: SRTPKey(feedback)])
        // Reports before the first picture need an SSRC too: one for which the recorder has a key.
        try pipeline.require("session").set("internal-ssrc", of: "internal-session", to: request.ssrc)
        try pipeline.require("control").set("host", to: party.address)
        try pipeline.require("control").set("port", to: request.controlPort)
        try pipeline.require("feedback").set("address", to: party.localAddress)
        try pipeline.require("feedback").set("port", to: 0)
        let retransmission = try pipeline.require("retransmission")
        let map = "application/x-rtp-ssrc-map,\(request.ssrc)=(uint)\(request.retransmissionSSRC)"
        try retransmission.set("ssrc-map", to: map)
        try retransmission.set("max-size-time", to: max(2_000, 2 * request.latencyMilliseconds))
        return pipeline
    }
}

extension SRTPKey {
    fileprivate init(_ key: MediaKey) {
        self.init(cipher: key.cipher.rawValue, bytes: key.key.reveal())
    }
}

extension Pipeline {
    /// The element with a name that the pipeline contract requires.
    func require(_ name: String) throws(GStreamerError) -> Element {
        guard let element = element(named: name) else { throw .noElement(named: name) }
        return element
    }
}
