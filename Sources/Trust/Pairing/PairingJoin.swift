// SPDX-License-Identifier: Apache-2.0

/// The joiner's side of pairing, on one TLS connection to the owner's node.
///
/// A state machine without a clock, random numbers or network of its own. An unexpected message throws and ends the attempt.
package struct PairingJoin: Sendable {
    /// The state of the attempt.
    package enum Outcome: Sendable, Equatable {
        /// The owner has not decided: poll again.
        case waiting
        /// Paired: store this peer, which is the owner's node.
        case paired(Peer, granted: Rights)
    }

    /// The version of the protocol.
    package static let version = 1
    /// The joiner's timeout for the whole attempt, in nanoseconds: longer than any window is open.
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
    /// `expected` is the node that a link names; any other one is refused before anything is sent.
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

    /// Processes the answer to the first message and returns the second message.
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

    /// Processes the answer to the second message and returns the words to show.
    ///
    /// The answer proves that the other end has the code.
    package mutating func received(_ answer: PairingProofAnswer, now: UInt64) throws(PairingError) -> [String] {
        guard case .proved(let keys, let party) = try next(now) else { throw .outOfTurn }
        guard keys.isValid(answer.mac, of: .owner) else { throw .refused }
        phase = .confirmed(party)
        return keys.words
    }

    /// Processes the owner's decision so far; `utc` is the time in seconds since 1970.
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
            // This side chose the owner's grants; the verdict does not change them.
            let peer = Peer(
                certificate: owner, name: party.name, role: party.role, grants: hello.gives, pairedAt: utc)
            return .paired(peer, granted: verdict.rights)
        case .denied: throw .denied
        case .closed: throw .closed
        }
    }

    /// Returns the phase and ends the attempt, unless the caller then sets another phase.
    private mutating func next(_ now: UInt64) throws(PairingError) -> Phase {
        defer { phase = .over }
        guard now < until else { throw .timedOut }
        return phase
    }
}
