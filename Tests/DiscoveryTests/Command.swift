// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A program that runs beside the tests and is killed when its owner is released.
///
/// Foundation's `Process` is not used: its waiting needs a run loop, and a thread outside of the pool.
final class Command {
    /// The process id; `env`, `unshare` and `nsenter` become the program that they start.
    let pid: pid_t
    private let log: String
    private var status: Int32?

    /// Starts the program; its output goes to a file.
    init(_ program: String, _ arguments: [String]) throws {
        log = FileManager.default.temporaryDirectory.path + "/longshot-\(UUID().uuidString).log"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Dispatch's threads block every signal, and a program inherits the mask.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var number: pid_t = 0
        let code = posix_spawnp(&number, program, &actions, &attributes, words, environ)
        pid = number
        try #require(code == 0, "\(program): \(String(cString: strerror(code)))")
    }

    deinit {
        if !hasEnded {
            kill(pid, SIGKILL)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
        }
        unlink(log)
    }

    /// The output so far.
    var output: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    /// Whether the program has ended; from then on its process id is not used.
    var hasEnded: Bool {
        var code: Int32 = 0
        if status == nil, waitpid(pid, &code, WNOHANG) == pid { status = code }
        return status != nil
    }

    /// Sends a signal without waiting.
    func signal(_ signal: Int32) {
        if !hasEnded { kill(pid, signal) }
    }

    /// Sends a signal and waits for the end of the program.
    func end(_ signal: Int32) async throws {
        self.signal(signal)
        try await eventually("it ends: \(output)") { hasEnded }
    }

    /// Runs a program until it ends.
    static func run(_ program: String, _ arguments: [String]) async throws -> (succeeded: Bool, output: String) {
        let command = try Command(program, arguments)
        try await eventually("\(program) ends: \(command.output)") { command.hasEnded }
        return (command.status == 0, command.output)
    }
}
