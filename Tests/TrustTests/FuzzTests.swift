// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing
import Wire
@testable import Trust

/// Gives each parser 10,000 mutations of valid input: it must return a value or throw one of our errors, and never trap.
@Suite("Hostile input")
struct FuzzTests {
    static let count = 10_000

    static func texts(_ seeds: [String], _ state: UInt64, _ parse: (String) throws -> Void) {
        var generator = SeededGenerator(seed: state)
        for index in 0..<count {
            let text = String(decoding: generator.mutate(Array(seeds[index % seeds.count].utf8)), as: UTF8.self)
            do {
                try parse(text)
            } catch {
                #expect(error is TrustError, "\(text.debugDescription): \(error)")
            }
        }
    }

    @Test("Texts that people and QR codes bring")
    func text() throws {
        var generator = SeededGenerator(seed: 20)
        let code = PairingCode(using: &generator)
        let link = try PairingLinkTests.link()
        Self.texts([PairingScene.identities[0].id.text], 21) {
            let id = try NodeID($0)
            #expect(id.text == $0.lowercased())
        }
        Self.texts([code.text, code.grouped], 22) { _ = try PairingCode(try PairingCode($0).text) }
        Self.texts(["box.local:5664", "[2001:db8::7]:1", "192.0.2.7:80"], 23) {
            let address = try PeerAddress($0)
            let again = try PeerAddress("\(address)")
            #expect(again == address)
        }
        Self.texts(["Front door", "カメラ 🎥"], 24) { _ = try PeerName($0) }
        Self.texts([link.text], 25) {
            let read = try PairingLink($0)
            let again = try PairingLink(read.text)
            #expect(again.text == read.text)
        }
        Self.texts([MediaKey(using: &generator).base64], 26) { _ = try MediaKey(.aes256, ssrc: 1, base64: $0) }
    }

    @Test("Certificates of strangers")
    func certificate() {
        var generator = SeededGenerator(seed: 27)
        let good = PairingScene.identities[0].der
        for _ in 0..<Self.count {
            let der = generator.mutate(good)
            do {
                #expect(try PinnedCertificate(der: der).der == der)
            } catch {
                #expect("\(error)".hasPrefix("This is not a valid certificate: "))
            }
        }
    }

    @Test("Messages of strangers")
    func messages() throws {
        var scene = try PairingScene()
        var join = try scene.join()
        let answer = try scene.window.hello(
            join.hello, from: scene.joinerIdentity, now: 1_000, using: &scene.generator)
        let proof = try join.received(answer, now: 1_000)
        let reply = PairingProofAnswer(mac: proof.mac)
        let verdict = PairingVerdict(.approved, granted: Rights(.view), given: [.view, .send])
        func fuzz<Message: Codable & Equatable>(_ message: Message, _ state: UInt64) throws {
            let text = String(decoding: try JSON.encode(message), as: UTF8.self)
            #expect(try PairingMessage.decode(Message.self, from: Data(text.utf8)) == message)
            Self.texts([text], state) { _ = try PairingMessage.decode(Message.self, from: Data($0.utf8)) }
        }
        try fuzz(join.hello, 30)
        try fuzz(answer, 31)
        try fuzz(proof, 32)
        try fuzz(reply, 33)
        try fuzz(verdict, 34)
        let deep = Data(String(repeating: "[", count: 4_000).utf8)
        #expect(throws: TrustError.self) { try PairingMessage.decode(PairingHello.self, from: deep) }
        #expect(throws: TrustError.self) { try PairingMessage.decode(PairingHello.self, from: Data(count: 5_000)) }
    }

    @Test("Peers of a file that somebody touched")
    func peers() throws {
        let peer = try PeerStoreTests.peer("one")
        let text = String(decoding: try JSON.encode(PeerList(peers: [peer])), as: UTF8.self)
        var generator = SeededGenerator(seed: 35)
        for _ in 0..<Self.count {
            let data = Data(generator.mutate(Array(text.utf8)))
            if let list = try? JSON.decode(PeerList.self, from: data) {
                for peer in list.peers { #expect(try PinnedCertificate(der: peer.certificate.der).id == peer.id) }
            }
        }
    }

    @Test("Any calls in any order: nobody without the code is ever shown to the owner, and five failures are the end")
    func anyOrder() throws {
        var scene = try PairingScene(seed: 36)
        let strangers = Array(PairingScene.identities[1...])
        var (sessions, nonces) = ([String](), [Bytes32]())
        var failures = 0
        for _ in 0..<Self.count {
            scene.now += UInt64.random(in: 0...20_000_000_000, using: &scene.generator)
            let stranger = strangers.randomElement(using: &scene.generator) ?? strangers[0]
            let session = sessions.randomElement(using: &scene.generator) ?? ""
            switch Int.random(in: 0...9, using: &scene.generator) {
            case 0...3:
                var hello = try scene.join(as: stranger).hello
                let nonce = Bytes32(using: &scene.generator)
                hello.commitment = PairingTranscript.commitment(to: nonce)
                guard
                    let answer = try? scene.window.hello(
                        hello, from: stranger, now: scene.now, using: &scene.generator)
                else { continue }
                (sessions, nonces) = (sessions.suffix(3) + [answer.session], nonces.suffix(3) + [nonce])
            case 4...6:
                let nonce = nonces.randomElement(using: &scene.generator) ?? Bytes32(using: &scene.generator)
                let proof = PairingProof(nonce: nonce, mac: Bytes32(using: &scene.generator))
                let before = scene.window.state(now: scene.now)
                #expect(throws: PairingError.refused) {
                    try scene.window.proof(proof, session: session, from: stranger, now: scene.now)
                }
                if case .attempting = before, before != scene.window.state(now: scene.now) { failures += 1 }
                #expect(failures <= PairingWindow.failureLimit)
            case 7:
                #expect(throws: PairingError.refused) {
                    try scene.window.verdict(session: session, from: stranger, now: scene.now)
                }
            case 8:
                #expect(throws: PairingError.notWaiting) {
                    try scene.window.approve(session: session, grants: .admin, at: 0, now: scene.now)
                }
            default:
                scene.window.settle(Rights(.admin), now: scene.now)
            }
            switch scene.window.state(now: scene.now) {
            case .confirming: Issue.record("confirmed without the code")
            case .closed:
                (failures, sessions) = (0, [])
                _ = scene.window.open(now: scene.now, using: &scene.generator)
            case .idle, .open, .attempting: break
            }
        }
    }
}
