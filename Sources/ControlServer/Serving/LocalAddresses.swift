// SPDX-License-Identifier: Apache-2.0
import NIOCore
import Trust
import Viewing

/// The addresses of this machine for other machines.
enum LocalAddresses {
    /// The addresses of a port that listens on `host`: IPv4 first, loopback last.
    static func list(listeningOn host: String, port: Int) -> [PeerAddress] {
        let hosts = isAny(host) ? all() : [host]
        return hosts.compactMap { host in
            try? PeerAddress(host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)")
        }
    }

    /// The addresses of this machine for a client that has reached it at `here`.
    ///
    /// If the port listens on one address, that is the only one. Otherwise `here` comes first, then the others, without loopback.
    ///
    /// - Parameter bound: the address on which the port listens; nil for every address.
    static func list(reachedAt here: String?, listeningOn bound: String? = nil) -> [String] {
        if let bound, !isAny(bound) { return [bound] }
        let own = [here].compactMap { $0 }.filter { !isLinkLocal($0) }
        return Array((own + all().filter { rank($0) < 2 && $0 != here }).prefix(8))
    }

    /// Whether a host means every address of this machine.
    static func isAny(_ host: String) -> Bool { host == "0.0.0.0" || host == "::" }

    /// Every address of this machine with its netmask.
    static func interfaces() -> [ViewerReach.Interface] {
        ((try? System.enumerateDevices()) ?? []).compactMap { device in
            guard let address = device.address?.ipAddress, let mask = device.netmask?.ipAddress else { return nil }
            return ViewerReach.Interface(address: address, mask: mask)
        }
    }

    /// Omits link-local addresses, because a link cannot name the interface on which they are valid.
    private static func all() -> [String] {
        let addresses = ((try? System.enumerateDevices()) ?? []).compactMap(\.address?.ipAddress)
        return addresses.filter { !isLinkLocal($0) }.sorted { (rank($0), $0) < (rank($1), $1) }
    }

    private static func isLinkLocal(_ address: String) -> Bool {
        address.hasPrefix("169.254.") || address.lowercased().hasPrefix("fe80")
    }

    private static func rank(_ address: String) -> Int {
        if address.hasPrefix("127.") { return 2 }
        if address == "::1" { return 3 }
        return address.contains(":") ? 1 : 0
    }
}
