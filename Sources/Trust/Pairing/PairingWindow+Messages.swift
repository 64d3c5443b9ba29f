// SPDX-License-Identifier: Apache-2.0

extension PairingWindow {
    /// Begins an attempt of the joiner with this certificate.
    ///
    /// Attempts run concurrently until one of them proves the code, so that a silent joiner does not block others. A second `hello`
    /// of a joiner replaces its first attempt.
    package mutating func hello(
        _ hello: PairingHello, from certificate: PinnedCertificate, now: UInt64,
        using generator: inout some RandomNumberGenerator
    ) throws(PairingError) -> PairingHelloAnswer {
        advance(to: now)
        let opening: Opening
        var attempts: [Attempt] = []
        switch phase {
        case .idle, .closed: throw .notOpen
        case .open(let open): opening = open
        case .attempting(let open, let others):
            opening = open
            attempts = Array(
                others.filter { $0.joiner.certificate != certificate }.suffix(Self.attemptLimit - 1))
        case .confirming(let open, let attempt, _):
            guard attempt.joiner.certificate == certificate else { throw .busy }
            opening = open
        }
        guard hello.version == PairingJoin.version else { throw .version(hello.version) }
        guard certificate.id != owner.id else { throw .oneself }
        let attempt = Attempt(
            hello: hello,
            joiner: PairingParty(certificate: certificate, name: hello.name, role: hello.role),
            session: Base32.encode(generator.bytes(15)),
            nonce: Bytes32(using: &generator),
            until: now + Self.proofTime)
        phase = .attempting(opening, attempts + [attempt])
        return PairingHelloAnswer(
            session: attempt.session, nonce: attempt.nonce, name: owner.name, role: owner.role)
    }

    /// Checks that the joiner knows the code; too many wrong proofs close the window.
    ///
    /// - Parameter host: the IP address from which the joiner has connected; nil if it is unknown.
    package mutating func proof(
        _ proof: PairingProof, session: String, from certificate: PinnedCertificate, at host: String? = nil, now: UInt64
    ) throws(PairingError) -> PairingProofAnswer {
        advance(to: now)
        guard case .attempting(var opening, var attempts) = phase,
            let place = attempts.firstIndex(where: { $0.session == session && $0.joiner.certificate == certificate })
        else { throw .refused }
        var attempt = attempts.remove(at: place)
        let transcript = PairingTranscript(
            joiner: attempt.joiner, owner: owner, joinerNonce: proof.nonce, ownerNonce: attempt.nonce,
            session: session, wants: attempt.hello.wants, gives: attempt.hello.gives)
        let keys = PairingKeys(code: opening.code, transcript: transcript)
        guard PairingTranscript.commitment(to: proof.nonce) == attempt.hello.commitment,
            keys.isValid(proof.mac, of: .joiner)
        else {
            opening.failures += 1
            phase = opening.failures < Self.failureLimit ? .awaiting(opening, attempts) : .closed(.failures, nil)
            throw .refused
        }
        attempt.until = now + Self.pollTime
        let candidate = PairingCandidate(
            session: session, party: attempt.joiner, wants: attempt.hello.wants, gives: attempt.hello.gives,
            words: keys.words, address: host.flatMap { host in proof.port.flatMap { PeerAddress(host, port: $0) } })
        phase = .confirming(opening, attempt, candidate)
        return PairingProofAnswer(mac: keys.mac(of: .owner))
    }

    /// Removes the candidate of this session, whose connection has closed; the window stays open for other joiners.
    package mutating func leave(session: String, now: UInt64) {
        advance(to: now)
        guard case .confirming(let opening, _, let candidate) = phase, candidate.session == session else { return }
        phase = .open(opening)
    }

    /// The owner's decision so far, for the joiner, which polls it.
    package mutating func verdict(
        session: String, from certificate: PinnedCertificate, now: UInt64
    ) throws(PairingError) -> PairingVerdict {
        advance(to: now)
        switch phase {
        case .confirming(let opening, var attempt, let candidate)
        where candidate.session == session && candidate.party.certificate == certificate:
            attempt.until = now + Self.pollTime
            phase = .confirming(opening, attempt, candidate)
            return PairingVerdict(.waiting)
        case .closed(_, let epilogue?)
        where epilogue.candidate.session == session && epilogue.candidate.party.certificate == certificate:
            return epilogue.verdict
        default:
            throw .refused
        }
    }
}
