// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Testing
import Trust

@testable import longshot

@Suite("Grants on the command line")
struct GrantListTests {
    @Test("are read with the cameras to which a view is bound, and none is none")
    func good() throws {
        let list = try GrantList(reading: "view:porch,send,view:gate")
        #expect(list.grants == [.send] && list.cameras == ["porch", "gate"])
        #expect(try GrantList(reading: "view,shoot,admin").grants == [.view, .shoot, .admin])
        #expect(try GrantList(reading: "none").grants == [])
        #expect(try Grants(reading: "view,record") == [.view, .record])
        #expect(try Grants(reading: "none") == [])
    }

    @Test("tell what is lost, also a view that was bound to a camera")
    func lost() throws {
        let (porch, garden) = (try NodeIdentity().id, try NodeIdentity().id)
        let (names, both) = (CameraNames([]), [porch, garden])
        let changes: [(Rights, Rights, String)] = [
            (
                Rights([], viewOf: both), Rights([], viewOf: [porch]),
                "view:\(porch.short); no longer: view:\(garden.short)"
            ),
            (Rights([.send], viewOf: [porch]), Rights([.record]), "record; no longer: view:\(porch.short) send"),
            (Rights([], viewOf: [porch]), Rights([]), "nothing; no longer: view:\(porch.short)"),
            (Rights([.view]), Rights([], viewOf: [porch]), "view:\(porch.short); no longer: view"),
            (Rights([], viewOf: both), Rights([.view]), "view"),
        ]
        for (before, now, words) in changes {
            #expect(now.change(of: "guest", from: before, naming: names) == "guest may now: \(words)")
        }
    }

    @Test("The grants behind a plus sign are added to those that a peer has already")
    func added() throws {
        let (porch, garden) = (try NodeIdentity().id, try NodeIdentity().id)
        let bounded = Rights([.send], viewOf: [porch])
        let changes: [(String, Rights, Rights, Rights)] = [
            ("+record", Rights([.view, .send]), Rights([.record]), Rights([.view, .send, .record])),
            ("record", Rights([.view, .send]), Rights([.record]), Rights([.record])),
            ("+shoot", bounded, Rights([.shoot]), Rights([.send, .shoot], viewOf: [porch])),
            ("+view:garden", bounded, Rights([], viewOf: [garden]), Rights([.send], viewOf: [porch, garden])),
            ("+view:garden", Rights([.view]), Rights([], viewOf: [garden]), Rights([.view])),
            ("+view", bounded, Rights([.view]), Rights([.view, .send])),
        ]
        for (text, before, named, now) in changes {
            #expect(try GrantChange(reading: text).rights(from: before, named) == now, "\(text)")
        }
    }

    @Test(
        "name the word that is wrong, the nearest one, and all that there are",
        arguments: [
            (["page", "--grants", "vew"], "\"vew\" is no grant. Did you mean \"view\"? There are view, shoot, "),
            (["page", "--grants", "fly"], "send, admin, view:CAMERA, with commas between; none alone for nothing"),
            (["pair", "grant", "attic", "view,all"], "\"all\" is no grant. There are view, "),
            (["pair", "grant", "attic", "view,none"], "\"none\" is no grant."),
            (["pair", "grant", "attic", "view:"], "\"view:\" is no grant."),
            (["pair", "grant", "attic", "+vew"], "\"vew\" is no grant. Did you mean \"view\"?"),
            (["pair", "grant", "attic", "+none"], "a plus sign adds grants: name one, as in +shoot"),
            (["pair", "open", "--grants", "+view"], "\"+view\" is no grant."),
            (["pair", "open", "--grants", "view,"], "\"\" is no grant."),
            (["pair", "join", "--wants", "recod"], "\"recod\" is no grant. Did you mean \"record\"?"),
        ] as [([String], String)])
    func wrong(_ arguments: [String], _ words: String) throws {
        let error = #expect(throws: (any Error).self) { try Longshot.parseAsRoot(arguments) }
        let text = Longshot.message(for: try #require(error))
        #expect(text.contains(words), "\(text)")
    }
}
