// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@Suite("Numbers with what they count")
struct CountedTests {
    @Test("have a singular for one, and only for one")
    func plurals() {
        #expect([0, 1, 2, 21].map { $0.counted("frame") } == ["0 frames", "1 frame", "2 frames", "21 frames"])
        #expect([1, 2].map { $0.counted("camera is", "cameras are") } == ["1 camera is", "2 cameras are"])
    }
}
