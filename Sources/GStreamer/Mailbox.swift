// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import Synchronization

/// Where a bus puts its messages: values in one stream, and the first failure for whoever asks why.
final class Mailbox: Sendable {
    let messages: AsyncStream<Message>
    private let continuation: AsyncStream<Message>.Continuation
    private let failure = Mutex<Diagnostic?>(nil)
    /// Compared, never followed.
    private let pipeline: UInt

    /// Buffering is unbounded on purpose: a dropped `failed` would be a bug, and what arrives is rare.
    init(pipeline: UnsafeMutableRawPointer) {
        self.pipeline = UInt(bitPattern: pipeline)
        (messages, continuation) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    deinit {
        continuation.finish()
    }

    /// The first failure that was posted.
    var firstFailure: Diagnostic? {
        failure.withLock { $0 }
    }

    /// Copies a message in.
    ///
    /// Called on any streaming thread, several at a time.
    func receive(_ message: UnsafeMutablePointer<GstMessage>) {
        guard
            let pointer = UnsafeMutableRawPointer(bitPattern: pipeline),
            let value = Message(copying: message, pipeline: pointer)
        else { return }
        if case .failed(let diagnostic) = value {
            failure.withLock { $0 = $0 ?? diagnostic }
        }
        continuation.yield(value)
    }

    /// Ends the stream.
    ///
    /// A flushing bus drops messages before they reach us, so nobody else would.
    func close() {
        continuation.finish()
    }

    /// Makes a bus deliver here, for as long as the bus lives.
    func install(on bus: UnsafeMutablePointer<GstBus>) {
        gst_bus_set_sync_handler(bus, deliver, Unmanaged.passRetained(self).toOpaque(), releaseContext)
    }
}

/// The bus calls this from any streaming thread: copy and return.
///
/// Replying `DROP` makes the message ours.
private func deliver(
    _: UnsafeMutablePointer<GstBus>?,
    _ message: UnsafeMutablePointer<GstMessage>?,
    _ context: gpointer?
) -> GstBusSyncReply {
    guard let message, let context else { return GST_BUS_PASS }
    defer { gst_message_unref(message) }
    Unmanaged<Mailbox>.fromOpaque(context).takeUnretainedValue().receive(message)
    return GST_BUS_DROP
}
