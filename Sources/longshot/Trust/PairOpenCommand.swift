// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Foundation
import QRCode
import SystemPackage
import Synchronization
import Tasks
import Trust
import Wire

/// Opens a node's pairing window, shows the code, and asks the owner about each candidate.
struct PairOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Open a node's pairing window for five minutes and show its code.")

    @OptionGroup var target: AnyTarget

    @Flag(help: "Approve any candidate that knows the code, without asking.")
    var yes = false

    @Option(
        help: "What it may do. (grants with commas between; default: what it asks for, and what it may already)",
        completion: .grants, transform: GrantList.init(reading:))
    var grants: GrantList?

    @Option(
        name: .customLong("for"),
        help: "Who is to join, which the link then says. (remote, recorder or camera; default: the joiner says it)",
        completion: .list(PeerRole.allValueStrings), transform: PeerRole.init(reading:))
    var joiner: PeerRole?

    @Option(help: "What to call it. (a text; default: what it calls itself)")
    var name: PeerName?

    @Option(help: "Where to write the QR code as SVG. (a file; default: nowhere)")
    var svg: String?

    @Flag(help: "Report as JSON, one object per line: the invitation, then the peer.")
    var json = false

    mutating func run() async throws {
        let (command, target) = (self, try await target.find())
        let isOpen = Mutex(false)
        try await Interruption.cancelling {
            try await target.withClient { client in
                // Somebody who has joined would wait for a decision that cannot be made.
                let rights = try await command.grants?.rights(on: client, command.target.addition)
                let known = Dictionary(
                    try await client.peers().map { ($0.id, $0.pairedAt) }, uniquingKeysWith: { first, _ in first })
                var invitation = try await client.openPairing()
                if let joiner = command.joiner {
                    var link = try PairingLink(invitation.link)
                    link.joiner = joiner
                    invitation.link = link.text
                }
                isOpen.withLock { $0 = true }
                try command.show(invitation)
                try await command.follow(client, rights, besides: known)
            }
        } tidyUp: {
            guard isOpen.withLock({ $0 }) else { return }
            try? await target.withClient { try await $0.closePairing() }
        }
    }

    private func show(_ invitation: PairingInvitation) throws {
        if let svg { try QRCode(invitation.link).write(to: svg) }
        if json { return try Terminal.say(jsonLine: invitation) }
        let text = """
            On the other machine, within \((invitation.secondsLeft / 60).counted("minute")):

              longshot pair join            and paste the link, or type the code

            link  \(invitation.link)
            code  \(invitation.code)
            at    \(invitation.addresses.map(\.description).joined(separator: ", "))

            """
        // The code to type is in the text.
        try QRCode.show(invitation.link, with: text, "longshot pair open\(target.addition)", isOptional: true)
    }

    /// Follows the window until it is closed.
    ///
    /// - Parameter known: when each peer was paired that was known before.
    private func follow(_ client: ControlClient, _ rights: Rights?, besides known: [NodeID: Int64]) async throws {
        var asked: PairingReport.Candidate?
        var hasDecided = false
        var least = Int.max
        while true {
            let report = try await client.pairing()
            if let gone = asked, gone.session != report.candidate?.session, report.phase != .closed {
                asked = nil
                Terminal.complain("\(ShownName(gone.name.text)) has left; the window stays open")
            }
            switch report.phase {
            case .idle, .closed:
                Terminal.endProgress()
                try conclude(report)
                if !hasDecided, let peer = try await newPeer(besides: known, client) {
                    try tell(peer.id, peer.name, peer.role, peer.rights)
                }
                return
            case .open where report.secondsLeft > least:
                Terminal.endProgress()
                throw Problem.conflict(
                    "another window was opened meanwhile, by `longshot pair open` or on the page: this code is worthless, use the newer one"
                )
            case .open, .attempting:
                if report.phase == .open { least = report.secondsLeft }
                // With --json another program at the same terminal may be fed by this one.
                if !json { Terminal.progress("waiting, \(report.secondsLeft) s left") }
            case .confirming:
                guard let candidate = report.candidate, candidate.session != asked?.session else { break }
                asked = candidate
                Terminal.endProgress()
                do {
                    hasDecided = try await decide(candidate, rights, client)
                } catch {
                    // The candidate hears of it at once.
                    try? await client.closePairing()
                    throw error
                }
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    /// Asks the owner about a candidate, and sends the decision; false if none is made here.
    private func decide(
        _ candidate: PairingReport.Candidate, _ given: Rights?, _ client: ControlClient
    ) async throws -> Bool {
        // Without a decision by the owner, a candidate cannot become an administrator.
        let usual = yes ? candidate.usual : candidate.usual.adding(candidate.wants)
        let rights = given ?? usual
        let (shown, before) = (name ?? candidate.name, candidate.before)
        if !json {
            Terminal.say(
                block: """
                    \(ShownName(candidate.name.text)), a \(candidate.role.rawValue) (\(candidate.id.short)), shows these words if it is the one:

                      \(candidate.words.joined(separator: "  "))

                    It asks for: \(Rights(candidate.wants))\(before.map { "\nIt may already: \($0)" } ?? "")

                    """)
        }
        let isWelcome: Bool
        if yes {
            isWelcome = true
        } else if Terminal.canAsk {
            let answer: Bool? = try await race(
                { try await Terminal.confirm("Let it in, to \(rights)? [y/N] ") },
                {
                    try await awaitDeparture(of: candidate, client)
                    return nil
                })
            guard let answer else {
                Terminal.complain("")
                return false
            }
            isWelcome = answer
        } else {
            // The owner decides elsewhere: by `longshot pair approve`, or on the page.
            return false
        }
        try await client.decide(
            PairingDecision(
                session: candidate.session, approve: isWelcome, grants: rights.grants, viewOf: rights.bound,
                name: name))
        if isWelcome { try tell(candidate.id, shown, candidate.role, rights) }
        return true
    }

    /// Reports who was let in, and what it may do.
    private func tell(_ id: NodeID, _ name: PeerName, _ role: PeerRole, _ rights: Rights) throws {
        guard !json else {
            return try Terminal.say(jsonLine: ["paired": id.text, "name": name.text, "grants": "\(rights)"])
        }
        Terminal.say("paired with \(name): \(rights)")
        guard role == .recorder, !rights.grants.contains(.shoot) else { return }
        Terminal.advise(
            "(to let its page take stills here, too: longshot pair grant \(name.text.quotedForShell) +\(Grants.shoot)\(target.addition))"
        )
    }

    /// Waits for the peer that `longshot pair approve` or the page has let in: the window closes before that is stored.
    ///
    /// Returns nil if there is none after 5 s. Throws if it could not be stored.
    ///
    /// - Parameter known: when each peer was paired that was known before.
    private func newPeer(besides known: [NodeID: Int64], _ client: ControlClient) async throws -> Peer? {
        for _ in 0..<25 {
            if let peer = try await client.peers().first(where: { known[$0.id] != $0.pairedAt }) { return peer }
            let report = try await client.pairing()
            if report.phase == .closed { try conclude(report) }
            try await Task.sleep(for: .milliseconds(200))
        }
        return nil
    }

    /// Returns when the candidate no longer waits: it has left, or somebody decided elsewhere.
    private func awaitDeparture(of candidate: PairingReport.Candidate, _ client: ControlClient) async throws {
        while try await client.pairing().candidate?.session == candidate.session {
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    private func conclude(_ report: PairingReport) throws {
        switch report.ending {
        case .paired?: return
        case .denied?: throw Problem.conflict("refused; the code is worthless now")
        case .expired?: throw Problem.conflict("nobody came within five minutes; the code is worthless now")
        case .failures?: throw Problem.conflict("too many wrong codes: the window is closed, somebody may be guessing")
        case .unsaved?: throw Problem.conflict("the new peer could not be stored: the node's log says why")
        case .withdrawn?, nil: throw Problem.conflict("the window was closed")
        }
    }
}
