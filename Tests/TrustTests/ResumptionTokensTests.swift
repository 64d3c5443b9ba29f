// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing
@testable import Trust

@Suite("Resumption")
struct ResumptionTokensTests {
    static let peers = PairingScene.identities.map(\.id)

    @Test("A token works once, for its peer, and gives the next one")
    func rotation() throws {
        var (tokens, generator) = (ResumptionTokens(after: 41), SeededGenerator(seed: 9))
        let first = try tokens.begin(Self.peers[0], now: 0, using: &generator)
        #expect(first.epoch == 42)
        #expect(first.token.reveal().count == 32)
        tokens.suspend(Self.peers[0], epoch: 42, now: 5)
        let second = try tokens.redeem(first.token.reveal(), from: Self.peers[0], now: 6, using: &generator)
        #expect(second.epoch == 43)
        #expect(second.token.reveal() != first.token.reveal())
        #expect(throws: TrustError.staleEpoch(42, current: 43)) { try tokens.check(42, from: Self.peers[0]) }
        try tokens.check(43, from: Self.peers[0])
        // A second use of a token ends the session, even by the same peer.
        #expect(throws: TrustError.notResumable) {
            try tokens.redeem(first.token.reveal(), from: Self.peers[0], now: 7, using: &generator)
        }
        #expect(throws: TrustError.notResumable) {
            try tokens.redeem(second.token.reveal(), from: Self.peers[0], now: 7, using: &generator)
        }
        #expect(throws: TrustError.notResumable) { try tokens.check(43, from: Self.peers[0]) }
        #expect(try tokens.begin(Self.peers[0], now: 8, using: &generator).epoch == 44)
    }

    @Test("A stolen token is of no use to another peer, and harms nobody")
    func theft() throws {
        var (tokens, generator) = (ResumptionTokens(), SeededGenerator(seed: 10))
        let ticket = try tokens.begin(Self.peers[0], now: 0, using: &generator)
        _ = try tokens.begin(Self.peers[1], now: 0, using: &generator)
        #expect(throws: TrustError.notResumable) {
            try tokens.redeem(ticket.token.reveal(), from: Self.peers[1], now: 1, using: &generator)
        }
        _ = try tokens.redeem(ticket.token.reveal(), from: Self.peers[0], now: 1, using: &generator)
    }

    @Test("Ten minutes after the loss it is over; a link that holds has no end")
    func time() throws {
        let lifetime = ResumptionTokens.lifetime
        var (tokens, generator) = (ResumptionTokens(), SeededGenerator(seed: 11))
        var ticket = try tokens.begin(Self.peers[0], now: 0, using: &generator)
        ticket = try tokens.redeem(
            ticket.token.reveal(), from: Self.peers[0], now: lifetime * 9, using: &generator)
        // The end of the old link does not suspend the session of the new one.
        tokens.suspend(Self.peers[0], epoch: ticket.epoch - 1, now: 0)
        tokens.suspend(Self.peers[0], epoch: ticket.epoch, now: lifetime * 10)
        tokens.suspend(Self.peers[0], epoch: ticket.epoch, now: lifetime * 11)
        var copy = tokens
        _ = try copy.redeem(ticket.token.reveal(), from: Self.peers[0], now: lifetime * 11, using: &generator)
        #expect(throws: TrustError.notResumable) {
            try tokens.redeem(ticket.token.reveal(), from: Self.peers[0], now: lifetime * 11 + 1, using: &generator)
        }
    }

    @Test("There are never more sessions than the limit; lost ones give way, running ones do not")
    func bounded() throws {
        var (tokens, generator) = (ResumptionTokens(), SeededGenerator(seed: 12))
        func id(_ number: Int) throws -> NodeID {
            try NodeID(Base32.encode([UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 0, count: 30)))
        }
        for number in 0..<ResumptionTokens.limit { _ = try tokens.begin(try id(number), now: 0, using: &generator) }
        #expect(throws: TrustError.tooMany("sessions", limit: ResumptionTokens.limit)) {
            try tokens.begin(try id(999), now: 1, using: &generator)
        }
        tokens.suspend(try id(7), epoch: 8, now: 5)
        tokens.suspend(try id(3), epoch: 4, now: 4)
        let ticket = try tokens.begin(try id(999), now: 6, using: &generator)
        #expect(ticket.epoch == UInt64(ResumptionTokens.limit) + 1)
        #expect(tokens.count == ResumptionTokens.limit)
        #expect(throws: TrustError.notResumable) { try tokens.check(4, from: try id(3)) }
        try tokens.check(8, from: try id(7))
        tokens.end(try id(7))
        #expect(tokens.count == ResumptionTokens.limit - 1)
    }

    @Test("Whatever peers do, epochs only grow and an old token never works")
    func anything() throws {
        var (tokens, generator) = (ResumptionTokens(), SeededGenerator(seed: 13))
        var (epoch, now, current) = (UInt64(0), UInt64(0), [NodeID: ResumptionTokens.Ticket]())
        var used: [(NodeID, [UInt8])] = []
        for _ in 0..<10_000 {
            now += UInt64.random(in: 0...ResumptionTokens.lifetime / 4, using: &generator)
            let peer = Self.peers.randomElement(using: &generator) ?? Self.peers[0]
            switch Int.random(in: 0...4, using: &generator) {
            case 0:
                if let old = current[peer] { used.append((peer, old.token.reveal())) }
                let ticket = try tokens.begin(peer, now: now, using: &generator)
                #expect(ticket.epoch > epoch)
                (epoch, current[peer]) = (ticket.epoch, ticket)
            case 1:
                if let ticket = current[peer] { tokens.suspend(peer, epoch: ticket.epoch, now: now) }
            case 2, 3:
                guard let ticket = current[peer] else { continue }
                used.append((peer, ticket.token.reveal()))
                current[peer] = try? tokens.redeem(ticket.token.reveal(), from: peer, now: now, using: &generator)
                if let next = current[peer] {
                    #expect(next.epoch > epoch)
                    epoch = next.epoch
                }
            default:
                guard let (owner, token) = used.randomElement(using: &generator) else { continue }
                #expect(throws: TrustError.notResumable) {
                    try tokens.redeem(token, from: owner, now: now, using: &generator)
                }
                current[owner] = nil
            }
        }
    }
}
