// SPDX-License-Identifier: Apache-2.0

/// A port on which the node cannot listen.
package enum ControlServerError: Error, Sendable, Equatable {
    /// Another program, or another node, listens on the port; with the option that chooses the port.
    case portInUse(host: String, port: Int, option: String)
    /// The system refuses for another reason.
    case cannotListen(host: String, port: Int, option: String, reason: String)
    /// The owner's certificate for browsers, or its key, is not usable.
    case unusableCertificate(String)
}

extension ControlServerError: CustomStringConvertible {
    /// A sentence for a log or a person.
    package var description: String {
        switch self {
        case .portInUse(let host, let port, let option):
            "port \(port) on \(host) is in use by another program or node: stop it, or choose another with \(option) (0 for any "
                + "free one); a second node here needs another --port and another --page-port"
        case .cannotListen(let host, let port, let option, let reason):
            "cannot listen on port \(port) of \(host): \(reason). --host takes an address of this machine, and \(option) a port"
        case .unusableCertificate(let path):
            "\(path) is not PEM that can be used: --web-certificate takes a certificate with its chain, --web-key its private key"
        }
    }
}
