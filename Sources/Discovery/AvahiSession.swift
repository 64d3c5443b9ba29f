// SPDX-License-Identifier: Apache-2.0
import CAvahi
import Tasks

/// Something that speaks with the daemon on Avahi's thread and may be opened again after it failed.
protocol AvahiSession: Actor {
    /// Connects, or waits for the daemon; `report` hears how it goes.
    func connect(_ report: @escaping @Sendable (LinkState) -> Void)
    /// Frees what belongs to the client, which withdraws whatever it announced.
    func disconnect()
}

extension AvahiSession {
    /// Opens without waiting.
    nonisolated func open(_ report: @escaping @Sendable (LinkState) -> Void) {
        if let failure = AvahiThread.shared.failure { return report(.failed(failure)) }
        AvahiThread.shared.post { self.assumeIsolated { $0.connect(report) } }
    }

    /// Closes without waiting: a daemon that hangs holds up nobody's shutdown.
    ///
    /// The work that is left for the thread keeps the session alive until its client is gone, so callbacks may be
    /// given the session unretained.
    nonisolated func close() {
        AvahiThread.shared.post { self.assumeIsolated { $0.disconnect() } }
    }

    /// Keeps the session open until cancelled; says once that it is not, however often it tries.
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

/// A new client on Avahi's thread, which waits for the daemon if need be.
///
/// The callback is called for the first time before this returns.
func makeClient(
    _ callback: AvahiClientCallback, _ context: UnsafeMutableRawPointer
) throws(DiscoveryError) -> OpaquePointer {
    var code: Int32 = 0
    if let client = avahi_client_new(AvahiThread.shared.poll, AVAHI_CLIENT_NO_FAIL, callback, context, &code) {
        return client
    }
    // A client that waits does not mind a missing daemon: what the library calls by that name is a missing bus.
    if code == AVAHI_ERR_DBUS_ERROR || code == AVAHI_ERR_NO_DAEMON { throw .noMessageBus }
    throw DiscoveryError(code: code, doing: "accept a connection")
}
