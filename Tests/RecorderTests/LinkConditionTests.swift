// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@testable import Recorder

@Suite("How a link to a camera is")
struct LinkConditionTests {
    private let start = ContinuousClock.now
    /// 2026-11-21T10:00:00.250Z.
    private let utc: Int64 = 1_795_255_200_250_000_000
    private var condition = LinkCondition(CameraLinkState(address: "10.0.0.7:5680"))

    /// The phases and reasons of the published actions.
    private func published(_ actions: [LinkCondition.Action]) -> [String] {
        actions.compactMap {
            guard case .publish(let link) = $0 else { return nil }
            return "\(link.phase.rawValue) \(link.reason ?? "-")"
        }
    }

    @Test("A camera that answers is published once, with its name and place")
    mutating func connected() {
        #expect(published(condition.connect(as: "porch", at: "10.0.0.8:5680")) == ["connected -"])
        #expect(condition.link.name == "porch" && condition.link.address == "10.0.0.8:5680")
        #expect(condition.connect(as: nil, at: "10.0.0.8:5680").isEmpty)
        #expect(condition.link.name == "porch")
    }

    @Test("A link that breaks is suspended, and the archive hears once that the camera is silent")
    mutating func broken() {
        _ = condition.connect(as: "porch", at: "a:1")
        let first = condition.fail(.broken("reset"), now: start, utc: utc)
        #expect(published(first) == ["suspended reset"])
        #expect(first.contains(.noteSilence))
        let second = condition.fail(.broken("reset"), now: start + .seconds(1), utc: utc)
        #expect(second == [.tellLoss(reason: "reset", isOrderly: false), .stayAway(reason: "reset")])
        #expect(condition.fail(.broken("reset"), now: start + .seconds(2), utc: utc) == [.stayAway(reason: "reset")])
        #expect(
            published(condition.fail(.broken("refused"), now: start + .seconds(3), utc: utc)) == ["suspended refused"])
        #expect(published(condition.connect(as: "porch", at: "a:1")) == ["connected -"])
    }

    @Test("A loss is told when the next connect fails or succeeds, and not if it was a revocation")
    mutating func told() {
        let loss = LinkCondition.Action.tellLoss(reason: "reset", isOrderly: false)
        _ = condition.connect(as: "porch", at: "a:1")
        #expect(!condition.fail(.broken("reset"), now: start, utc: utc).contains(loss))
        #expect(condition.connect(as: "porch", at: "a:1").first == loss)
        #expect(!condition.fail(.broken("reset"), now: start, utc: utc).contains(loss))
        let revoked = condition.fail(.revoked(at: nil), now: start, utc: utc)
        #expect(revoked.contains(.noteRevocation) && !revoked.contains(loss))
        #expect(!condition.connect(as: "porch", at: "a:1").contains(loss))
    }

    @Test("A camera that withholds its footage is connected only when it accepts the recorder")
    mutating func denied() {
        _ = condition.connect(as: "porch", at: "a:1")
        #expect(published(condition.fail(.denied("grant it"), now: start, utc: utc)) == ["suspended grant it"])
        for second in 1...3 {
            #expect(condition.connect(as: "porch", at: "a:1").isEmpty)
            let again = condition.fail(.denied("grant it"), now: start + .seconds(second), utc: utc)
            #expect(again == [.stayAway(reason: "grant it")])
        }
        _ = condition.fail(.goodbye, now: start, utc: utc)
        #expect(published(condition.connect(as: "porch", at: "a:1")) == ["suspended grant it"])
        #expect(condition.denial == "grant it")
        #expect(published(condition.accept()) == ["connected -"] && condition.denial == nil)
    }

    @Test("A lost link says since when, whatever fails afterwards; one that never was connected does not")
    mutating func lostSince() {
        _ = condition.fail(.broken("refused"), now: start, utc: utc)
        #expect(condition.link.lostSince == nil)
        _ = condition.connect(as: "porch", at: "a:1")
        _ = condition.fail(.broken("reset"), now: start, utc: utc + 1)
        _ = condition.fail(.goodbye, now: start, utc: utc + 2)
        #expect(condition.link.lostSince == utc + 1)
        _ = condition.connect(as: "porch", at: "a:1")
        #expect(condition.link.lostSince == nil)
    }

    @Test("It is lost when the camera has forgotten the session, counted from when it broke")
    mutating func timedOut() {
        _ = condition.connect(as: "porch", at: "a:1")
        _ = condition.fail(.broken("reset"), now: start, utc: utc)
        let soon = condition.fail(.broken("reset"), now: start + LinkCondition.patience, utc: utc)
        #expect(published(soon).isEmpty && soon.last == .stayAway(reason: "reset"))
        let late = condition.fail(.broken("reset"), now: start + LinkCondition.patience + .seconds(1), utc: utc)
        #expect(published(late) == ["lost timed out: reset"])
        _ = condition.connect(as: "porch", at: "a:1")
        let again = condition.fail(.broken("reset"), now: start + LinkCondition.patience + .seconds(9), utc: utc)
        #expect(published(again) == ["suspended reset"])
    }

    @Test("A camera that has revoked the recorder is known as such until it lets the recorder in again")
    mutating func revoked() {
        #expect(condition.fail(.revoked(at: nil), now: start, utc: utc).contains(.noteRevocation))
        let later = condition.fail(.revoked(at: nil), now: start, utc: utc + 60_000_000_000)
        #expect(!later.contains(.noteRevocation), "once")
        #expect(condition.refusal?.utc == utc && published(later).isEmpty, "the first refusal counts")
        _ = condition.fail(.broken("reset"), now: start, utc: utc)
        #expect(condition.refusal?.utc == utc)
        #expect(condition.link.revokedByPeerAt == 1_795_255_200 && condition.link.revokedAt == nil)
        #expect(condition.refusal?.words.hasSuffix(" or before") == true, "an earlier run may have been refused, too")
        _ = condition.connect(as: "porch", at: "a:1")
        #expect(condition.refusal == nil && condition.link.revokedByPeerAt == nil)
        _ = condition.fail(.revoked(at: nil), now: start, utc: utc)
        #expect(condition.refusal?.words.hasSuffix("Z") == true)
    }

    @Test("A camera that was just paired has not revoked the recorder, unless it says so")
    mutating func justPaired() {
        let actions = condition.fail(.revoked(at: nil), isJustPaired: true, now: start, utc: utc)
        #expect(!actions.contains(.noteRevocation) && condition.link.phase == .suspended)
        #expect(condition.fail(.revoked(at: 1), isJustPaired: true, now: start, utc: utc).contains(.noteRevocation))
    }

    @Test("A camera that says when it revoked the recorder is believed over the first refusal that said nothing")
    mutating func said() {
        _ = condition.connect(as: "porch", at: "a:1")
        _ = condition.fail(.revoked(at: nil), now: start, utc: utc)
        let said = condition.fail(.revoked(at: utc / 1_000_000_000 - 60), now: start, utc: utc)
        #expect(said.contains(.noteRevocation))
        #expect(
            published(said) == [
                "lost revoked: it revoked this recorder at 2026-11-21T09:59:00Z; \(LinkCondition.pairing)"
            ])
        #expect(!condition.fail(.revoked(at: nil), now: start, utc: utc).contains(.noteRevocation))
        #expect(condition.refusal?.certainty == .said)
        #expect(condition.link.revokedByPeerAt == 1_795_255_140)
    }

    @Test("A camera that this recorder has revoked is published as such with the time, once")
    mutating func revokedHere() {
        _ = condition.connect(as: "porch", at: "a:1")
        #expect(published(condition.revoke(at: 77)) == ["lost revoked: this recorder has revoked it"])
        #expect(condition.link.revokedAt == 77 && condition.link.revokedByPeerAt == nil)
        #expect(condition.revoke(at: 77).isEmpty)
    }

    @Test("What a goodbye said stays, whatever fails afterwards")
    mutating func goodbye() {
        _ = condition.connect(as: "porch", at: "a:1")
        let goodbye = condition.fail(.goodbye, now: start, utc: utc)
        #expect(published(goodbye) == ["lost ended: the camera was stopped"])
        #expect(
            goodbye.suffix(2) == [.tellLoss(reason: "ended: the camera was stopped", isOrderly: true), .noteSilence])
        #expect(condition.fail(.broken("refused"), now: start, utc: utc) == [.stayAway(reason: "refused")])
        #expect(condition.link.phase == .lost)
        #expect(
            published(condition.fail(.revoked(at: nil), now: start, utc: utc)) == [
                "lost revoked: it has not let this recorder in since 2026-11-21T10:00:00Z; \(LinkCondition.pairing)"
            ])
        #expect(published(condition.fail(.replaced("twice"), now: start, utc: utc)) == ["lost replaced: twice"])
    }
}
