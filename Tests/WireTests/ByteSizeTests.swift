// SPDX-License-Identifier: Apache-2.0
import Testing
import Wire

@Suite("Sizes in bytes")
struct ByteSizeTests {
    @Test("have two or three digits and a unit of 1000, as on the page (values.test.js)")
    func text() {
        let sizes = [
            0, 999, 1_000, 99_949, 99_950, 999_499, 999_500, 2_000_000_000, 5_000_000_000_000_000,
            1_000_000_000_000_000_000,
        ]
        #expect(
            sizes.map { ByteSize.text($0) } == [
                "0 B", "999 B", "1.0 kB", "99.9 kB", "100 kB", "999 kB", "1.0 MB", "2.0 GB", "5.0 PB", "1.0 EB",
            ])
    }

    @Test("are read as people type them, and what is typed is read back as the same number")
    func typed() {
        let readings: [(String, Int?)] = [
            ("48MB", 48_000_000), ("1.5 GB", 1_500_000_000), ("4GiB", 4_294_967_296), ("2k", 2_000), ("7", 7),
            ("7 b", 7),
            ("1_000kb", 1_000_000), ("0.5kB", 500), ("0.0001kB", nil), ("", nil), ("MB", nil), ("-1MB", nil),
            ("1.2.3MB", nil),
            ("3 XB", nil), ("9EB", 9_000_000_000_000_000_000), ("10EB", nil), ("1MiBB", nil), ("inf", nil),
            ("٣MB", nil),
        ]
        for (text, bytes) in readings { #expect(ByteSize.bytes(of: text) == bytes, "\(text)") }
        for bytes in [0, 1, 999, 1_000, 1_500_000, 48_000_000, 1_000_000_000_000_000_000, .max] {
            #expect(ByteSize.bytes(of: ByteSize.typed(bytes)) == bytes)
        }
        #expect(
            ByteSize.typed(1_500_000) == "1500kB" && ByteSize.typed(48_000_000) == "48MB" && ByteSize.typed(0) == "0")
    }
}
