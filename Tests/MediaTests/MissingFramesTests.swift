// SPDX-License-Identifier: Apache-2.0
import Media
import Testing

@Suite("Missing frames in words")
struct MissingFramesTests {
    @Test("Counted frames and those that nobody counted are told apart, with a limit if one is known")
    func text() {
        #expect(MissingFrames(1).text == "1 frame missing" && MissingFrames(0).addition.isEmpty)
        #expect(
            MissingFrames(3, isUncounted: true, atMost: 32).text
                == "3 frames missing, and at most 32 that nobody counted")
        #expect(MissingFrames(3, isUncounted: true).text == "3 frames missing, and some that nobody counted")
        #expect(
            MissingFrames(0, isUncounted: true, atMost: 1).text == "at most 1 frame missing that nobody counted")
        #expect(MissingFrames(0, isUncounted: true).text == "some frames missing that nobody counted")
    }

    @Test("The limits of several gaps add up, unless one has none")
    func sum() {
        let parts = [MissingFrames(2), MissingFrames(1, isUncounted: true, atMost: 5), MissingFrames(3)]
        #expect(MissingFrames(parts) == MissingFrames(6, isUncounted: true, atMost: 5))
        #expect(MissingFrames(parts + [MissingFrames(0, isUncounted: true)]).atMost == nil)
        #expect(!MissingFrames([MissingFrames(2)]).isUncounted)
    }
}
