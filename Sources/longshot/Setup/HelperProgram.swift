// SPDX-License-Identifier: Apache-2.0
import Subprocess

/// A program of this machine that does part of a command's work.
struct HelperProgram: Sendable {
    /// What a program printed, and how it ended.
    struct Outcome: Sendable {
        /// Both of its outputs, without white space around them.
        let output: String
        let code: Int32
    }

    /// Its name, which is looked up in PATH.
    let name: String

    /// Runs it to its end; nil if this machine does not have it.
    func run(_ arguments: [String]) async throws -> Outcome? {
        do {
            let result = try await Subprocess.run(
                .name(name), arguments: Arguments(arguments), output: .string(limit: 1 << 20),
                error: .string(limit: 1 << 20))
            let said = [result.standardOutput, result.standardError].map { $0.trimmingWhitespace }
            let code: Int32 =
                switch result.terminationStatus {
                case .exited(let code): code
                case .signaled(let signal): 128 + signal
                }
            return Outcome(output: said.filter { !$0.isEmpty }.joined(separator: "\n"), code: code)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            return nil
        }
    }
}

extension String {
    fileprivate var trimmingWhitespace: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
