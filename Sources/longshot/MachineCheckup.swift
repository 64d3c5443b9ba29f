// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Wire

/// Checks the machine: disk, clock, socket buffers, sandbox.
enum MachineCheckup {
    private static let buffer = 8 << 20
    private static let space = 2_000_000_000
    /// A synced write that takes longer delays the fragments queued after it; in milliseconds.
    private static let slowSync = 100.0

    /// - Parameters:
    ///   - home: a node's folder; nil means the folder of the usual ones.
    ///   - role: the role of that node, if it is known.
    static func run(home: FilePath?, role: NodeDescription.Role?) async -> [Diagnosis] {
        let home = home ?? NodeHome.all
        // Only recorders receive live video.
        let buffer = role == .camera ? nil : socketBuffer()
        return [disk(home, role), await syncing(home, role), buffer, clock(), SandboxCheckup.run()].compactMap { $0 }
    }

    /// Measures a synced write of a small file, which each fragment waits for on camera and recorder.
    private static func syncing(_ home: FilePath?, _ role: NodeDescription.Role?) async -> Diagnosis? {
        let files = WholeFiles(directory: home ?? FilePath(FileManager.default.temporaryDirectory.path))
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
                remedy: "use another disk or card"
                    + (role == .recorder ? "" : ", or put the camera's spool into memory (camera.spool)"))
    }

    /// Checks that a time service runs, by the files that it creates in `/run`.
    private static func clock() -> Diagnosis? {
        let signs = [
            "/run/systemd/timesync/synchronized", "/run/chrony/chronyd.pid", "/run/ntpd.pid", "/run/ntpsec/ntpd.pid",
        ]
        return signs.contains(where: FileManager.default.fileExists)
            ? Diagnosis("clock", .ok, "a time service synchronizes it")
            : Diagnosis(
                "clock", .warning, "no time service synchronizes it: times of recordings may be wrong",
                remedy: "sudo apt-get install systemd-timesyncd, or chrony")
    }

    private static func disk(_ home: FilePath?, _ role: NodeDescription.Role?) -> Diagnosis? {
        let folder = home?.string ?? NSHomeDirectory()
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        guard let free = attributes?[.systemFreeSize] as? Int else { return nil }
        return free > space
            ? Diagnosis("disk", .ok, "\(ByteSize.text(free)) free in \(folder)")
            : Diagnosis(
                "disk", .warning, "only \(ByteSize.text(free)) free in \(folder)",
                remedy: role == .recorder
                    ? "free some space, or keep fewer recordings (recorder.keep-bytes)"
                    : "free some space, or make the spool smaller (camera.spool-bytes)")
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
