// SPDX-License-Identifier: Apache-2.0
import CGStreamer

extension ObjectReference {
    /// Changes an element's state on one of GStreamer's own threads; false if the change was refused.
    ///
    /// The change to null blocks, because it joins streaming threads: it must not run on the cooperative pool or on a streaming
    /// thread.
    func changeState(to state: GstState) async -> Bool {
        await withCheckedContinuation { continuation in
            let request = StateChange(state: state, continuation: continuation)
            let context = Unmanaged.passRetained(request).toOpaque()
            gst_element_call_async(cast(to: GstElement.self), perform, context, releaseContext)
        }
    }
}

/// A requested state, and the continuation that waits for it.
private final class StateChange: Sendable {
    let state: UInt32
    let continuation: CheckedContinuation<Bool, Never>

    init(state: GstState, continuation: CheckedContinuation<Bool, Never>) {
        self.state = state.rawValue
        self.continuation = continuation
    }
}

/// Runs on a thread of GStreamer's pool.
private func perform(_ element: UnsafeMutablePointer<GstElement>?, _ context: gpointer?) {
    guard let context else { return }
    let request = Unmanaged<StateChange>.fromOpaque(context).takeUnretainedValue()
    let outcome = gst_element_set_state(element, GstState(rawValue: request.state))
    request.continuation.resume(returning: outcome != GST_STATE_CHANGE_FAILURE)
}
