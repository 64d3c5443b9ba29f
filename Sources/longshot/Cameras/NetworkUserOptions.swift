// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Pipelines
import Wire

/// A user of cameras on the network.
struct NetworkUserOptions: ParsableArguments, Sendable {
    @Option(help: "A user of the named cameras. (a name; default: none)")
    var user: String?

    @Option(
        help: "The user's password. (@ and the path of a file that only you may read; default: none)",
        completion: .file())
    var password: String?

    mutating func validate() throws {
        guard (user == nil) == (password == nil) else {
            throw ValidationError("--user and --password belong together: --user NAME --password @FILE")
        }
        if let password, !password.hasPrefix("@") {
            throw ValidationError("--password takes @FILE: others could read a password among the processes")
        }
    }

    /// The user, whose password is read from its file; nil if none was given.
    func read() throws -> NetworkUser? {
        guard let user, let password else { return nil }
        return NetworkUser(
            name: user, password: Confidential(try PipelineSetting("server.user-pw=\(password)").value()))
    }
}
