// SPDX-License-Identifier: Apache-2.0
import CAvahi

/// Why nodes cannot be announced or found now; manually entered addresses still work.
package enum DiscoveryError: Error, Equatable, Sendable {
    /// The system's message bus, which leads to Avahi, does not answer.
    case noMessageBus
    /// The bus works, but the daemon is missing.
    case noDaemon
    /// The daemon or the bus went away.
    case disconnected
    /// The daemon does not answer.
    case noAnswer(after: Duration)
    /// Other nodes have the name and every alternative that was tried.
    case nameTaken(String, tries: Int)
    /// The daemon refused a request.
    case refused(doing: String, reason: String)
    /// The process has no thread or file descriptor left for Avahi.
    case noThread(String)

    /// Translates one of Avahi's error codes; `doing` says what was attempted.
    init(code: Int32, doing: String) {
        switch code {
        case Int32(AVAHI_ERR_NO_DAEMON): self = .noDaemon
        case Int32(AVAHI_ERR_DISCONNECTED): self = .disconnected
        default:
            let words = avahi_strerror(code).map { String(cString: $0) }
            self = .refused(doing: doing, reason: words ?? "error \(code)")
        }
    }
}

extension DiscoveryError: CustomStringConvertible {
    /// In words, for a person.
    package var description: String {
        switch self {
        case .noMessageBus:
            "the system message bus (D-Bus) cannot be reached: install dbus and start it (systemctl start dbus)"
        case .noDaemon:
            "avahi-daemon is not running: install it and start it (systemctl start avahi-daemon)"
        case .disconnected:
            "avahi-daemon or the system message bus went away: waiting for it to come back"
        case .noAnswer(let duration):
            "avahi-daemon did not answer within \(duration): restart it (systemctl restart avahi-daemon)"
        case .nameTaken(let name, let tries):
            "the name \"\(name)\" and \(tries) alternatives are taken on this network: give the node another name"
        case .refused(let action, let reason):
            "avahi-daemon refused to \(action): \(reason); its log (journalctl -u avahi-daemon) may say more"
        case .noThread(let reason):
            "Avahi's thread cannot be started (\(reason)): raise the limits of processes and open files"
        }
    }
}
