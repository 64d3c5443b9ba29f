// SPDX-License-Identifier: Apache-2.0

/// The firewalls that Debian has, and their commands.
enum Firewall: Equatable {
    case ufw
    case firewalld
    case nftables

    /// The firewall of a machine; nftables if there is no other.
    init(_ files: SystemFiles = SystemFiles()) {
        if let settings = files.text("/etc/ufw/ufw.conf"), settings.split(separator: "\n").contains("ENABLED=yes") {
            self = .ufw
        } else if files.has("/usr/sbin/firewalld") {
            self = .firewalld
        } else {
            self = .nftables
        }
    }

    /// The command that lets packets to a port in.
    func command(opening port: Int, _ transport: String) -> String {
        switch self {
        case .ufw: "sudo ufw allow \(port)/\(transport)"
        case .firewalld: "sudo firewall-cmd --permanent --add-port=\(port)/\(transport) && sudo firewall-cmd --reload"
        case .nftables:
            "sudo nft insert rule inet filter input \(transport) dport \(port) accept"
                + " (`sudo nft list chains` says how table and chain are called)"
        }
    }
}
