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
}
