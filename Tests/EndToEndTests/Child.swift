// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A node that runs as a process of its own; it ends with the test, whatever the test does.
final class Child {
    private let process = Process()
    private let log: String

    /// Starts `longshot`; what it says goes to a file in the home.
    convenience init(_ arguments: [String], home: Home) throws {
        try self.init(program: Tool.longshot, arguments, home: home)
    }

    /// Starts commands of a shell.
    convenience init(shell commands: String, home: Home) throws {
        try self.init(program: "/bin/sh", ["-c", commands], home: home)
    }

    private init(program: String, _ arguments: [String], home: Home) throws {
        log = home.file("child-\(UUID().uuidString).log")
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let output = try #require(FileHandle(forWritingAtPath: log))
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["XDG_STATE_HOME": Tool.state.path]) { $1 }
        process.standardOutput = output
        process.standardError = output
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Everything that it has said so far.
    var output: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    /// Whether it has not ended.
    var isRunning: Bool { process.isRunning }

    /// The process's number.
    var pid: Int32 { process.processIdentifier }

    /// Waits until it listens; gives `host:port`.
    func address() async throws -> String {
        try await eventually("the node listens: \(output)") { output.contains("listens on https://") }
        let rest = try #require(output.components(separatedBy: "listens on https://").last)
        return String(rest.prefix { !$0.isWhitespace && $0 != "," })
    }

    /// Ends it without warning.
    func killHard() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Asks it to end; gives its exit code and how long it took.
    func terminate(_ signal: Int32 = SIGTERM) async throws -> (code: Int32, duration: Duration) {
        let start = ContinuousClock.now
        kill(process.processIdentifier, signal)
        try await eventually("the node ends: \(output)") { !process.isRunning }
        return (process.terminationStatus, ContinuousClock.now - start)
    }

    /// Waits for its end; gives its exit code.
    func exit() async throws -> Int32 {
        try await eventually("the node ends: \(output)") { !process.isRunning }
        return process.terminationStatus
    }
}
