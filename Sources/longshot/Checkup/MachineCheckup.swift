// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Wire

/// Checks the machine: disk, clock, socket buffers, plugins, sandbox.
enum MachineCheckup {
    private static let buffer = 8 << 20
    private static let space = 2_000_000_000
    /// A synced write that takes longer delays the fragments queued after it; in milliseconds.
    private static let slowSync = 100.0

    /// - Parameters:
    ///   - home: a node's folder; nil means the folder of the usual ones.
    ///   - role: the role of that node, if it is known.
    static func run(home: FilePath?, role: NodeDescription.Role?) async -> [Diagnosis] {
        let option = home.map { " \(NodeHome.option($0))" } ?? ""
        // Only recorders receive live video.
        let buffer = role == .camera ? nil : socketBuffer()
        let place = home ?? NodeHome.place
        let all = [disk(place, role, option), await syncing(place, role, option), buffer, SandboxCheckup.run()]
            .compactMap { $0 }
        return all + ClockCheckup().run() + PluginCheckup.run(home: home, role: role)
    }

    /// Measures a synced write of a small file, which each fragment waits for on camera and recorder.
    ///
    /// - Parameter option: what follows a command for the node's home: its option with a space before it, or nothing.
    private static func syncing(
        _ home: FilePath, _ role: NodeDescription.Role?, _ option: String
    ) async -> Diagnosis? {
        let files = WholeFiles(directory: home)
        let name = "doctor-\(ProcessInfo.processInfo.processIdentifier)"
        var times: [Double] = []
        for _ in 0..<5 {
            let start = ContinuousClock.now
            guard (try? await files.write([0], as: name)) != nil else { return nil }
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        try? await files.remove(name)
        let middle = times.sorted()[2]
        let words = "a synced write takes \(Format.decimal(middle, 1)) ms in \(files.directory)"
        return middle < slowSync
            ? Diagnosis("disk speed", .ok, words)
            : Diagnosis(
                "disk speed", .warning, words,
                remedy: role == .recorder
                    ? "use another disk or card: longshot recorder --home /mnt/OTHER/recorder"
                    : "use another disk or card, or memory: longshot camera\(option) --spool /dev/shm/longshot-spool")
    }

    private static func disk(_ home: FilePath, _ role: NodeDescription.Role?, _ option: String) -> Diagnosis? {
        let folder = home.string
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        guard let free = attributes?[.systemFreeSize] as? Int else { return nil }
        return free > space
            ? Diagnosis("disk", .ok, "\(ByteSize.text(free)) free in \(folder)")
            : Diagnosis(
                "disk", .warning, "only \(ByteSize.text(free)) free in \(folder)",
                remedy: role == .camera
                    ? "sudo apt-get clean && sudo journalctl --vacuum-size=50M, or a smaller camera.spool-bytes in longshot.yaml"
                    : "longshot recordings delete ID…\(option) (`longshot recordings\(option)` lists them), or "
                        + "recorder.keep-bytes in longshot.yaml"
            )
    }

    private static func socketBuffer() -> Diagnosis? {
        let path = "/proc/sys/net/core/rmem_max"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let granted = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return nil }
        return granted >= buffer
            ? Diagnosis("socket buffer", .ok, "the kernel grants \(ByteSize.text(granted))")
            : Diagnosis(
                "socket buffer", .warning,
                "the kernel grants \(ByteSize.text(granted)) of the \(ByteSize.text(buffer)) that recorders ask for",
                remedy:
                    "echo 'net.core.rmem_max = \(buffer)' | sudo tee /etc/sysctl.d/50-longshot.conf && sudo sysctl --system"
            )
    }
}
