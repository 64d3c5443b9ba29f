// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A node in its own process, which ends with the test in any case.
final class Child {
    private let process = Process()
    private let log: String

    /// Starts `longshot`; its output goes to a file in the home.
    convenience init(_ arguments: [String], home: Home) throws {
        try self.init(program: Tool.longshot, arguments, home: home)
    }

    /// Starts commands of a shell.
    convenience init(shell commands: String, home: Home) throws {
        try self.init(program: "/bin/sh", ["-c", commands], home: home)
    }

    /// Runs a command on a pseudo-terminal, which `script` makes; returns it and its keyboard.
    ///
    /// - Parameter command: words for a shell, without single quotes.
    static func onTerminal(_ command: String, home: Home) throws -> (screen: Child, keyboard: FileHandle) {
        let keys = home.file("keys-\(UUID().uuidString)")
        try #require(mkfifo(keys, 0o600) == 0)
        let screen = try Child(shell: "exec script -qefc '\(command)' /dev/null < '\(keys)'", home: home)
        return (screen, try #require(FileHandle(forWritingAtPath: keys)))
    }

    private init(program: String, _ arguments: [String], home: Home) throws {
        log = home.file("child-\(UUID().uuidString).log")
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let output = try #require(FileHandle(forWritingAtPath: log))
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        // Nothing is left outside temporary folders.
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["XDG_STATE_HOME": Tool.state.path, "RUNTIME_DIRECTORY": Tool.state.path]) { $1 }
        process.standardOutput = output
        process.standardError = output
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// The output so far.
    var output: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    var isRunning: Bool { process.isRunning }

    var pid: Int32 { process.processIdentifier }

    /// Waits until the node listens; returns `host:port`.
    func address() async throws -> String {
        try await eventually("the node listens: \(output)") { output.contains("listens on https://") }
        let rest = try #require(output.components(separatedBy: "listens on https://").last)
        return String(rest.prefix { !$0.isWhitespace && $0 != "," })
    }

    /// Kills the process without warning.
    func killHard() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Sends a signal and waits; returns the exit code and the time that it took.
    func terminate(_ signal: Int32 = SIGTERM) async throws -> (code: Int32, duration: Duration) {
        let start = ContinuousClock.now
        kill(process.processIdentifier, signal)
        try await eventually("the node ends: \(output)") { !process.isRunning }
        return (process.terminationStatus, ContinuousClock.now - start)
    }

    /// Waits for the end of the process; returns its exit code.
    func exit() async throws -> Int32 {
        try await eventually("the node ends: \(output)") { !process.isRunning }
        return process.terminationStatus
    }
}
