// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage

/// What a node needs of the machine that it runs on.
enum MachineCheckup {
    private static let buffer = 8 << 20
    private static let space = 2 << 30

    static func run() async -> [Diagnosis] {
        [disk(), socketBuffer()].compactMap { $0 }
    }

    private static func disk() -> Diagnosis? {
        let home = NodeHome(nil, usually: "").path.string
        let folder = FileManager.default.fileExists(atPath: home) ? home : NSHomeDirectory()
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
