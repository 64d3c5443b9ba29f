// SPDX-License-Identifier: Apache-2.0
import Disk
import SystemPackage
import Wire

/// The result of undoing a setup: what was stopped, and what is left.
struct RemovalReport: Encodable {
    let role: NodeDescription.Role
    /// The name of one of several cameras; nil for the only one.
    let instance: String?
    /// Whether the unit was enabled, or was running.
    let wasSetUp: Bool
    /// The folders that are left: the home, and that of footage if it is elsewhere.
    let left: [String]
    /// The size of these folders; nil if it could not be measured.
    let bytes: Int?

    /// Stops the node, disables its unit, and takes away what setup added to it.
    static func remove(_ unit: ServiceUnit, _ systemd: Systemd) async throws -> RemovalReport {
        var wasSetUp = false
        if systemd.presence != .missing {
            let isEnabled = try await systemd.whether(unit, is: "enabled")
            let isActive = try await systemd.whether(unit, is: "active")
            wasSetUp = isEnabled || isActive
        }
        if wasSetUp {
            if systemd.presence == .running {
                try await systemd.call("disable", "--now", unit.name)
            } else {
                try await systemd.call("disable", unit.name)
            }
        }
        // A configuration that cannot be read does not keep a node from being removed.
        let values = try? await ConfigurationFile(of: unit).values
        let footage = try FootageFolder(of: unit, values ?? NodeConfiguration(text: "", file: ""))
        let hadDropIn = try await BlockingExecutor(label: "setup").run { try footage.removeDropIn() }
        if hadDropIn, systemd.presence == .running { try await systemd.call("daemon-reload") }
        let folders = [unit.home] + (footage.present.starts(with: unit.home) ? [] : [footage.present])
        let left = try folders.filter { try !["longshot.yaml"].starts(with: FileSystem.names(in: $0)) }.map(\.string)
        return RemovalReport(
            role: unit.role, instance: unit.instance, wasSetUp: wasSetUp || hadDropIn, left: left,
            bytes: try await size(of: left))
    }

    private static func size(of folders: [String]) async throws -> Int? {
        guard !folders.isEmpty else { return 0 }
        let outcome = try await HelperProgram(name: "du").run(["--summarize", "--total", "--block-size=1"] + folders)
        return outcome?.output.split(separator: "\n").last.flatMap { Int($0.prefix { $0.isNumber }) }
    }

    /// The report as text.
    var text: String {
        let node = role.rawValue + (instance.map { " \($0)" } ?? "")
        let first =
            wasSetUp
            ? "The \(node) is stopped, and does not start with this machine any more."
            : "No \(node) was set up here."
        guard !left.isEmpty else { return first }
        let size = bytes.map { " (\(ByteSize.text($0)))" } ?? ""
        return """
            \(first)
            Its recordings, stills, keys and configuration are left in \(left.joined(separator: " and "))\(size).
            To delete them: sudo rm -r \(left.joined(separator: " "))
            """
    }
}
