// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import longshot

@Suite("The files of several cameras")
struct CameraFileNamesTests {
    @Test("are called after them, and after their ids too where the names would be alike")
    func names() {
        let cameras = [
            ("aaaaaaaaaa", "front/door"), ("bbbbbbbbbb", "back/Door"), ("cccccccccc", "barn"),
            ("dddddddddd", "Tor: links"),
            ("eeeeeeeeee", "Tor? links"),
        ]
        let names = CameraFileNames(cameras.map { (id: $0.0, name: $0.1) })
        let texts = cameras.map { names[$0.0, named: $0.1] }
        #expect(texts == ["front_door", "back_Door", "barn", "Tor_ links-ddddddd", "Tor_ links-eeeeeee"])
        #expect(names["other", named: "a/b\\c"] == "a_b_c")
    }

    @Test("are called after their ids also where a camera that takes no part has the same name")
    func beside() {
        let known = [
            (id: "aaaaaaaaaa", name: "porch"), (id: "bbbbbbbbbb", name: "Porch"), (id: "cccccccccc", name: "barn"),
        ]
        let names = CameraFileNames(
            [(id: "aaaaaaaaaa", name: "porch"), (id: "cccccccccc", name: "barn")], beside: known)
        #expect(names["aaaaaaaaaa", named: "porch"] == "porch-aaaaaaa")
        #expect(names["cccccccccc", named: "barn"] == "barn")
    }
}
