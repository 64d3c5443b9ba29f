// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import Synchronization

/// A pipeline made from text, which plays for as long as a block runs.
///
/// A class, because the session, the shutter and the status route all speak of the same one; its C object is
/// thread-safe. It plays once: `playing` always returns it to the null state, where devices and sockets are free.
public final class Pipeline: Sendable {
    let reference: ObjectReference
    private let mailbox: Mailbox
    private let arrivals = Mutex<[String: Arrivals]>([:])

    /// Parses launch text without comments; nothing is opened yet.
    public init(parsing text: String) throws(GStreamerError) {
        _ = runtime
        let context = gst_parse_context_new()
        defer { gst_parse_context_free(context) }
        var error: UnsafeMutablePointer<GError>?
        let parsed = gst_parse_launch_full(text, context, GST_PARSE_FLAG_FATAL_ERRORS, &error)
        if let error {
            if let parsed { gst_object_unref(parsed) }
            throw .parse(ParseProblem(taking: error, context: context))
        }
        guard let parsed else { throw .stateChange(Diagnostic(element: "", text: "the text makes no pipeline")) }
        let top = ObjectReference(floating: parsed)
        if top.isA(gst_pipeline_get_type()) {
            reference = top
        } else {
            // A text with one element gives that element bare.
            guard let pipeline = gst_pipeline_new(nil) else {
                throw .stateChange(Diagnostic(element: "", text: "no pipeline could be made"))
            }
            reference = ObjectReference(floating: pipeline)
            gst_bin_add(reference.cast(to: GstBin.self), top.cast(to: GstElement.self))
        }
        mailbox = Mailbox(pipeline: reference.cast(to: UInt8.self))
        guard let bus = gst_pipeline_get_bus(reference.cast(to: GstPipeline.self)) else { return }
        mailbox.install(on: bus)
        gst_object_unref(bus)
    }

    deinit {
        mailbox.close()
    }

    /// The element of that name, wherever in the pipeline; nil when there is none.
    public func element(named name: String) -> Element? {
        guard let found = gst_bin_get_by_name(reference.cast(to: GstBin.self), name) else { return nil }
        return Element(ObjectReference(owned: found))
    }

    /// The application sink of that name.
    public func sink(named name: String) throws(GStreamerError) -> AppSink {
        let element = try element(named: name, of: gst_app_sink_get_type(), kind: "an appsink")
        let arrivals = arrivals.withLock { table in
            if let known = table[name] { return known }
            let new = Arrivals()
            new.install(on: element.reference.cast(to: GstAppSink.self))
            table[name] = new
            return new
        }
        return AppSink(element, arrivals: arrivals)
    }

    /// The application source of that name.
    public func source(named name: String) throws(GStreamerError) -> AppSource {
        AppSource(try element(named: name, of: gst_app_src_get_type(), kind: "an appsrc"))
    }

    private func element(named name: String, of type: GType, kind: String) throws(GStreamerError) -> Element {
        guard let element = element(named: name) else { throw .noElement(named: name) }
        guard element.reference.isA(type) else {
            throw .wrongKind(named: name, expected: kind, found: element.factoryName)
        }
        return element
    }

    /// The first failure that was posted: there before the end of stream that it causes, which may be heard of first.
    public var failure: Diagnostic? { mailbox.firstFailure }

    /// Plays while `body` runs, which gets the pipeline's messages; stops however it ends.
    public func playing<Result>(_ body: (AsyncStream<Message>) async throws -> Result) async throws -> Result {
        try await running(in: GST_STATE_PLAYING, body)
    }

    /// Plays a seekable text over and over, without a seam in running time.
    ///
    /// At each `.segmentDone` the caller goes around with `goAround()`; an end of stream never comes.
    public func looping<Result>(_ body: (AsyncStream<Message>) async throws -> Result) async throws -> Result {
        try await running(in: GST_STATE_PAUSED) { messages in
            // Refused until the demuxer has linked; nothing says when that is.
            let deadline = ContinuousClock.now + .seconds(5)
            while !seekSegment(flushing: true) {
                guard ContinuousClock.now < deadline, mailbox.firstFailure == nil else {
                    throw mailbox.firstFailure.map(GStreamerError.stateChange) ?? .seekRefused
                }
                try await Task.sleep(for: .milliseconds(10))
            }
            try await change(to: GST_STATE_PLAYING)
            return try await body(messages)
        }
    }

    /// The same, but only ready: devices and sockets are opened, nothing flows.
    public func prepared<Result>(_ body: (AsyncStream<Message>) async throws -> Result) async throws -> Result {
        try await running(in: GST_STATE_READY, body)
    }

    private func running<Result>(
        in state: GstState,
        _ body: (AsyncStream<Message>) async throws -> Result
    ) async throws -> Result {
        do {
            try await change(to: state)
            let result = try await body(mailbox.messages)
            await stop()
            return result
        } catch {
            await stop()
            throw error
        }
    }

    /// Asks for a state on a thread of GStreamer's own.
    ///
    /// Throws the first failure that was posted, if it is refused.
    func change(to state: GstState) async throws(GStreamerError) {
        guard await reference.changeState(to: state) else {
            let unknown = Diagnostic(element: "pipeline", text: "did not start, and no element says why")
            throw .stateChange(mailbox.firstFailure ?? unknown)
        }
    }

    private func stop() async {
        _ = await reference.changeState(to: GST_STATE_NULL)
        mailbox.close()
        // Outside the lock: the end of an arrival resumes a task.
        for arrival in arrivals.withLock({ Array($0.values) }) { arrival.end() }
    }
}
