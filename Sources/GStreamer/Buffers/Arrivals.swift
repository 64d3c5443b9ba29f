// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// Wakes the single consumer of an application sink; arrivals before it wakes are merged into one.
final class Arrivals: Sendable {
    let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit {
        continuation.finish()
    }

    /// Signals that a sample can be pulled.
    func arrive() {
        continuation.yield(())
    }

    /// Signals the end of the stream.
    func end() {
        continuation.finish()
    }

    /// Sets the sink's callbacks; the sink retains this object until it is freed.
    func install(on sink: UnsafeMutablePointer<GstAppSink>) {
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_sample = arrived
        callbacks.eos = ended
        gst_app_sink_set_callbacks(sink, &callbacks, Unmanaged.passRetained(self).toOpaque(), releaseContext)
    }
}

/// Runs on the streaming thread that delivered the buffer.
private func arrived(_: UnsafeMutablePointer<GstAppSink>?, _ context: gpointer?) -> GstFlowReturn {
    guard let context else { return GST_FLOW_ERROR }
    Unmanaged<Arrivals>.fromOpaque(context).takeUnretainedValue().arrive()
    return GST_FLOW_OK
}

private func ended(_: UnsafeMutablePointer<GstAppSink>?, _ context: gpointer?) {
    guard let context else { return }
    Unmanaged<Arrivals>.fromOpaque(context).takeUnretainedValue().end()
}
