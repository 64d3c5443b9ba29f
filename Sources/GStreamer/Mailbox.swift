// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import Synchronization

/// Receives the messages of a bus: as one stream of values, and the first failure for later queries.
final class Mailbox: Sendable {
    let messages: AsyncStream<Message>
    private let continuation: AsyncStream<Message>.Continuation
    private let failure = Mutex<Diagnostic?>(nil)
    /// The address is only compared, never dereferenced.
    private let pipeline: UInt

    /// The buffer is unbounded, because a `failed` must not be dropped, and messages are rare.
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

    /// Copies a message into the stream.
    ///
    /// Runs on any streaming thread, several at a time.
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

    /// Ends the stream, because a flushing bus drops messages before they arrive here.
    func close() {
        continuation.finish()
    }

    /// Makes a bus deliver here while it lives.
    func install(on bus: UnsafeMutablePointer<GstBus>) {
        gst_bus_set_sync_handler(bus, deliver, Unmanaged.passRetained(self).toOpaque(), releaseContext)
    }
}

/// The bus calls this on any streaming thread: copy and return.
///
/// Returning `DROP` transfers the message to this function.
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
