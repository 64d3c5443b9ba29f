// SPDX-License-Identifier: Apache-2.0
import Tasks
import ArgumentParser
import ControlClient
import Discovery
import Trust
import Foundation
import Wire

/// The input of a user who pairs.
enum PairingInput {
    case link(PairingLink)
    case code(PairingCode)
    case address(NodeAddress)

    private static func addressHint(_ options: String) -> String {
        "its address, which is shown beside the code: `longshot pair join HOST:PORT\(options)` then asks for the code"
    }

    /// Who is to join, as a link says; nil if it does not.
    var joiner: PeerRole? { if case .link(let link) = self { link.joiner } else { nil } }

    /// Reads an argument, or standard input if there is none or it is "-".
    static func read(_ argument: String?) async throws -> PairingInput {
        let text: String
        if let argument, argument != "-" { text = argument } else { text = try await Terminal.ask("Link or code: ") }
        let trimmed = String(text.drop(while: \.isWhitespace).prefix { !$0.isNewline })
        if trimmed.lowercased().hasPrefix("longshot:") { return .link(try PairingLink(trimmed)) }
        if let code = try? PairingCode(trimmed) { return .code(code) }
        guard let address = address(trimmed) else {
            throw ValidationError("this is neither a link, nor a code of 16 characters, nor HOST:PORT")
        }
        return .address(address)
    }

    private static func address(_ text: String) -> NodeAddress? {
        text.contains(":") ? try? NodeAddress(text) : nil
    }

    /// Finds the node whose window has this code: on the network, or else by asking for its address on a terminal.
    ///
    /// - Parameter options: the options of this command, for the one that its errors advise, with a space before each.
    static func locate(_ code: PairingCode, _ options: String) async throws -> NodeAddress {
        do {
            return try await find(code, options)
        } catch let problem as Problem where Terminal.canAsk {
            Terminal.complain(problem.detail)
            let answer = try await Terminal.ask("Address of the window (HOST:PORT, shown beside its code): ")
            let written = answer.trimmingCharacters(in: .whitespaces)
            guard !written.isEmpty else { throw problem }
            guard let address = address(written) else {
                throw Problem.badRequest(
                    "\"\(written)\" is no address: it is written HOST:PORT, such as 192.168.1.20:41523, beside the code"
                )
            }
            return address
        }
    }

    /// The window with this tag if a node of this user has opened it: that one is found without an announcement, too.
    private static func ownWindow(_ tag: String) async throws -> NodeAddress? {
        for (target, _) in try await Target.described() {
            guard let report = try? await target.withClient({ try await $0.pairing() }), report.tag == tag,
                let port = report.port
            else { continue }
            return target.address.with(port: port)
        }
        return nil
    }

    /// Looks on this machine and on the network for the node whose window has this code.
    private static func find(_ code: PairingCode, _ options: String) async throws -> NodeAddress {
        let (browser, tag) = (Browser(), code.windowTag)
        if let own = try await ownWindow(tag) { return own }
        Terminal.progress("looking on the network for the node that shows this code …")
        defer { Terminal.endProgress() }
        let address: NodeAddress? = try await firstValue(
            of: {
                try await browser.run()
                return nil
            },
            {
                try await Task.sleep(for: .seconds(10))
                throw Problem.notFound(
                    "no node on this network has a window with this code: give its link, or \(addressHint(options))")
            },
            {
                for await event in browser.nodes {
                    switch event {
                    case .appeared(let node), .changed(let node):
                        guard node.advertisement.pairing == tag, let port = node.advertisement.pairingPort else {
                            continue
                        }
                        let address = node.addresses.lazy.compactMap { found in
                            try? NodeAddress(
                                found.family == .ipv6 ? "[\(found.text)]:\(port)" : "\(found.text):\(port)")
                        }.first
                        if let address { return address }
                    case .unavailable(let error):
                        throw Problem.conflict(
                            "nodes cannot be found by their code on this machine (\(error)): give the link of the window, "
                                + "or \(addressHint(options))")
                    case .vanished, .omitted, .settled: continue
                    }
                }
                return nil
            })
        guard let address else { throw CancellationError() }
        return address
    }
}
