// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import SystemPackage
import Trust
import Wire

/// The role of a joiner: given, known from its home, said by the link, or asked for on a terminal; otherwise this user's remote.
enum PairingRole {
    /// - Parameter expected: the role that the link says.
    static func find(_ given: PeerRole?, home: String?, expected: PeerRole?) async throws -> PeerRole {
        if let given { return given }
        if let home {
            let known = try await NodeDescription.Role.known(NodeHome(home, usually: "").path)
            if let known { return PeerRole(known) }
        }
        if let expected { return expected }
        guard Terminal.canAsk else {
            guard let home else { return .remote }
            throw ValidationError(
                "whether a camera or a recorder lives in \(home) is not known: say it with --as camera or --as recorder"
            )
        }
        let choices = home == nil ? [PeerRole.remote, .recorder, .camera] : [.recorder, .camera]
        let question =
            home == nil
            ? "Who joins: remote (your command line), recorder or camera? [remote] " : "Who joins: recorder or camera? "
        while true {
            let answer = try await Terminal.ask(question).trimmingCharacters(in: .whitespaces).lowercased()
            if let role = choices.first(where: { $0.rawValue == answer }) { return role }
            if answer.isEmpty {
                if home == nil { return .remote }
                // At the end of the input there is nobody to ask again.
                throw Problem.badRequest("nobody said who joins: say it with --as recorder or --as camera")
            }
            Terminal.complain(
                "\"\(answer)\" is none of these: type one of \(choices.map(\.rawValue).joined(separator: ", "))")
        }
    }
}
