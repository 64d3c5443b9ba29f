// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import NIOCore
import NIOHTTP1
package import Trust
package import Wire

/// The joiner's side of pairing over the network (`docs/design/pairing.md`).
package struct PairingClient: Sendable {
    /// The joiner's identity.
    package let identity: NodeIdentity
    /// The joiner's name.
    package let name: PeerName
    /// The joiner's role.
    package let role: PeerRole
    /// The grants that the joiner asks for.
    package let wants: Grants
    /// The grants that the joiner gives to the other node.
    package let gives: Grants
    /// The port on which the joiner listens as a node; nil if it is none.
    package let port: UInt16?

    /// Describes the joiner; see the properties.
    package init(
        as identity: NodeIdentity, name: PeerName, role: PeerRole, wants: Grants, gives: Grants, port: UInt16? = nil
    ) {
        (self.identity, self.name, self.role) = (identity, name, role)
        (self.wants, self.gives, self.port) = (wants, gives, port)
    }

    /// Pairs with the node of a link; tries its addresses in order, and talks to no other node.
    package func join(
        _ link: PairingLink, onWords: @Sendable ([String]) -> Void
    ) async throws -> (peer: Peer, granted: Rights) {
        var failure: any Error = PairingError.timedOut
        for address in link.addresses {
            let address = try NodeAddress(address.description)
            let certificate: PinnedCertificate
            do {
                certificate = try await probe(address)
            } catch {
                failure = error
                continue
            }
            return try await join(address, certificate, link.code, expected: link.node, onWords: onWords)
        }
        throw failure
    }

    /// Pairs with the node at an address, if it knows the code.
    package func join(
        _ address: NodeAddress, _ code: PairingCode, onWords: @Sendable ([String]) -> Void
    ) async throws -> (peer: Peer, granted: Rights) {
        let certificate = try await probe(address)
        return try await join(address, certificate, code, expected: nil, onWords: onWords)
    }

    private func probe(_ address: NodeAddress) async throws -> PinnedCertificate {
        do {
            return try await CertificateProbe.certificate(at: address, as: identity)
        } catch ControlClientError.unreachable(let address, let reason) {
            throw PairingError.noAnswer(address: address, reason: reason)
        }
    }

    private func join(
        _ address: NodeAddress, _ certificate: PinnedCertificate, _ code: PairingCode, expected: NodeID?,
        onWords: @Sendable ([String]) -> Void
    ) async throws -> (peer: Peer, granted: Rights) {
        var generator = SystemRandomNumberGenerator()
        var joining = try PairingJoin(
            code: code, joiner: PairingParty(certificate: identity.certificate, name: name, role: role), wants: wants,
            gives: gives, owner: certificate, expected: expected, now: Self.now(), using: &generator)
        return try await ControlClient.withClient(address, Access(as: identity, to: certificate)) { client in
            let answer = try await greet(joining.hello, over: client, at: address)
            var proof = try joining.received(answer, now: Self.now())
            proof.port = port
            let confirmation: PairingProofAnswer = try await client.answer(
                Request(.POST, "pairing", answer.session, "proof").sending(proof))
            onWords(try joining.received(confirmation, now: Self.now()))
            while true {
                let verdict: PairingVerdict = try await client.answer(
                    Request(.GET, "pairing", answer.session, "verdict"))
                let utc = Int64(Date().timeIntervalSince1970)
                if case .paired(var peer, let granted) = try joining.received(verdict, at: utc, now: Self.now()) {
                    if let port = verdict.port, let found = try? PeerAddress(address.with(port: Int(port)).authority) {
                        peer.addresses = [found]
                    }
                    return (peer, granted)
                }
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    /// Begins the exchange.
    ///
    /// The port of a node or of its page is easily taken for that of the window.
    private func greet(
        _ hello: PairingHello, over client: ControlClient, at address: NodeAddress
    ) async throws -> PairingHelloAnswer {
        do {
            return try await client.answer(Request(.POST, "pairing", "hello").sending(hello))
        } catch ControlClientError.notPaired, ControlClientError.impostor, ControlClientError.unexpected {
            throw PairingError.noWindow(address: "\(address)")
        } catch let problem as Problem where problem.status == 404 {
            // A user of the node's machine is known to the node, which has no such route at its own port.
            throw PairingError.noWindow(address: "\(address)")
        }
    }

    private static func now() -> UInt64 { NIODeadline.now().uptimeNanoseconds }
}
