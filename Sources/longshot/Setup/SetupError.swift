// SPDX-License-Identifier: Apache-2.0
import Disk
import SystemPackage
import Wire

/// Why a machine could not be set up: what happened, where, and what to do.
enum SetupError: Error, CustomStringConvertible {
    case notRoot(command: String)
    case notInstalled(ServiceUnit)
    case noSystemctl
    case systemctl([String], said: String, unit: String)
    /// The node did not answer in time.
    case silent(ServiceUnit, seconds: Int64)
    /// A configuration that cannot be changed line by line: the entries to write by hand.
    case uneditable(FilePath, entries: String)
    case folder(FilePath, reason: String)
    /// Footage is in another folder than the new one.
    case footageElsewhere(ServiceUnit, from: FilePath, to: FilePath)

    var description: String {
        switch self {
        case .notRoot(let command):
            "setting up changes this machine, so it needs root: sudo \(command)"
        case .notInstalled(let unit):
            "this machine has no unit \(unit.name) or no user \(ServiceUnit.user): install the Debian package "
                + "(sudo apt install ./longshot_*.deb), or run `sudo scripts/install \(unit.role.rawValue)` in a checkout"
        case .noSystemctl:
            "there is no systemctl on this machine: install systemd, or run the node by hand"
        case .systemctl(let arguments, let said, let unit):
            "`systemctl \(arguments.joined(separator: " "))` failed: \(said.isEmpty ? "it says nothing" : said)\n"
                + "The reason is in the journal: sudo journalctl -u \(unit) -n 20"
        case .silent(let unit, let seconds):
            "\(unit.name) was started, and does not answer after \(seconds) s. The reason is in the journal: "
                + "sudo journalctl -u \(unit.name) -n 20"
        case .uneditable(let path, let entries):
            "\(path) is written in a way that cannot be changed line by line, so it was left as it is. Write into it:\n"
                + "\(entries)Then run the command again."
        case .folder(let path, let reason):
            "\(path) cannot hold footage: \(reason)"
        case .footageElsewhere(let unit, let from, let to):
            "there is footage in \(from), and setup moves none. Move it, then run the command again:\n"
                + Self.moving(unit, from, to).map { "  sudo \($0)" }.joined(separator: "\n")
        }
    }

    private static func moving(_ unit: ServiceUnit, _ from: FilePath, _ to: FilePath) -> [String] {
        let usual = FootageFolder.usual(unit)
        // The archive of a home is a link if its footage is elsewhere.
        let isLinked = unit.role == .recorder && from != usual
        return ["systemctl stop \(unit.name)"] + (isLinked ? ["rm \(usual)"] : []) + ["mv -T \(from) \(to)"]
    }

    /// Whether a node cannot be reached.
    var isUnavailable: Bool {
        if case .silent = self { true } else { false }
    }
}
