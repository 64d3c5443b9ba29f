// SPDX-License-Identifier: Apache-2.0

extension PairingWindow {
    /// Approves the candidate of this session and closes the window.
    ///
    /// The joiner's verdict is `waiting` until `settle` reports that the peer is stored.
    package mutating func approve(
        session: String, grants: Grants, viewOf: [NodeID] = [], at utc: Int64, now: UInt64
    ) throws(PairingError) -> Peer {
        let candidate = try candidate(session, now: now)
        phase = .closed(
            .paired,
            Epilogue(candidate: candidate, verdict: PairingVerdict(.waiting), until: now + Self.epilogueTime))
        let party = candidate.party
        return Peer(
            certificate: party.certificate, name: party.name, role: party.role, grants: grants, viewOf: viewOf,
            pairedAt: utc, addresses: candidate.address.map { [$0] } ?? [])
    }

    /// Sets the joiner's verdict after the approved peer was stored with these rights; nil if storing it failed.
    package mutating func settle(_ granted: Rights?, now: UInt64) {
        guard case .closed(.paired, var epilogue?) = phase, epilogue.verdict.state == .waiting else { return }
        epilogue.until = now + Self.epilogueTime
        epilogue.verdict =
            granted.map { PairingVerdict(.approved, granted: $0, given: epilogue.candidate.gives) }
            ?? PairingVerdict(.closed)
        phase = .closed(granted == nil ? .unsaved : .paired, epilogue)
    }

    /// Refuses the candidate of this session, and closes the window.
    package mutating func deny(session: String, now: UInt64) throws(PairingError) {
        _ = try candidate(session, now: now)
        end(.denied, .denied, now: now)
    }

    private mutating func candidate(_ session: String, now: UInt64) throws(PairingError) -> PairingCandidate {
        advance(to: now)
        guard case .confirming(_, _, let candidate) = phase, candidate.session == session else { throw .notWaiting }
        return candidate
    }
}
