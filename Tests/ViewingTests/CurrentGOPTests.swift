// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Viewing

@Suite("The group of pictures in progress")
struct CurrentGOPTests {
    private func gop(_ pictures: [(name: String, isSync: Bool, byteCount: Int)]) -> [String] {
        var gop = CurrentGOP<String>()
        for picture in pictures { gop.add(picture.name, isSync: picture.isSync, byteCount: picture.byteCount) }
        return gop.pictures
    }

    @Test("begins with the last key frame")
    func begins() {
        #expect(gop([("a", false, 1), ("b", false, 1)]) == [])
        #expect(gop([("a", false, 1), ("K", true, 1), ("b", false, 1)]) == ["K", "b"])
        #expect(gop([("K", true, 1), ("b", false, 1), ("L", true, 1), ("c", false, 1)]) == ["L", "c"])
    }

    @Test("is discarded when it is too large, until the next key frame")
    func bounded() {
        let limit = CurrentGOP<String>.limit
        #expect(gop([("K", true, 1_024), ("b", false, limit - 1_024)]) == ["K", "b"])
        #expect(gop([("K", true, 1), ("b", false, limit), ("c", false, 1)]) == [])
        #expect(gop([("K", true, limit + 1), ("b", false, 1)]) == [])
        // Pictures of one byte each take memory, too.
        let tiny = (0...limit / 1_024).map { ("\($0)", $0 == 0, 1) }
        #expect(gop(tiny.dropLast()).count == tiny.count - 1 && gop(tiny) == [])
        #expect(gop([("K", true, 1), ("b", false, limit), ("L", true, 1), ("c", false, 1)]) == ["L", "c"])
    }
}
