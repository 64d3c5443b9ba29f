// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation
import SystemPackage
import Trust
import Wire

/// The role of a joiner: given, known from its home, or asked for on a terminal; otherwise this user's remote.
enum PairingRole {
    static func find(_ given: PeerRole?, home: String?) async throws -> PeerRole {
        if let given { return given }
        if let home {
            let known = try await NodeDescription.Role.known(NodeHome(home, usually: "").path)
            if let known { return PeerRole(known) }
        }
        guard Terminal.canAsk else {
            guard let home else { return .remote }
            throw ValidationError(
                "whether a camera or a recorder lives in \(home) is not known: say it with --as camera or --as recorder"
            )
        }
        let choices = home == nil ? [PeerRole.remote, .recorder, .camera] : [.recorder, .camera]
        while true {
            let remote = home == nil ? "remote (your command line), " : ""
            let answer = try await Terminal.ask("Who joins: \(remote)recorder or camera? ")
                .trimmingCharacters(in: .whitespaces).lowercased()
            if let role = choices.first(where: { $0.rawValue == answer }) { return role }
            // At the end of the input there is nobody to ask again.
            guard !answer.isEmpty else { throw ValidationError("nobody said who joins: say it with --as") }
            Terminal.complain(
                "“\(answer)” is none of these: type one of \(choices.map(\.rawValue).joined(separator: ", "))")
        }
    }
}
