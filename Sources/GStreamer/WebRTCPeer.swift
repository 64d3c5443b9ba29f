// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// The local end of a WebRTC connection (`webrtcbin`), which answers an offer and sends what its pipeline produces.
///
/// Signalling is text. There is no trickle ICE: the answer contains all candidates.
public struct WebRTCPeer: Sendable {
    /// The state of the connection.
    public enum State: Sendable, Equatable {
        /// ICE and DTLS are in progress.
        case connecting
        /// Media can flow.
        case connected
        /// The other end has gone, or is unreachable.
        case lost
    }

    /// The element.
    public let element: Element
    private let news: PeerNews

    /// Wraps a `webrtcbin` of a pipeline that does not run yet.
    init(_ element: Element) throws(GStreamerError) {
        guard element.factoryName == "webrtcbin" else {
            throw .wrongKind(named: element.name, expected: "a webrtcbin", found: element.factoryName)
        }
        self.element = element
        news = PeerNews()
        let object = element.reference.cast(to: GObject.self)
        let notified:
            @convention(c) (UnsafeMutablePointer<GObject>?, UnsafeMutablePointer<GParamSpec>?, gpointer?) -> Void =
                stateChanged
        let added: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<GstElement>?, gpointer?) -> Void =
            elementAdded
        for property in [connectionState, gatheringState] {
            connect("notify::\(property)", of: object, to: unsafeBitCast(notified, to: GCallback.self), news)
        }
        connect("element-added", of: object, to: unsafeBitCast(added, to: GCallback.self), news)
    }

    /// The changes of the connection's state; for one reader.
    public var states: AsyncStream<State> { news.states }

    /// Answers an offer: sends the one linked stream, and retransmits lost packets.
    ///
    /// Call it once for each peer, while its pipeline runs. Returns when all candidates are known.
    ///
    /// - Parameter addresses: the addresses of this machine that the other end may try.
    public func answer(_ offer: String, at addresses: [String]) async throws(GStreamerError) -> String {
        try sendOnly()
        try element.set("ice-tcp", of: "ice-agent", to: false)
        try listen(at: addresses)
        _ = try await ask("set-remote-description", .offer(offer))
        guard let answer = try await ask("create-answer").answer else { throw .negotiation("there is no answer") }
        _ = try await ask("set-local-description", .answer(answer))
        for await _ in news.gathered { break }
        guard let complete = localDescription else { throw .negotiation("the answer was not kept") }
        return complete
    }

    /// A session description with its type.
    private enum Description {
        case offer(String)
        case answer(String)
    }

    private func ask(
        _ signal: String, _ description: Description? = nil
    ) async throws(GStreamerError) -> PromiseReply {
        let promised = PromisedReply()
        try begin(signal, description, promised)
        guard let reply = await promised.value() else { throw .negotiation("\(signal) was not answered") }
        if let refusal = reply.refusal { throw .negotiation(refusal) }
        return reply
    }

    private func begin(
        _ signal: String, _ description: Description?, _ promised: PromisedReply
    ) throws(GStreamerError) {
        let boxed = try description.map { description throws(GStreamerError) in try make(description) }
        defer { if let boxed { gst_webrtc_session_description_free(boxed) } }
        let first: SignalArgument =
            boxed.map { .boxed($0, gst_webrtc_session_description_get_type()) }
            ?? .boxed(nil, gst_structure_get_type())
        let isKnown = promised.withPromise { promise in
            emit(
                signal, on: element.reference.cast(to: GObject.self), [first, .boxed(promise, gst_promise_get_type())])
        }
        guard isKnown == true else { throw .negotiation("webrtcbin knows no \(signal)") }
    }

    private func make(
        _ description: Description
    ) throws(GStreamerError) -> UnsafeMutablePointer<GstWebRTCSessionDescription> {
        let (type, text) =
            switch description {
            case .offer(let text): (GST_WEBRTC_SDP_TYPE_OFFER, text)
            case .answer(let text): (GST_WEBRTC_SDP_TYPE_ANSWER, text)
            }
        var message: UnsafeMutablePointer<GstSDPMessage>?
        guard gst_sdp_message_new_from_text(text, &message) == GST_SDP_OK, let message else {
            throw .negotiation("what was signalled is no session description")
        }
        guard let boxed = gst_webrtc_session_description_new(type, message) else {
            throw .negotiation("no session description could be made")
        }
        return boxed
    }

    /// Receives nothing, and retransmits lost packets.
    private func sendOnly() throws(GStreamerError) {
        guard let pad = gst_element_get_static_pad(element.reference.cast(to: GstElement.self), "sink_0") else {
            throw .negotiation("nothing is linked to \(element.name)")
        }
        defer { gst_object_unref(pad) }
        try with("transceiver", of: UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GObject.self)) {
            transceiver throws(GStreamerError) in
            // Otherwise the answer would announce retransmissions of a stream 0, and browsers take their stream for the video
            // stream.
            let ssrc = UInt32.random(in: 1..<UInt32.max)
            try element.assign("application/x-rtp,ssrc=(uint)\(ssrc)", to: "codec-preferences", of: transceiver)
            try element.assign("sendonly", to: "direction", of: transceiver)
            try element.assign("true", to: "do-nack", of: transceiver)
        }
    }

    private func listen(at addresses: [String]) throws(GStreamerError) {
        try with("ice-agent", of: element.reference.cast(to: GObject.self)) { agent throws(GStreamerError) in
            for address in addresses {
                guard
                    emit("add-local-ip-address", on: agent, [.text(address)], returning: g_type_from_name("gboolean"))
                else { throw .negotiation("the ICE agent takes no addresses") }
            }
            // Otherwise libnice would send to a vanished peer for ever, because it notices only unanswered requests.
            try with("agent", of: agent) { nice throws(GStreamerError) in
                try element.assign("true", to: "keepalive-conncheck", of: nice)
                // It asks the network for a router that opens ports, and waits 200 ms for one before it has all candidates.
                try element.assign("false", to: "upnp", of: nice)
            }
        }
    }

    /// Passes an object that is a property of another one to `body`.
    private func with(
        _ property: String, of owner: UnsafeMutablePointer<GObject>,
        _ body: (UnsafeMutablePointer<GObject>) throws(GStreamerError) -> Void
    ) throws(GStreamerError) {
        var value = GValue()
        g_value_init(&value, g_type_from_name("GObject"))
        defer { g_value_unset(&value) }
        g_object_get_property(owner, property, &value)
        guard let object = g_value_get_object(&value)?.assumingMemoryBound(to: GObject.self) else {
            throw .negotiation("\(element.name) has no \(property)")
        }
        try body(object)
    }

    private var localDescription: String? {
        var value = GValue()
        g_value_init(&value, gst_webrtc_session_description_get_type())
        defer { g_value_unset(&value) }
        g_object_get_property(element.reference.cast(to: GObject.self), "local-description", &value)
        return g_value_get_boxed(&value).map(sessionDescription)
    }
}

extension Pipeline {
    /// The `webrtcbin` with this name.
    public func peer(named name: String) throws(GStreamerError) -> WebRTCPeer {
        guard let element = element(named: name) else { throw .noElement(named: name) }
        return try WebRTCPeer(element)
    }
}

private let connectionState = "connection-state"
private let gatheringState = "ice-gathering-state"

/// The events of a `webrtcbin`, for the tasks that wait for them.
private final class PeerNews: Sendable {
    let states: AsyncStream<WebRTCPeer.State>
    /// Yields when all candidates are known.
    let gathered: AsyncStream<Void>
    private let state: AsyncStream<WebRTCPeer.State>.Continuation
    private let end: AsyncStream<Void>.Continuation

    init() {
        (states, state) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(8))
        (gathered, end) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    deinit {
        state.finish()
        end.finish()
    }

    func connection(is now: GstWebRTCPeerConnectionState) {
        switch now {
        case GST_WEBRTC_PEER_CONNECTION_STATE_CONNECTING: state.yield(.connecting)
        case GST_WEBRTC_PEER_CONNECTION_STATE_CONNECTED: state.yield(.connected)
        case GST_WEBRTC_PEER_CONNECTION_STATE_FAILED, GST_WEBRTC_PEER_CONNECTION_STATE_CLOSED: state.yield(.lost)
        default: return
        }
    }

    func gathering(is now: GstWebRTCICEGatheringState) {
        if now == GST_WEBRTC_ICE_GATHERING_STATE_COMPLETE { end.yield(()) }
    }
}

/// Runs on the thread of the `webrtcbin`, which holds none of its locks meanwhile.
private func stateChanged(
    _ object: UnsafeMutablePointer<GObject>?, _ spec: UnsafeMutablePointer<GParamSpec>?, _ context: gpointer?
) {
    guard let object, let spec, let context else { return }
    let news = Unmanaged<PeerNews>.fromOpaque(context).takeUnretainedValue()
    var value = GValue()
    g_value_init(&value, spec.pointee.value_type)
    defer { g_value_unset(&value) }
    g_object_get_property(object, spec.pointee.name, &value)
    let number = UInt32(bitPattern: g_value_get_enum(&value))
    if text(spec.pointee.name) == connectionState {
        news.connection(is: GstWebRTCPeerConnectionState(rawValue: number))
    } else {
        news.gathering(is: GstWebRTCICEGatheringState(rawValue: number))
    }
}

/// Disables the `clocksync` that a `webrtcbin` adds after each of its sinks, which would hold a picture until its time.
///
/// Pictures here are already late, or have the time of another machine's clock.
private func elementAdded(_: UnsafeMutableRawPointer?, _ added: UnsafeMutablePointer<GstElement>?, _: gpointer?) {
    guard let added else { return }
    let element = Element(ObjectReference(borrowed: added))
    if element.factoryName == "clocksync" { try? element.set("sync", to: false) }
}
