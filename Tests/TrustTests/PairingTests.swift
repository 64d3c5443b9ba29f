// SPDX-License-Identifier: Apache-2.0
import Testing
@testable import Trust

@Suite("Pairing")
struct PairingTests {
    static let second: UInt64 = 1_000_000_000

    @Test("Two nodes with the same code see the same words, and each gets the other as a peer")
    func together() throws {
        var scene = try PairingScene()
        var join = try scene.join(expected: scene.ownerIdentity.id)
        let confirmed = try scene.confirm(&join)
        let session = confirmed.session
        #expect(confirmed.joiner == confirmed.owner)
        #expect(confirmed.joiner.count == 4)
        func ask(_ scene: inout PairingScene) throws -> PairingJoin.Outcome {
            let verdict = try scene.window.verdict(session: session, from: scene.joinerIdentity, now: scene.now)
            return try join.received(verdict, at: 50, now: scene.now)
        }
        #expect(try ask(&scene) == .waiting)
        let peer = try scene.window.approve(session: session, grants: [.view, .record], at: 51, now: scene.now)
        #expect(peer.certificate == scene.joinerIdentity)
        #expect(
            (peer.name.text, peer.role, peer.grants, peer.pairedAt) == ("archive", .recorder, [.view, .record], 51))
        #expect(try peer.addresses == [PeerAddress("[2001:db8::7]:5665")], "where the joiner came from, with its port")
        #expect(try ask(&scene) == .waiting)
        scene.window.settle(peer.rights, now: scene.now)
        guard case .paired(let owner, let granted) = try ask(&scene) else {
            Issue.record("not paired")
            return
        }
        #expect(granted == Rights([.view, .record]))
        #expect(owner.certificate == scene.ownerIdentity)
        #expect((owner.name.text, owner.role, owner.pairedAt) == ("front door", .camera, 50))
        #expect(owner.grants == .usual(for: .camera, on: .recorder))
        #expect(scene.window.state(now: scene.now) == .closed(.paired))
        #expect(scene.window.isListening(now: scene.now))
        #expect(!scene.window.isListening(now: scene.now + PairingWindow.epilogueTime))
    }

    @Test("A code works once: after any end the window is closed to it")
    func once() throws {
        for ending in PairingWindow.Ending.allCases where ending != .failures {
            var scene = try PairingScene()
            var join = try scene.join()
            let session = try scene.confirm(&join).session
            switch ending {
            case .paired, .unsaved:
                let peer = try scene.window.approve(session: session, grants: .view, at: 0, now: scene.now)
                scene.window.settle(ending == .paired ? peer.rights : nil, now: scene.now)
            case .denied: try scene.window.deny(session: session, now: scene.now)
            case .expired: scene.now += PairingWindow.lifetime
            case .withdrawn: scene.window.close(now: scene.now)
            case .failures: break
            }
            #expect(scene.window.state(now: scene.now) == .closed(ending))
            let verdict = try scene.window.verdict(session: session, from: scene.joinerIdentity, now: scene.now)
            let expected: [PairingWindow.Ending: PairingVerdict.State] = [.paired: .approved, .denied: .denied]
            #expect(verdict.state == expected[ending, default: .closed])
            #expect(ending == .paired || (verdict.granted.isEmpty && verdict.given.isEmpty))
            let again = try scene.join()
            #expect(throws: PairingError.notOpen) {
                try scene.window.hello(
                    again.hello, from: scene.joinerIdentity, now: scene.now, using: &scene.generator)
            }
            #expect(throws: PairingError.notWaiting) {
                try scene.window.approve(session: session, grants: .admin, at: 0, now: scene.now)
            }
        }
    }

    @Test("The fifth wrong code closes the window, and the right one is worthless then")
    func failures() throws {
        var scene = try PairingScene()
        for failure in 1...PairingWindow.failureLimit {
            #expect(throws: PairingError.refused) { try scene.fail() }
            let state = scene.window.state(now: scene.now)
            if failure < PairingWindow.failureLimit {
                #expect(state == .open(until: 1_000 + PairingWindow.lifetime))
            } else {
                #expect(state == .closed(.failures))
            }
        }
        #expect(!scene.window.isListening(now: scene.now))
        var join = try scene.join()
        #expect(throws: PairingError.notOpen) {
            try scene.window.hello(
                join.hello, from: scene.joinerIdentity, now: scene.now, using: &scene.generator)
        }
        scene.code = scene.window.open(now: scene.now, using: &scene.generator)
        join = try scene.join()
        _ = try scene.confirm(&join)
    }

    @Test("Somebody in the middle who does not have the code never gets through, in 1,000 runs of 1,000")
    func middle() throws {
        let (toJoiner, toOwner) = (PairingScene.identities[2], PairingScene.identities[3])
        for seed in 0..<1_000 {
            var scene = try PairingScene(seed: UInt64(seed))
            // The joiner typed the code, so that it does not know which certificate to expect.
            var join = try scene.join(seeing: toJoiner)
            let answer = try scene.window.hello(
                join.hello, from: toOwner, now: scene.now, using: &scene.generator)
            let proof = try join.received(answer, now: scene.now)
            #expect(throws: PairingError.refused) {
                try scene.window.proof(proof, session: answer.session, from: toOwner, now: scene.now)
            }
            // No answer of the attacker equals the owner's answer.
            let forged = seed % 2 == 0 ? proof.mac : Bytes32(using: &scene.generator)
            #expect(throws: PairingError.refused) {
                try join.received(PairingProofAnswer(mac: forged), now: scene.now)
            }
        }
    }

    @Test("With a link, a node of another key is refused before anything is sent")
    func impostor() throws {
        var scene = try PairingScene()
        let (right, wrong) = (scene.ownerIdentity, PairingScene.identities[2])
        #expect(throws: PairingError.impostor(expected: right.id, found: wrong.id)) {
            try scene.join(seeing: wrong, expected: right.id)
        }
        #expect(throws: PairingError.oneself) { try scene.join(as: right) }
    }

    @Test("A nonce that was not promised is refused although the code is right")
    func commitment() throws {
        var scene = try PairingScene()
        var (join, other) = (try scene.join(), try scene.join())
        let answer = try scene.window.hello(
            join.hello, from: scene.joinerIdentity, now: scene.now, using: &scene.generator)
        _ = try join.received(answer, now: scene.now)
        let proof = try other.received(answer, now: scene.now)
        #expect(throws: PairingError.refused) {
            try scene.window.proof(
                proof, session: answer.session, from: scene.joinerIdentity, now: scene.now)
        }
    }

    @Test("Whatever is changed on the way, the two sides do not confirm")
    func tampering() throws {
        let changes: [(inout PairingHello) throws -> Void] = [
            { $0.name = try PeerName("archive 2") }, { $0.role = .remote }, { $0.wants.insert(.admin) },
            { $0.gives = [] }, { $0.commitment = PairingTranscript.commitment(to: $0.commitment) },
        ]
        for change in changes {
            var scene = try PairingScene()
            var join = try scene.join()
            var hello = join.hello
            try change(&hello)
            let answer = try scene.window.hello(
                hello, from: scene.joinerIdentity, now: scene.now, using: &scene.generator)
            let proof = try join.received(answer, now: scene.now)
            #expect(throws: PairingError.refused) {
                try scene.window.proof(proof, session: answer.session, from: scene.joinerIdentity, now: scene.now)
            }
        }
        let answers: [(inout PairingHelloAnswer) throws -> Void] = [
            { $0.name = try PeerName("back door") }, { $0.role = .recorder },
            { $0.session = "a" + $0.session.dropFirst() },
            { $0.nonce = PairingTranscript.commitment(to: $0.nonce) },
        ]
        for change in answers {
            var scene = try PairingScene(seed: 8)
            var join = try scene.join()
            let answer = try scene.window.hello(
                join.hello, from: scene.joinerIdentity, now: scene.now, using: &scene.generator)
            var changed = answer
            try change(&changed)
            let proof = try join.received(changed, now: scene.now)
            #expect(throws: PairingError.refused) {
                try scene.window.proof(proof, session: answer.session, from: scene.joinerIdentity, now: scene.now)
            }
        }
    }

    @Test("Silent joiners keep nobody waiting: the first with the code ends their attempts, later ones find it busy")
    func beside() throws {
        var scene = try PairingScene()
        let other = PairingScene.identities[2]
        var (silent, first) = (try scene.join(), try scene.join())
        let stale = try scene.window.hello(silent.hello, from: other, now: scene.now, using: &scene.generator)
        let session = try scene.confirm(&first).session
        #expect(session != stale.session)
        let proof = try silent.received(stale, now: scene.now)
        #expect(throws: PairingError.refused) {
            try scene.window.proof(proof, session: stale.session, from: other, now: scene.now)
        }
        #expect(throws: PairingError.busy) {
            try scene.window.hello(silent.hello, from: other, now: scene.now, using: &scene.generator)
        }
        _ = try scene.window.approve(session: session, grants: .view, at: 0, now: scene.now)
    }

    @Test("Wrong codes count, whatever else is under way; of too many attempts the oldest is forgotten")
    func crowd() throws {
        var scene = try PairingScene()
        let strangers = try (0..<PairingWindow.attemptLimit).map { _ in try NodeIdentity().certificate }
        let hello = try scene.join().hello
        for certificate in strangers {
            _ = try scene.window.hello(hello, from: certificate, now: scene.now, using: &scene.generator)
        }
        var late = try scene.join()
        #expect(try scene.confirm(&late).session.isEmpty == false)

        var guessed = try PairingScene()
        for certificate in strangers.prefix(PairingWindow.failureLimit) {
            let answer = try guessed.window.hello(hello, from: certificate, now: guessed.now, using: &guessed.generator)
            let lie = PairingProof(
                nonce: Bytes32(using: &guessed.generator), mac: Bytes32(using: &guessed.generator))
            _ = try guessed.window.hello(hello, from: strangers[15], now: guessed.now, using: &guessed.generator)
            #expect(throws: PairingError.refused) {
                try guessed.window.proof(lie, session: answer.session, from: certificate, now: guessed.now)
            }
        }
        #expect(guessed.window.state(now: guessed.now) == .closed(.failures))
    }

    @Test("The same joiner may begin anew; a silent one is forgotten")
    func turns() throws {
        var scene = try PairingScene()
        let other = PairingScene.identities[2]
        var (first, second) = (try scene.join(), try scene.join())
        let stale = try scene.window.hello(
            first.hello, from: scene.joinerIdentity, now: scene.now, using: &scene.generator)
        let session = try scene.confirm(&second).session
        let proof = try first.received(stale, now: scene.now)
        #expect(throws: PairingError.refused) {
            try scene.window.proof(proof, session: stale.session, from: scene.joinerIdentity, now: scene.now)
        }
        #expect(throws: PairingError.refused) {
            try scene.window.verdict(session: session, from: other, now: scene.now)
        }
        // A joiner that polls stays; a silent one times out.
        scene.now += PairingWindow.pollTime - 1
        _ = try scene.window.verdict(session: session, from: scene.joinerIdentity, now: scene.now)
        scene.now += PairingWindow.pollTime - 1
        _ = try scene.window.verdict(session: session, from: scene.joinerIdentity, now: scene.now)
        scene.now += PairingWindow.pollTime
        #expect(scene.window.state(now: scene.now) == .open(until: 1_000 + PairingWindow.lifetime))
        #expect(throws: PairingError.notWaiting) {
            try scene.window.approve(session: session, grants: .view, at: 0, now: scene.now)
        }
        _ = try scene.window.hello(first.hello, from: other, now: scene.now, using: &scene.generator)
        scene.now += PairingWindow.proofTime
        #expect(scene.window.state(now: scene.now) == .open(until: 1_000 + PairingWindow.lifetime))
    }

    @Test("A candidate that leaves is removed at once, the window stays open, and another session is not affected")
    func leaving() throws {
        var scene = try PairingScene()
        var join = try scene.join()
        let session = try scene.confirm(&join).session
        scene.window.leave(session: "another", now: scene.now)
        guard case .confirming = scene.window.state(now: scene.now) else {
            Issue.record("the candidate was removed")
            return
        }
        scene.window.leave(session: session, now: scene.now)
        #expect(scene.window.state(now: scene.now) == .open(until: 1_000 + PairingWindow.lifetime))
        #expect(throws: PairingError.notWaiting) {
            try scene.window.approve(session: session, grants: .view, at: 0, now: scene.now)
        }
        var next = try scene.join()
        let other = try scene.confirm(&next).session
        _ = try scene.window.approve(session: other, grants: .view, at: 0, now: scene.now)
        scene.window.leave(session: other, now: scene.now)
        #expect(scene.window.state(now: scene.now) == .closed(.paired))
    }

    @Test("The owner's click is for the joiner on the screen, not for the one after it")
    func click() throws {
        var scene = try PairingScene()
        var (first, second) = (try scene.join(), try scene.join())
        let old = try scene.confirm(&first).session
        let new = try scene.confirm(&second).session
        #expect(throws: PairingError.notWaiting) {
            try scene.window.approve(session: old, grants: .view, at: 0, now: scene.now)
        }
        #expect(throws: PairingError.notWaiting) { try scene.window.deny(session: old, now: scene.now) }
        _ = try scene.window.approve(session: new, grants: .view, at: 0, now: scene.now)
    }

    @Test("A verdict that names more cameras than are stored is refused")
    func tooManyCameras() throws {
        for (count, isAllowed) in [(Rights.cameraLimit, true), (Rights.cameraLimit + 1, false)] {
            var scene = try PairingScene()
            var join = try scene.join()
            _ = try scene.confirm(&join)
            let letters = Array("abcdefghijklmnopqrstuvwxyz")
            let cameras = try (0..<count).map { number in
                let tail: [Character] = [letters[number / 26], letters[number % 26], "a", "a"]
                return try NodeID(String(repeating: "a", count: 48) + String(tail))
            }
            let verdict = PairingVerdict(.approved, granted: Rights(.send, viewOf: cameras))
            let outcome = Result { () throws(PairingError) in try join.received(verdict, at: 0, now: scene.now) }
            #expect(((try? outcome.get()) != nil) == isAllowed)
        }
    }

    @Test("The joiner takes each message in its turn, once, and not for ever")
    func order() throws {
        var scene = try PairingScene()
        let join = try scene.join()
        var copy = join
        #expect(throws: PairingError.outOfTurn) {
            try copy.received(PairingVerdict(.approved, granted: Rights(.admin)), at: 0, now: scene.now)
        }
        #expect(throws: PairingError.outOfTurn) {
            try copy.received(PairingProofAnswer(mac: Bytes32(using: &scene.generator)), now: scene.now)
        }
        copy = join
        let answer = try scene.window.hello(
            join.hello, from: scene.joinerIdentity, now: scene.now, using: &scene.generator)
        _ = try copy.received(answer, now: scene.now)
        #expect(throws: PairingError.outOfTurn) { try copy.received(answer, now: scene.now) }
        copy = join
        #expect(throws: PairingError.timedOut) { try copy.received(answer, now: scene.now + PairingJoin.patience) }
        var future = join.hello
        future.version = 2
        #expect(throws: PairingError.version(2)) {
            try scene.window.hello(future, from: scene.joinerIdentity, now: scene.now, using: &scene.generator)
        }
    }
}
