// SPDX-License-Identifier: Apache-2.0

/// The joiner's side of pairing, on one TLS connection to the owner's node.
///
/// A machine of states without clock, chance or network of its own; whatever the other end sends, it either goes on as
/// written or throws, and then the attempt is over.
package struct PairingJoin: Sendable {
    /// Where the attempt stands.
    package enum Outcome: Sendable, Equatable {
        /// The owner has not decided; ask again.
        case waiting
        /// Paired: store this peer, which is the owner's node.
        case paired(Peer, granted: Rights)
    }

    /// The version of the protocol.
    package static let version = 1
    /// How long a joiner waits in all, in nanoseconds: longer than any window is open.
    package static let patience = PairingWindow.lifetime + PairingWindow.epilogueTime

    private enum Phase {
        case saidHello
        case proved(PairingKeys, PairingParty)
        case confirmed(PairingParty)
        case over
    }

    /// The first message.
    package let hello: PairingHello
    private let code: PairingCode
    private let joiner: PairingParty
    private let owner: PinnedCertificate
    private let nonce: Bytes32
    private let until: UInt64
    private var phase = Phase.saidHello

    /// Begins an attempt with the node that showed this certificate.
    ///
    /// With a link, `expected` is the node that it names: any other one is refused before anything is sent.
    package init(
        code: PairingCode, joiner: PairingParty, wants: Grants, gives: Grants, owner: PinnedCertificate,
        expected: NodeID? = nil, now: UInt64, using generator: inout some RandomNumberGenerator
    ) throws(PairingError) {
        if let expected, expected != owner.id { throw .impostor(expected: expected, found: owner.id) }
        guard joiner.id != owner.id else { throw .oneself }
        nonce = Bytes32(using: &generator)
        hello = PairingHello(
            version: PairingJoin.version, commitment: PairingTranscript.commitment(to: nonce), name: joiner.name,
            role: joiner.role, wants: wants, gives: gives)
        (self.code, self.joiner, self.owner) = (code, joiner, owner)
        until = now + PairingJoin.patience
    }

    /// Takes the answer to the first message and gives the second one.
    package mutating func received(_ answer: PairingHelloAnswer, now: UInt64) throws(PairingError) -> PairingProof {
        guard case .saidHello = try next(now) else { throw .outOfTurn }
        guard answer.session.utf8.count == 24, Base32.decode(answer.session.utf8) != nil else { throw .outOfTurn }
        let party = PairingParty(certificate: owner, name: answer.name, role: answer.role)
        let transcript = PairingTranscript(
            joiner: joiner, owner: party, joinerNonce: nonce, ownerNonce: answer.nonce, session: answer.session,
            wants: hello.wants, gives: hello.gives)
        let keys = PairingKeys(code: code, transcript: transcript)
        phase = .proved(keys, party)
        return PairingProof(nonce: nonce, mac: keys.mac(of: .joiner))
    }

    /// Takes the answer to the second message and gives the words to show.
    ///
    /// From here on the joiner knows that the node on the other end has the code.
    package mutating func received(_ answer: PairingProofAnswer, now: UInt64) throws(PairingError) -> [String] {
        guard case .proved(let keys, let party) = try next(now) else { throw .outOfTurn }
        guard keys.isValid(answer.mac, of: .owner) else { throw .refused }
        phase = .confirmed(party)
        return keys.words
    }

    /// Takes what the owner has decided so far; `utc` is the time in seconds since 1970.
    package mutating func received(
        _ verdict: PairingVerdict, at utc: Int64, now: UInt64
    ) throws(PairingError) -> Outcome {
        guard case .confirmed(let party) = try next(now) else { throw .outOfTurn }
        switch verdict.state {
        case .waiting:
            phase = .confirmed(party)
            return .waiting
        case .approved:
            do { try verdict.rights.requireSmallBound() } catch { throw .outOfTurn }
            // What the owner may do here was said by this side, and does not change on the other's word.
            let peer = Peer(
                certificate: owner, name: party.name, role: party.role, grants: hello.gives, pairedAt: utc)
            return .paired(peer, granted: verdict.rights)
        case .denied: throw .denied
        case .closed: throw .closed
        }
    }

    /// The phase so far; the attempt is over unless the caller goes on to another one.
    private mutating func next(_ now: UInt64) throws(PairingError) -> Phase {
        defer { phase = .over }
        guard now < until else { throw .timedOut }
        return phase
    }
}
