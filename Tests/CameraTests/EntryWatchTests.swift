// SPDX-License-Identifier: Apache-2.0
import Media
import Testing

@testable import Camera

@Suite("A stream without key frames")
struct EntryWatchTests {
    private static let slice: [UInt8] = [0, 0, 0, 2, 0x41, 0x9A]
    /// As x264 writes it: a buffering period (0, 2 bytes) before the recovery point (6, 1 byte).
    private static let recovery: [UInt8] = [0, 0, 0, 9, 0x06, 0x00, 0x02, 0xAA, 0xBB, 0x06, 0x01, 0xC4, 0x80]

    private func unit(_ tick: Int64, isSync: Bool = false, _ bytes: [UInt8] = slice) -> AccessUnit {
        AccessUnit(tick: Tick(rawValue: tick), isSync: isSync, bytes: bytes)
    }

    @Test("is noticed at its second recovery point")
    func refreshed() {
        var watch = EntryWatch()
        let recovering = Self.recovery + Self.slice
        #expect(recovering.count == 19)
        #expect(unit(0, recovering).hasRecoveryPoint)
        let found = [unit(0, isSync: true, recovering), unit(1), unit(2, recovering), unit(3), unit(4, recovering)]
            .map { watch.add($0) }
        #expect(found == [false, false, false, false, true])
    }

    @Test("is none if key frames come, however rare they are")
    func grouped() {
        var watch = EntryWatch()
        for tick in 0..<10_000 {
            let isProven = watch.add(unit(Int64(tick), isSync: tick == 0))
            #expect(!isProven)
        }
        for tick in 0..<100 {
            let isProven = watch.add(unit(Int64(tick), isSync: tick.isMultiple(of: 2), Self.recovery + Self.slice))
            #expect(!isProven)
        }
    }

    @Test("is looked for safely in bytes that are cut off", arguments: 0...19)
    func cut(_ count: Int) {
        let whole = Self.recovery + Self.slice
        let part = unit(0, Array(whole.prefix(count)))
        #expect(!part.hasRecoveryPoint || count >= 12)
    }
}
