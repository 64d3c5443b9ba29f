// SPDX-License-Identifier: Apache-2.0
import CAvahi
import Glibc
import Synchronization

/// The only thread that calls Avahi, as an executor for the actors that use it.
///
/// Every call of Avahi's client library waits for an answer over D-Bus, for up to 25 s if the daemon hangs, and holds the library's
/// lock meanwhile. So no other thread calls it: callers queue work, wake the thread through an event descriptor, and never wait.
/// The thread lives as long as the process.
///
/// The only `@unchecked Sendable` in this module: unprotected properties are set before `shared` is published and never change;
/// only the thread itself uses the pointer's target.
final class AvahiThread: SerialExecutor, @unchecked Sendable {
    static let shared = AvahiThread()

    /// Avahi's event loop; nil if it could not be started.
    let poll: UnsafePointer<AvahiPoll>?
    /// The reason if there is no thread.
    private(set) var failure: DiscoveryError?
    private let bell: Int32
    private let work = Mutex<[@Sendable () -> Void]>([])
    private let thread = Atomic<UInt>(0)

    private init() {
        bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        let threaded = avahi_threaded_poll_new()
        poll = threaded.flatMap { avahi_threaded_poll_get($0) }
        guard bell >= 0, let threaded, let poll,
            poll.pointee.watch_new(poll, bell, AVAHI_WATCH_IN, answerBell, Unmanaged.passRetained(self).toOpaque())
                != nil,
            avahi_threaded_poll_start(threaded) >= 0
        else {
            failure = .noThread(String(cString: strerror(errno)))
            return
        }
    }

    /// Queues work for the thread, in order, and returns at once.
    func post(_ item: @escaping @Sendable () -> Void) {
        work.withLock { $0.append(item) }
        eventfd_write(bell, 1)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        post { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() {
        precondition(isCurrent, "called on a thread that is not Avahi's")
    }

    func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }

    private var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Runs all queued work.
    ///
    /// Freeing a client is safe only here, because no callback of that client is on the stack.
    fileprivate func drain() {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        var rings: eventfd_t = 0
        eventfd_read(bell, &rings)
        let items = work.withLock { work in
            defer { work = [] }
            return work
        }
        for item in items { item() }
    }
}

private func answerBell(
    _: OpaquePointer?, _: Int32, _: AvahiWatchEvent, _ context: UnsafeMutableRawPointer?
) {
    guard let context else { return }
    Unmanaged<AvahiThread>.fromOpaque(context).takeUnretainedValue().drain()
}
