// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Media

@Suite("The NAL units of a picture")
struct NALUnitsTests {
    private func unit(_ bytes: [UInt8]) -> AccessUnit {
        AccessUnit(tick: Tick(rawValue: 0), isSync: false, bytes: bytes)
    }

    @Test("come one by one, without their lengths; a cut unit ends with the bytes")
    func divided() {
        let units = NALUnits(of: unit([0, 0, 0, 2, 0x67, 1, 0, 0, 0, 1, 0x68, 0, 0, 0, 9, 0x65, 2, 3]))
        #expect(units.map(Array.init) == [[0x67, 1], [0x68], [0x65, 2, 3]])
        #expect(units.map(\.unitType) == [7, 8, 5])
        #expect(Array(NALUnits(of: unit([0, 0, 0, 1]))).isEmpty)
        // A length of 0 does not stop the way.
        #expect(NALUnits(of: unit([0, 0, 0, 0, 0x41, 0, 0, 0, 1, 0x65])).map(\.unitType) == [1, 5])
    }

    @Test(
        "say whether a slice is predicted from two pictures",
        arguments: [
            // The first macroblock is number 0, a single bit; then the type of the slice.
            ([0x41, 0b1010_0000] as [UInt8], true),  // 1: B
            ([0x01, 0b1001_1100] as [UInt8], true),  // 6: all slices are B
            ([0x41, 0b1100_0000] as [UInt8], false),  // 0: P
            ([0x41, 0b1001_1000] as [UInt8], false),  // 5: all slices are P
            ([0x65, 0b1010_0000] as [UInt8], false),  // an IDR picture has no such slice
            ([0x41] as [UInt8], false),
        ])
    func predicted(_ slice: [UInt8], _ isBipredicted: Bool) {
        let delimiter: [UInt8] = [0, 0, 0, 2, 0x09, 0xF0]
        let whole = unit(delimiter + [0, 0, 0, UInt8(slice.count)] + slice)
        #expect(whole.isBipredicted == isBipredicted)
    }
}
