// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import longshot

@Suite("A list of cameras")
struct CameraListTests {
    private func names(_ argument: String, among known: [String] = []) throws -> [String] {
        try #require(CameraList(argument: argument)).names(among: known)
    }

    @Test("is divided at its commas, but for those of a known name")
    func commas() throws {
        #expect(try names("porch, garden,,barn") == ["porch", "garden", "barn"])
        #expect(try names("a,b", among: ["a,b"]) == ["a,b"])
        #expect(try names("c, a,b ,d", among: ["a", "a,b", "c"]) == ["c", "a,b", "d"])
        #expect(try names("a,b,c", among: ["a,b", "a,b,c"]) == ["a,b,c"], "the longest one")
        #expect(try names("b,a", among: ["a,b", "a", "b"]) == ["b", "a"])
        #expect(try names("yard, back", among: ["yard, back"]) == ["yard, back"])
    }

    @Test("is of all cameras without a name, and is not empty otherwise")
    func all() throws {
        #expect(try names("all", among: ["all"]).isEmpty)
        #expect(CameraList(argument: " ,") == nil && CameraList(argument: "") == nil)
    }
}
