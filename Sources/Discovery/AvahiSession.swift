// SPDX-License-Identifier: Apache-2.0
import CAvahi
import Tasks

/// A connection to the daemon on Avahi's thread, which can be opened again after a failure.
protocol AvahiSession: Actor {
    /// Connects, or waits for the daemon; `report` receives every state change.
    func connect(_ report: @escaping @Sendable (LinkState) -> Void)
    /// Frees the client, which withdraws its announcements.
    func disconnect()
}

extension AvahiSession {
    /// Connects asynchronously.
    nonisolated func open(_ report: @escaping @Sendable (LinkState) -> Void) {
        if let failure = AvahiThread.shared.failure { return report(.failed(failure)) }
        AvahiThread.shared.post { self.assumeIsolated { $0.connect(report) } }
    }

    /// Disconnects asynchronously, so that a hanging daemon does not delay a shutdown.
    ///
    /// The posted work retains the session until its client is freed, so callbacks can hold the session unretained.
    nonisolated func close() {
        AvahiThread.shared.post { self.assumeIsolated { $0.disconnect() } }
    }

    /// Keeps the session open until cancelled; retries with a backoff, and reports an outage once.
    nonisolated func supervise(
        retrying clock: some Clock<Duration>, unavailable: (DiscoveryError) -> Void
    ) async {
        var backoff = Backoff(.milliseconds(250) ... .seconds(30))
        var isReported = false
        while !Task.isCancelled {
            let (states, continuation) = AsyncStream<LinkState>.makeStream()
            open { continuation.yield($0) }
            life: for await state in states {
                switch state {
                case .up:
                    isReported = false
                    backoff.reset()
                case .waiting(let reason), .failed(let reason):
                    if !isReported { unavailable(reason) }
                    isReported = true
                    if case .failed = state { break life }
                }
            }
            close()
            try? await clock.sleep(for: backoff.next())
        }
    }
}

/// Creates a client on Avahi's thread, which waits for the daemon if necessary.
///
/// Avahi calls the callback for the first time before this returns.
func makeClient(
    _ callback: AvahiClientCallback, _ context: UnsafeMutableRawPointer
) throws(DiscoveryError) -> OpaquePointer {
    var code: Int32 = 0
    if let client = avahi_client_new(AvahiThread.shared.poll, AVAHI_CLIENT_NO_FAIL, callback, context, &code) {
        return client
    }
    // With `NO_FAIL`, a missing daemon is no error: these codes mean that the message bus is missing.
    if code == AVAHI_ERR_DBUS_ERROR || code == AVAHI_ERR_NO_DAEMON { throw .noMessageBus }
    throw DiscoveryError(code: code, doing: "accept a connection")
}
