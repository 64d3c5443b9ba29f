// SPDX-License-Identifier: Apache-2.0
import Foundation
import Sandbox
import TestSupport
import Testing

@Suite("Processes that read what comes from outside", .serialized, .timeLimit(.minutes(6)))
struct ConfinementTests {
    /// The answer of the decoding process with a pipeline that returns a file's content as each picture.
    private func content(of file: String, home: Home) async throws -> String {
        _ = try home.write(
            """
            # Gives a file.
            #
            #   frame    appsrc
            #   still    appsink
            appsrc name=frame ! fakesink sync=false
            filesrc location=\(file) ! appsink name=still sync=false
            """, as: "pipelines/thumbnail.pipeline")
        let header = Array(#"{"caps":"image/jpeg","pipeline":"thumbnail"}"#.utf8)
        let job = home.file("job")
        try Data([0, 0, 0, UInt8(header.count)] + header + [1, 2, 3]).write(to: URL(fileURLWithPath: job))
        return try await Tool.run(
            "sh", ["-c", "\(Tool.longshot) picture --home \(home.path) < \(job) | tr '\\000\\001' '+-'"]
        ).output
    }

    @Test("A decoder that was taken over cannot read the node's key", .enabled(if: Sandbox.hasLandlock))
    func decoder() async throws {
        let home = try Home()
        let open = try home.write("what everybody may read", as: "pipelines/open")
        #expect(try await content(of: open, home: home) == "+what everybody may read")
        let key = try home.write("-----BEGIN PRIVATE KEY-----", as: "identity/key.pem")
        let answer = try await content(of: key, home: home)
        #expect(answer.hasPrefix("-") && !answer.contains("PRIVATE"), "\(answer)")
        #expect(try await content(of: "/etc/passwd", home: home).hasPrefix("-"))
    }

    @Test(
        "The processes that serve viewers and ask network cameras give up their rights in all of their threads",
        .enabled(if: Sandbox.hasSeccomp), arguments: ["viewers", "network-cameras"])
    func threads(of command: String) async throws {
        let home = try Home()
        let input = home.file("input")
        let child = try Child(
            shell: "mkfifo \(input); exec \(Tool.longshot) \(command) --home \(home.path) <> \(input)", home: home)
        let tasks = "/proc/\(child.pid)/task"
        func statuses() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: tasks).map {
                try String(contentsOfFile: "\(tasks)/\($0)/status", encoding: .utf8)
            }
        }
        // A program of one thread reads its input with it.
        let least = command == "viewers" ? 2 : 1
        try await eventually("it reads its input: \(child.output)") { (try? statuses().count) ?? 0 >= least }
        try await eventually("every thread is confined: \(child.output)") {
            try statuses().allSatisfy { $0.contains("Seccomp:\t2") && $0.contains("NoNewPrivs:\t1") }
        }
    }

    @Test("doctor says whether the kernel can confine them")
    func doctor() async throws {
        struct Finding: Decodable { let subject, verdict: String }
        let home = try Home()
        let report = try await Tool.longshot("doctor", "--home", home.path, "--json").output
        let findings = try JSONDecoder().decode([Finding].self, from: Data(report.utf8))
        let finding = try #require(findings.first { $0.subject == "sandbox" })
        #expect(finding.verdict == (Sandbox.hasLandlock && Sandbox.hasSeccomp ? "ok" : "warning"))
    }
}
