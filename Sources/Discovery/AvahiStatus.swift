// SPDX-License-Identifier: Apache-2.0
import Tasks

/// Whether Avahi can be used, and the reason if it cannot.
package enum AvahiStatus: Sendable, Equatable {
    /// The state of the daemon.
    package enum Phase: Sendable, Hashable {
        /// It answers for its host name.
        case running
        /// It checks that no other host has its name, which takes a second or two.
        case registering
        /// Another host has its name; it is about to choose another one.
        case collision
    }

    /// A network interface on which the daemon answers for this host.
    package struct Interface: Sendable, Hashable {
        /// The interface's name.
        package let name: String
        /// The addresses that it publishes there.
        package let addresses: [String]
    }

    /// The daemon answers: its version, the host's name, and its interfaces.
    ///
    /// Without an interface, this node neither finds others nor is found.
    case running(version: String, hostName: String, phase: Phase, interfaces: [Interface])
    /// Avahi cannot be used.
    case unavailable(DiscoveryError)

    /// Queries the daemon; takes about a second if it works, and at most `limit`.
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
