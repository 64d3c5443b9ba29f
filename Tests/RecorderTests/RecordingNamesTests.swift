// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Recorder

@Suite("The ids of recordings")
struct RecordingNamesTests {
    @Test("sort by the moment of the start, also within a second, and occur once")
    func order() {
        let (names, start) = (RecordingNames(), Int64(1_795_233_903_250_000_000))
        let first = names.next(at: start)
        #expect(first == "20261121T040503Z-32500")
        let ids = [first] + [0, 0, 20_000, 700_000_000, 749_999_999].map { names.next(at: start + $0) }
        #expect(ids == ids.sorted() && Set(ids).count == 6, "\(ids)")
        #expect(names.next(at: start + 750_000_000) == "20261121T040504Z-10000")
        #expect(names.next(at: start) == "20261121T040504Z-10001", "the clock was set back a little")
        #expect(names.next(at: start - 3_600_000_000_000).hasPrefix("20261121T030503Z-"))
    }
}
