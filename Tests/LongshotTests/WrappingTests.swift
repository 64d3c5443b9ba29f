// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import longshot

@Suite("A long line on a narrow terminal")
struct WrappingTests {
    @Test("is broken between words, and never within a command")
    func wrapped() {
        let text = "PROBLEM  disk: it is full: `longshot record stop --camera porch` ends a recording"
        #expect(
            Format.wrapped(text, width: 40, indent: 4) == [
                "PROBLEM  disk: it is full:",
                "    `longshot record stop --camera porch`", "    ends a recording",
            ])
        #expect(Format.wrapped("          short", width: 40, indent: 10) == ["          short"])
        #expect(Format.wrapped("  0123456789 0", width: 8, indent: 2) == ["  0123456789", "  0"])
    }
}
