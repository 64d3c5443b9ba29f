// SPDX-License-Identifier: Apache-2.0
import Tasks

/// Whether Avahi can be used, and if not, why.
package enum AvahiStatus: Sendable, Equatable {
    /// What the daemon is doing.
    package enum Phase: Sendable, Hashable {
        /// It answers for its host name.
        case running
        /// It makes sure that no other host has its name; it takes a second or two.
        case registering
        /// Another host has its name: it is about to choose another.
        case collision
    }

    /// A network interface on which the daemon answers for this host.
    package struct Interface: Sendable, Hashable {
        /// The interface's name.
        package let name: String
        /// The addresses that it gives there.
        package let addresses: [String]
    }

    /// The daemon answers: its version, the host's name, and the interfaces that it serves.
    ///
    /// Without any interface nodes are neither seen nor found, whatever else is right.
    case running(version: String, hostName: String, phase: Phase, interfaces: [Interface])
    /// It cannot be used.
    case unavailable(DiscoveryError)

    /// Asks the daemon; takes about a second when it is well, and at most `limit`.
    package static func probe(
        limit: Duration = .seconds(5), clock: some Clock<Duration> = ContinuousClock()
    ) async -> AvahiStatus {
        let (answers, continuation) = AsyncStream<AvahiStatus>.makeStream()
        let probe = AvahiProbe(continuation)
        probe.open { state in
            switch state {
            case .failed(let error), .waiting(let error): continuation.yield(.unavailable(error))
            case .up: break
            }
        }
        defer { probe.close() }
        let answer = try? await withTimeout(limit, clock: clock) { await answers.first { _ in true } }
        return answer ?? .unavailable(.noAnswer(after: limit))
    }
}
