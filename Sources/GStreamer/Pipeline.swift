// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import Synchronization

/// A pipeline made from text, which plays while a block runs.
///
/// A class, because several parts of a program share one pipeline; its C object is thread-safe. It plays once: `playing` always
/// returns it to the null state, which frees devices and sockets.
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
            // For a text with one element, the parser returns that element without a pipeline.
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

    /// The element with this name, anywhere in the pipeline; nil if there is none.
    public func element(named name: String) -> Element? {
        guard let found = gst_bin_get_by_name(reference.cast(to: GstBin.self), name) else { return nil }
        return Element(ObjectReference(owned: found))
    }

    /// The application sink with this name.
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

    /// The application source with this name.
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

    /// The first posted failure; it is set before the end of stream that it causes is delivered.
    public var failure: Diagnostic? { mailbox.firstFailure }

    /// Plays while `body` runs, and passes it the pipeline's messages; stops when `body` returns or throws.
    public func playing<Result>(_ body: (AsyncStream<Message>) async throws -> Result) async throws -> Result {
        try await running(in: GST_STATE_PLAYING, body)
    }

    /// Plays a seekable text repeatedly, without a gap in running time.
    ///
    /// At each `.segmentDone` the caller continues with `goAround()`; there is no end of stream.
    public func looping<Result>(_ body: (AsyncStream<Message>) async throws -> Result) async throws -> Result {
        try await running(in: GST_STATE_PAUSED) { messages in
            // The demuxer refuses the seek until it has linked, and no message reports that moment.
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

    /// The same in the ready state: devices and sockets are open, but nothing flows.
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

    /// Changes the state on one of GStreamer's threads.
    ///
    /// If the change is refused, throws the first posted failure.
    func change(to state: GstState) async throws(GStreamerError) {
        guard await reference.changeState(to: state) else {
            let unknown = Diagnostic(element: "pipeline", text: "did not start, and no element says why")
            throw .stateChange(mailbox.firstFailure ?? unknown)
        }
    }

    private func stop() async {
        _ = await reference.changeState(to: GST_STATE_NULL)
        mailbox.close()
        // Outside the lock, because the end of an arrival resumes a task.
        for arrival in arrivals.withLock({ Array($0.values) }) { arrival.end() }
    }
}
