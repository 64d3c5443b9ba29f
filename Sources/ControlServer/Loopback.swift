// SPDX-License-Identifier: Apache-2.0
import Wire

/// The addresses that only this machine can reach.
enum Loopback {
    /// Whether a host is a loopback name or address (RFC 5735 §3, RFC 4291 §2.5.3, RFC 6761 §6.3).
    static func contains(host: some StringProtocol) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } && UInt8(part) != nil
            }
    }

    /// The address to listen on; refuses all that others could reach.
    static func address(for host: String) throws(Problem) -> String {
        guard contains(host: host) else {
            throw Problem(
                "not-loopback", status: 403, title: "Not a loopback address",
                detail: """
                    \(host) can be reached from other machines, and nodes cannot be paired yet: anybody could command \
                    this one. Listen on 127.0.0.1, and reach it through an SSH tunnel if you must
                    """)
        }
        return host.lowercased() == "localhost" ? "127.0.0.1" : host
    }
}
