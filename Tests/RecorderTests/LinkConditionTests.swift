// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@testable import Recorder

@Suite("How a link to a camera is")
struct LinkConditionTests {
    private let start = ContinuousClock.now
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
        let first = condition.fail(.broken("reset"), now: start)
        #expect(published(first) == ["suspended reset"])
        #expect(first.contains(.noteSilence(reason: "reset")))
        #expect(condition.fail(.broken("reset"), now: start + .seconds(1)) == [.stayAway(reason: "reset")])
        #expect(published(condition.fail(.broken("refused"), now: start + .seconds(2))) == ["suspended refused"])
        #expect(published(condition.connect(as: "porch", at: "a:1")) == ["connected -"])
    }

    @Test("It is lost when the camera has forgotten the session, counted from when it broke")
    mutating func timedOut() {
        _ = condition.connect(as: "porch", at: "a:1")
        _ = condition.fail(.broken("reset"), now: start)
        #expect(condition.fail(.broken("reset"), now: start + LinkCondition.patience).count == 1)
        let late = condition.fail(.broken("reset"), now: start + LinkCondition.patience + .seconds(1))
        #expect(published(late) == ["lost timed out: reset"])
        _ = condition.connect(as: "porch", at: "a:1")
        let again = condition.fail(.broken("reset"), now: start + LinkCondition.patience + .seconds(9))
        #expect(published(again) == ["suspended reset"])
    }

    @Test("A camera that has revoked the recorder is known as such until it lets the recorder in again")
    mutating func revoked() {
        #expect(condition.fail(.revoked("no"), now: start).contains(.noteRevocation))
        #expect(!condition.fail(.revoked("no"), now: start).contains(.noteRevocation), "once")
        _ = condition.fail(.broken("reset"), now: start)
        #expect(condition.isRevoked)
        _ = condition.connect(as: "porch", at: "a:1")
        #expect(!condition.isRevoked)
    }

    @Test("What a goodbye said stays, whatever fails afterwards")
    mutating func goodbye() {
        _ = condition.connect(as: "porch", at: "a:1")
        #expect(published(condition.fail(.goodbye, now: start)) == ["lost ended: the camera said goodbye"])
        #expect(condition.fail(.broken("refused"), now: start) == [.stayAway(reason: "refused")])
        #expect(condition.link.phase == .lost)
        #expect(published(condition.fail(.revoked("no"), now: start)) == ["lost revoked: no"])
        #expect(published(condition.fail(.replaced("twice"), now: start)) == ["lost replaced: twice"])
    }
}
