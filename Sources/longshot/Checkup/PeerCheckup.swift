// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Discovery
import Foundation
import Trust
import Wire

/// Checks why a peer does not appear, or cannot be reached.
enum PeerCheckup {
    /// The clock offset above which the check warns, in nanoseconds.
    private static let skew: Int64 = 2_000_000_000

    /// The commands that pair a peer again; a camera's peer here is a recorder, and the other way round.
    private static func pairAgain(_ one: KnownNode, _ addition: String) -> String {
        let role = one.isRemote ? "remote" : one.peer.role == .recorder ? "camera" : "recorder"
        return "run `longshot pair open` there and `longshot pair join --as \(role)\(addition)` here"
    }

    /// The commands that pair a peer again that was revoked here; without an option, a window may open at another node of this
    /// machine.
    static func letInAgain(_ one: KnownNode, _ addition: String) -> String {
        guard !one.isRemote else { return "to use it again, \(pairAgain(one, addition))" }
        let role = one.peer.role == .remote ? "" : " --as \(one.peer.role.rawValue)"
        let home = addition.isEmpty ? " \(NodeHome.option(one.home))" : addition
        return "to let it in again, run `longshot pair open\(home)` here and `longshot pair join\(role)` there"
    }

    /// - Parameters:
    ///   - addition: what follows a command for the home here that a user may copy: its option with a space before it, or nothing.
    ///   - seen: the nodes that announce themselves; nil if that cannot be known.
    ///   - connected: the address at which a recorder of this machine connects to the peer, or that of a node of this machine.
    ///   - isConnected: whether the peer is connected to a node of this machine.
    ///   - refusal: what a recorder of this machine says of a camera that does not let it in; nil for nothing.
    static func run(
        _ one: KnownNode, _ addition: String, seen: [FoundNode]?, connected: String?, isConnected: Bool,
        refusal: String?
    ) async -> [Diagnosis] {
        let (peer, subject) = (one.peer, "\(one.peer.name) (\(one.peer.id.short))")
        guard !peer.isRevoked else {
            let finding = "revoked here\(peer.revocationMoment), so it has no access"
            return [Diagnosis(subject, .ok, finding, remedy: letInAgain(one, addition))]
        }
        // A node that connects to this one says so when it revokes this one, and then stays away.
        if let there = peer.revocationThere(), peer.role == .recorder {
            return [Diagnosis(subject, .problem, "it \(there)", remedy: pairAgain(one, addition))]
        }
        let announced = seen?.filter { $0.advertisement.id == peer.id.text } ?? []
        let known = (connected.map { [$0] } ?? []) + peer.addresses.map(\.description)
        let addresses = (announced.flatMap { $0.addresses.map(\.authority) } + known).reduce(into: [String]()) {
            if !$0.contains($1) { $0.append($1) }
        }
        guard !addresses.isEmpty else {
            if isConnected { return [Diagnosis(subject, .ok, "it is connected to the node here")] }
            // A recorder connects to its cameras, which therefore keep no address of it.
            guard peer.role != .recorder else {
                return [
                    Diagnosis(
                        subject, .problem, "it is not connected to the node here, and not seen on the network",
                        remedy: "start it; if it runs, `longshot doctor` there says whether it finds this machine, and "
                            + "`longshot pair list` there whether it has revoked this one")
                ]
            }
            return [
                Diagnosis(
                    subject, .problem,
                    "nobody knows where it is: it is not seen on the network, and no address was kept",
                    remedy: "start it; if it runs, both machines must be in one network, or say --camera HOST:PORT")
            ]
        }
        var all: [Diagnosis] = []
        var isReached = false
        for address in addresses {
            let (diagnosis, reached) = await visit(one, addition, address, subject, refusal)
            all.append(diagnosis)
            isReached = isReached || reached
        }
        if isReached {
            // One reachable address is enough: the others are outdated.
            all = all.filter { $0.verdict != .problem }
            if seen != nil, announced.isEmpty {
                all.append(
                    Diagnosis(
                        subject, .warning, "it answers, and is not seen on the network: multicast does not get through",
                        remedy:
                            "allow UDP 5353 in firewalls of both, look for client isolation in the Wi-Fi, and for Avahi there"
                    ))
            }
        }
        return all
    }

    private static func visit(
        _ one: KnownNode, _ addition: String, _ address: String, _ subject: String, _ refusal: String?
    ) async -> (Diagnosis, isReached: Bool) {
        do {
            let place = try NodeAddress(address)
            let shown = try await CertificateProbe.certificate(at: place, as: one.identity)
            guard shown == one.peer.certificate else {
                let words =
                    shown.id == one.peer.id
                    ? "the right key with another certificate" : "another key (\(shown.id.short))"
                return (
                    Diagnosis(
                        subject, .problem, "what answers at \(address) shows \(words)",
                        remedy: "another node has the address, or it was set up anew: then revoke it and pair again"),
                    false
                )
            }
            let access = Access(as: one.identity, to: shown)
            return try await ControlClient.withClient(place, access) { client in
                let offset = try await client.time().utc - Int64(Date().timeIntervalSince1970 * 1e9)
                guard abs(offset) > skew else { return (Diagnosis(subject, .ok, "answers at \(address)"), true) }
                let seconds = Format.decimal(Double(offset) / 1e9, 1)
                return (
                    Diagnosis(
                        subject, .warning, "answers at \(address), and its clock is \(seconds) s from ours",
                        remedy: "run an NTP client on both: moments of recordings and stills are told by that clock"),
                    true
                )
            }
        } catch let problem as Problem where problem.isRevoked {
            return (Diagnosis(subject, .problem, "at \(address): \(problem.detail)"), false)
        } catch ControlClientError.notPaired {
            let why = refusal.map { " (the recorder here: \($0))" } ?? ""
            return (
                Diagnosis(
                    subject, .problem,
                    "at \(address) it does not let us in: there we are not paired, or were revoked\(why)",
                    remedy: pairAgain(one, addition)), false
            )
        } catch ControlClientError.unreachable(_, let reason) {
            let remedy =
                reason.contains("refused")
                ? "the port is closed: start the node, or look at its --port and its firewall"
                : "look whether it is switched on and in this network; a firewall on it may need: "
                    + Firewall.ufw.command(opening: Int(address.split(separator: ":").last ?? "") ?? 5664, "tcp")
            return (Diagnosis(subject, .problem, "nothing answers at \(address) (\(reason))", remedy: remedy), false)
        } catch {
            return (Diagnosis(subject, .problem, "at \(address): \(error)"), false)
        }
    }
}
