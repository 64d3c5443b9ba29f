// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import Sandbox

@Suite("What a process that reads from outside may do", .timeLimit(.minutes(1)))
struct SandboxTests {
    /// The results of the probe, by attempt.
    private func probe(_ network: String) throws -> [String: String] {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("longshot-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let (permitted, key) = (home.appendingPathComponent("text"), home.appendingPathComponent("key.pem"))
        for file in [permitted, key] { try Data([1]).write(to: file) }
        let process = Process()
        let output = Pipe()
        let products = Bundle.main.executableURL?.deletingLastPathComponent()
        let found = try #require(Self.program(beside: products))
        process.executableURL = found
        process.arguments = [network, permitted.path, key.path]
        process.standardOutput = output
        // Leak detection is off, because it needs to stop threads, which the sandbox forbids.
        process.environment = ProcessInfo.processInfo.environment.merging(["ASAN_OPTIONS": "detect_leaks=0"]) { $1 }
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(said)")
        let lines = said.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
        return Dictionary(lines.filter { $0.count == 2 }.map { ($0[0], String($0[1].dropFirst())) }) { $1 }
    }

    /// The probe is in the build folder of the tests.
    private static func program(beside folder: URL?) -> URL? {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return [folder, root.appendingPathComponent(".build/debug")].compactMap {
            $0?.appendingPathComponent("SandboxProbe")
        }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    @Test(
        "The node's key, programs, other processes and other sockets are out of reach",
        arguments: ["none", "datagrams", "streams"])
    func rights(_ network: String) throws {
        let said = try probe(network)
        #expect(said["read what is permitted"] == "ok" && said["read a file of the system"] == "ok", "\(said)")
        #expect(said["signal to itself"] == "ok")
        #expect(said["read an inherited descriptor"] == "Bad file descriptor")
        if Sandbox.hasLandlock {
            for attempt in [
                "read the key", "read the key in a thread", "read the environment of the parent",
                "read a descriptor of the parent", "read the memory of the parent",
                "read through the root of the parent", "write",
            ] {
                #expect(said[attempt] == "Permission denied", "\(attempt): \(said)")
            }
        }
        if Sandbox.hasSeccomp {
            #expect(said["connect by TCP"] == (network == "streams" ? "Connection refused" : "Permission denied"))
            #expect(said["UDP"] == (network == "none" ? "Permission denied" : "ok"))
            #expect(said["TCP"] == (network == "streams" ? "ok" : "Permission denied"))
            #expect(said["raw packets"] == "Permission denied")
            #expect(said["a local socket"] != "ok" && said["a local socket"] != nil)
            #expect(said["signal to the parent"] == "Operation not permitted")
            #expect(said["start a program"] == "Operation not permitted")
        }
    }

    @Test("Children get what libraries need, and no secret of the node's environment")
    func environment() {
        let all = [
            "HOME": "/h", "GST_DEBUG": "2", "LC_ALL": "C", "PASSWORD": "secret", "NOTIFY_SOCKET": "/run/x",
            "LONGSHOT_HOME": "x", "AWS_SECRET_ACCESS_KEY": "y",
        ]
        let expected = [
            "HOME": "/h", "GST_DEBUG": "2", "LC_ALL": "C", "GST_REGISTRY_UPDATE": "no", "GSETTINGS_BACKEND": "memory",
            "GIO_USE_PROXY_RESOLVER": "dummy",
        ]
        #expect(ChildEnvironment.variables(of: all) == expected)
    }
}
