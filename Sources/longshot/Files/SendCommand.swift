// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import SystemPackage
import Wire

struct SendCommand: InterruptibleCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send files to a node; what was interrupted goes on where it stopped.",
        usage: "longshot send [--home <home>] [--json] FILE... NODE",
        discussion: """
            Each file is announced with its size and SHA-256, and gets its name there only when all of it has arrived, \
            was checked and is on the disk. Ctrl-C pauses: the same command goes on. Files that are there already are \
            skipped, so that after a failure the same command sends what failed.
            """)

    @Option(
        help: """
            The home of the node to send as, which is paired with the other. (a folder; default: send as this \
            user)
            """, completion: .directory)
    var home: String?

    @Flag(help: "Report as JSON, one object per file and line.")
    var json = false

    @Argument(
        help: "The files, and behind them the node: the name or id of a paired one, or host:port.",
        completion: .fileOrNode)
    var filesAndNode: [String]

    func validate() throws {
        guard filesAndNode.count >= 2 else { throw ValidationError("say which files, and behind them which node") }
    }

    func carryOut() async throws {
        let target = try await Target.find(
            filesAndNode.last ?? "",
            as: home.map { try RemoteHome(node: NodeHome($0, usually: "").path) } ?? RemoteHome(),
            isOwner: home == nil)
        let failure = try await target.withClient { client in
            let paths = filesAndNode.dropLast().map { FilePath($0) }
            do {
                return try await FileSender(client: client, json: json, for: paths).send(paths)
            } catch let error as CancellationError {
                Terminal.endProgress()
                Terminal.complain("what has arrived is kept there: the same command goes on where this one stops")
                throw error
            } catch let error as FileSender.Unsent {
                Terminal.endProgress()
                Terminal.complain(error.words)
                throw CancellationError()
            }
        }
        // Each failure was reported with its file.
        if let failure { throw ExitCode(ExitStatus.status(for: failure).rawValue) }
    }
}
