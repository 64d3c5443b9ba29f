// SPDX-License-Identifier: Apache-2.0

/// A port on which the node cannot listen.
package enum ControlServerError: Error, Sendable, Equatable {
    /// Another program listens on the port.
    case portInUse(host: String, port: Int)
    /// The system refuses for another reason.
    case cannotListen(host: String, port: Int, reason: String)
}

extension ControlServerError: CustomStringConvertible {
    /// A sentence for a log or a person.
    package var description: String {
        switch self {
        case .portInUse(let host, let port):
            "port \(port) on \(host) is in use by another program: stop it or choose another with --port"
        case .cannotListen(let host, let port, let reason):
            "cannot listen on port \(port) of \(host): \(reason); choose another with --port"
        }
    }
}
