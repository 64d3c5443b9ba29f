// SPDX-License-Identifier: Apache-2.0
import ServiceLifecycle
import Synchronization
import Tasks

/// Knows when a shutdown began, and which services still run.
///
/// It is the last service of a group, so that it is the first to hear of a shutdown.
final class ShutdownWatch: Service {
    private struct State {
        var running: [(id: Int, name: String)] = []
        var slow: [String] = []
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    private let began = Pending<Void>()

    func run() async {
        try? await gracefulShutdown()
        began.resolve(())
    }

    /// Waits until the shutdown begins; nil if the task is cancelled first.
    func beginning() async -> Void? { await began.value() }

    /// The services that have not ended, in the order of their start.
    var names: [String] { state.withLock { $0.running.map(\.name) } }

    /// The services that had not ended when `noteSlow()` was called.
    var slow: [String] { state.withLock { $0.slow } }

    /// The first error with which a service ended before the limit, which is then the reason of the shutdown.
    var failure: (any Error)? { state.withLock { $0.failure } }

    /// Notes which services still run at the end of their time.
    func noteSlow() {
        state.withLock { $0.slow = $0.running.map(\.name) }
    }

    /// Watches a service, which counts as running from now on: their tasks begin in any order.
    func watching(_ id: Int, _ service: any Service) -> any Service {
        state.withLock { $0.running.append((id, "\(type(of: service))")) }
        return Watched(service: service, id: id, watch: self)
    }

    private struct Watched: Service {
        let service: any Service
        let id: Int
        let watch: ShutdownWatch

        func run() async throws {
            defer { watch.state.withLock { state in state.running.removeAll { $0.id == id } } }
            do {
                try await service.run()
            } catch {
                watch.state.withLock { state in
                    if state.failure == nil, state.slow.isEmpty { state.failure = error }
                }
                throw error
            }
        }
    }
}
