// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage

/// Checks the machine: disk, clock, socket buffers, sandbox.
enum MachineCheckup {
    private static let buffer = 8 << 20
    private static let space = 2 << 30
    /// A synced write that takes longer delays the fragments queued after it; in milliseconds.
    private static let slowSync = 100.0

    static func run() async -> [Diagnosis] {
        [disk(), await syncing(), socketBuffer(), clock(), SandboxCheckup.run()].compactMap { $0 }
    }

    /// Measures a synced write of a small file, which each fragment waits for on camera and recorder.
    private static func syncing() async -> Diagnosis? {
        let files = WholeFiles(directory: NodeHome.all ?? FilePath(FileManager.default.temporaryDirectory.path))
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
                remedy: "use another disk or card, or put the camera's spool into memory (camera.spool)")
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

    private static func disk() -> Diagnosis? {
        let folder = NodeHome.all?.string ?? NSHomeDirectory()
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        guard let free = attributes?[.systemFreeSize] as? Int else { return nil }
        return free > space
            ? Diagnosis("disk", .ok, "\(Format.bytes(free)) free in \(folder)")
            : Diagnosis(
                "disk", .warning, "only \(Format.bytes(free)) free in \(folder)",
                remedy: "free some space, or make the spool smaller (camera.spool-bytes)")
    }

    private static func socketBuffer() -> Diagnosis? {
        let path = "/proc/sys/net/core/rmem_max"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let granted = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return nil }
        return granted >= buffer
            ? Diagnosis("socket buffer", .ok, "the kernel grants \(Format.bytes(granted))")
            : Diagnosis(
                "socket buffer", .warning,
                "the kernel grants \(Format.bytes(granted)) of the 8 MiB that recorders ask for",
                remedy:
                    "echo 'net.core.rmem_max = \(buffer)' | sudo tee /etc/sysctl.d/50-longshot.conf && sudo sysctl --system"
            )
    }
}
