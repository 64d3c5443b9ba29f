// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ControlServer

@Suite("Byte ranges")
struct ByteRangeTests {
    @Test(
        "A range is what RFC 9110 says",
        arguments: [
            (nil, .whole),
            ("bytes=0-0", .part(0..<1)),
            ("bytes=2-4", .part(2..<5)),
            ("Bytes=2-", .part(2..<10)),
            ("bytes=-3", .part(7..<10)),
            ("bytes=-99", .part(0..<10)),
            ("bytes=9-99999999999999999999999", .part(9..<10)),
            ("bytes=10-", .unsatisfiable),
            ("bytes=10-12", .unsatisfiable),
            ("bytes=-0", .unsatisfiable),
            // Malformed ranges, unknown units and several ranges are ignored.
            ("bytes=4-2", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole),
            ("bytes=+1-2", .whole), ("bytes=0-1,4-5", .whole), ("lines=0-1", .whole), ("", .whole),
            ("bytes", .whole), ("bytes=1", .whole), ("bytes= 1-2", .whole),
        ] as [(String?, ByteRange)])
    func range(field: String?, expected: ByteRange) {
        #expect(ByteRange(field, size: 10) == expected)
    }

    @Test("Nothing of an empty file can be had in part")
    func empty() {
        #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-1", size: 0) == .unsatisfiable)
        #expect(ByteRange(nil, size: 0) == .whole)
    }
}
