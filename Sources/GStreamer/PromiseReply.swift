// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// The reply of an element that works on its own thread.
struct PromiseReply: Sendable {
    /// The reason of a refusal; nil if the request succeeded.
    let refusal: String?
    /// The session description that it created, if any.
    let answer: String?

    /// Copies the relevant values of a promise that is no longer pending.
    fileprivate init(of promise: UnsafeMutablePointer<GstPromise>) {
        // Does not wait: the promise has changed already.
        guard gst_promise_wait(promise) == GST_PROMISE_RESULT_REPLIED else {
            (refusal, answer) = ("it was interrupted", nil)
            return
        }
        // An empty reply means success without a result.
        let reply = gst_promise_get_reply(promise)
        refusal = boxed(in: reply, "error").map { text($0.assumingMemoryBound(to: GError.self).pointee.message) }
        answer = boxed(in: reply, "answer").map(sessionDescription)
    }
}

/// A promise that a task awaits.
final class PromisedReply: Sendable {
    private let replies: AsyncStream<PromiseReply>
    private let continuation: AsyncStream<PromiseReply>.Continuation

    init() {
        (replies, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    deinit {
        continuation.finish()
    }

    /// Passes a promise to `body`; this object receives its reply.
    func withPromise<Result>(_ body: (UnsafeMutablePointer<GstPromise>) throws -> Result) rethrows -> Result? {
        let context = Unmanaged.passRetained(self).toOpaque()
        guard let promise = gst_promise_new_with_change_func(promiseChanged, context, releaseContext) else {
            return nil
        }
        defer { gst_promise_unref(promise) }
        return try body(promise)
    }

    /// The reply; nil if the waiting task is cancelled, or the promise was dropped.
    func value() async -> PromiseReply? {
        for await reply in replies { return reply }
        return nil
    }

    fileprivate func keep(_ reply: PromiseReply) {
        continuation.yield(reply)
        continuation.finish()
    }
}

/// Runs on the element's thread.
private func promiseChanged(_ promise: UnsafeMutablePointer<GstPromise>?, _ context: gpointer?) {
    guard let promise, let context else { return }
    Unmanaged<PromisedReply>.fromOpaque(context).takeUnretainedValue().keep(PromiseReply(of: promise))
}

private func boxed(in structure: UnsafePointer<GstStructure>?, _ field: String) -> UnsafeMutableRawPointer? {
    guard let structure, let value = gst_structure_get_value(structure, field) else { return nil }
    return g_value_get_boxed(value)
}

/// A boxed session description as text.
func sessionDescription(_ boxed: UnsafeMutableRawPointer) -> String {
    text(taking: gst_sdp_message_as_text(boxed.assumingMemoryBound(to: GstWebRTCSessionDescription.self).pointee.sdp))
}
