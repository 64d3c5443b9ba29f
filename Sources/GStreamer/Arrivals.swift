// SPDX-License-Identifier: Apache-2.0
import CGStreamer

/// Wakes the one consumer of a sink: many arrivals before it looks are one wake-up.
final class Arrivals: Sendable {
    let wakeUps: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    deinit {
        continuation.finish()
    }

    /// Something can be pulled.
    func arrive() {
        continuation.yield(())
    }

    /// Nothing more will come.
    func end() {
        continuation.finish()
    }

    /// Makes a sink tell us, for as long as the sink lives.
    func install(on sink: UnsafeMutablePointer<GstAppSink>) {
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_sample = arrived
        callbacks.eos = ended
        gst_app_sink_set_callbacks(sink, &callbacks, Unmanaged.passRetained(self).toOpaque(), releaseContext)
    }
}

/// Runs on the streaming thread that brought the buffer.
private func arrived(_: UnsafeMutablePointer<GstAppSink>?, _ context: gpointer?) -> GstFlowReturn {
    guard let context else { return GST_FLOW_ERROR }
    Unmanaged<Arrivals>.fromOpaque(context).takeUnretainedValue().arrive()
    return GST_FLOW_OK
}

private func ended(_: UnsafeMutablePointer<GstAppSink>?, _ context: gpointer?) {
    guard let context else { return }
    Unmanaged<Arrivals>.fromOpaque(context).takeUnretainedValue().end()
}
