// SPDX-License-Identifier: Apache-2.0
import Media
import Testing
import TestSupport

@Suite("Annex B")
struct AnnexBTests {
    private let sets = ParameterSets(sequence: [[0x67, 1, 2]], picture: [[0x68, 3]])

    @Test("a key frame is preceded by its parameter sets")
    func keyFrame() {
        let unit = AccessUnit(tick: Tick(rawValue: 0), isSync: true, bytes: [0, 0, 0, 2, 0x65, 9, 0, 0, 0, 1, 0x06])
        #expect(
            AnnexB.bytes(of: unit, parameterSets: sets)
                == [0, 0, 0, 1, 0x67, 1, 2, 0, 0, 0, 1, 0x68, 3, 0, 0, 0, 1, 0x65, 9, 0, 0, 0, 1, 0x06])
    }

    @Test("another frame is not, and comes back canonical", arguments: 0..<50)
    func roundTrip(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var canonical: [UInt8] = []
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
            // 0x41 is a slice; other bytes are never zero, so that no emulation prevention is needed.
            let unit =
                [0x41]
                + (0..<Int.random(in: 1...300, using: &generator)).map { _ in
                    UInt8.random(in: 1...255, using: &generator)
                }
            canonical += [0, 0, UInt8(unit.count >> 8), UInt8(unit.count & 0xFF)] + unit
        }
        let stream = AnnexB.bytes(
            of: AccessUnit(tick: Tick(rawValue: 5), isSync: false, bytes: canonical), parameterSets: sets)
        var assembler = AccessUnitAssembler(codec: .h264)
        _ = try assembler.push(stream, tick: Tick(rawValue: 5))
        let whole = assembler.flush()
        #expect(whole?.unit.bytes == canonical)
    }
}
