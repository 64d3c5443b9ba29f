// SPDX-License-Identifier: Apache-2.0
import TestSupport

@testable import Trust

/// Two nodes that pair, with a common clock.
struct PairingScene {
    let ownerIdentity: PinnedCertificate
    let joinerIdentity: PinnedCertificate
    var window: PairingWindow
    var code: PairingCode
    var now: UInt64 = 1_000
    var generator: SeededGenerator

    static let identities: [PinnedCertificate] = (0..<4).compactMap { _ in try? NodeIdentity().certificate }

    init(seed: UInt64 = 6) throws {
        generator = SeededGenerator(seed: seed)
        (ownerIdentity, joinerIdentity) = (Self.identities[0], Self.identities[1])
        window = PairingWindow(
            owner: PairingParty(certificate: ownerIdentity, name: try PeerName("front door"), role: .camera))
        code = window.open(now: now, using: &generator)
    }

    /// A joiner that sees the owner's certificate.
    mutating func join(
        code: PairingCode? = nil, as joiner: PinnedCertificate? = nil, seeing owner: PinnedCertificate? = nil,
        expected: NodeID? = nil
    ) throws -> PairingJoin {
        try PairingJoin(
            code: code ?? self.code,
            joiner: PairingParty(
                certificate: joiner ?? joinerIdentity, name: try PeerName("archive"), role: .recorder),
            wants: .usual(for: .recorder, on: .camera), gives: .usual(for: .camera, on: .recorder),
            owner: owner ?? ownerIdentity, expected: expected, now: now, using: &generator)
    }

    /// Runs the protocol up to the owner's decision; returns the words on both screens.
    mutating func confirm(_ join: inout PairingJoin) throws -> (session: String, joiner: [String], owner: [String]) {
        let answer = try window.hello(join.hello, from: joinerIdentity, now: now, using: &generator)
        var proof = try join.received(answer, now: now)
        proof.port = 5_665
        let reply = try window.proof(
            proof, session: answer.session, from: joinerIdentity, at: "2001:db8::7", now: now)
        let words = try join.received(reply, now: now)
        guard case .confirming(let candidate, _) = window.state(now: now) else { throw PairingError.outOfTurn }
        return (answer.session, words, candidate.words)
    }

    /// Makes one attempt with a wrong code.
    mutating func fail() throws {
        var join = try join(code: PairingCode(using: &generator))
        let answer = try window.hello(join.hello, from: joinerIdentity, now: now, using: &generator)
        let proof = try join.received(answer, now: now)
        _ = try window.proof(proof, session: answer.session, from: joinerIdentity, now: now)
    }
}
