// SPDX-License-Identifier: Apache-2.0

import MediaSamples
import Testing
import TestSupport

@testable import Media

@Suite("H.264 access units")
struct AccessUnitAssemblerTests {
    @Test(
        "Random NAL units come out in order, behind their lengths, without sets, delimiters and filler",
        arguments: 1...40)
    func canonical(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var stream: [UInt8] = []
        var expected: [UInt8] = []
        var isSync = false
        let types: [UInt8] = [1, 5, 6, 7, 8, 9, 12]
        for index in 0..<Int.random(in: 1...12, using: &generator) {
            let type = index == 0 ? 1 : types[Int.random(in: 0..<types.count, using: &generator)]
            let unit: [UInt8] =
                switch type {
                case 7: Samples.sequenceParameterSet()
                case 8: Samples.pictureParameterSet()
                default: Samples.unit(type: type, size: .random(in: 2...400, using: &generator), using: &generator)
                }
            stream += [UInt8](repeating: 0, count: .random(in: 2...5, using: &generator)) + [1] + unit
            if type == 5 { isSync = true }
            guard ![7, 8, 9, 12].contains(type) else { continue }
            expected.append(bigEndian: UInt64(unit.count), count: 4)
            expected += unit
        }
        stream += [UInt8](repeating: 0, count: .random(in: 0...4, using: &generator))

        var assembler = AccessUnitAssembler(codec: .h264)
        #expect(try assembler.push(stream, tick: Tick(rawValue: 7)) == nil)
        let formatted = assembler.flush()
        #expect(formatted?.unit == AccessUnit(tick: Tick(rawValue: 7), isSync: isSync, bytes: expected))
    }

    @Test("Buffers of equal ticks are one picture, equal to that of one buffer")
    func joins() throws {
        let sets = annexB([Samples.sequenceParameterSet(), Samples.pictureParameterSet()])
        let slices: [[UInt8]] = [[0x65, 1, 2, 3], [0x65, 4, 5], [0x65, 6]]
        var whole = AccessUnitAssembler(codec: .h264)
        _ = try whole.push(sets + annexB(slices), tick: Tick(rawValue: 1))
        var parts = AccessUnitAssembler(codec: .h264)
        for slice in slices { #expect(try parts.push(sets + annexB([slice]), tick: Tick(rawValue: 1)) == nil) }
        let formatted = whole.flush()
        #expect(formatted?.format?.width == 320)
        #expect(parts.flush() == formatted)
    }

    @Test("A unit carries the format that was in force, not the one of the picture behind it")
    func formats() throws {
        var assembler = AccessUnitAssembler(codec: .h264)
        let small = annexB([Samples.sequenceParameterSet(), Samples.pictureParameterSet(), [0x65, 1]])
        let large = annexB([Samples.sequenceParameterSet(columns: 40), [0x65, 2]])
        #expect(try assembler.push(annexB([[0x41, 9]]), tick: Tick(rawValue: 0)) == nil)
        let unknown = try assembler.push(small, tick: Tick(rawValue: 1))
        #expect(unknown != nil && unknown?.format == nil)
        #expect(try assembler.push(annexB([[0x41, 1]]), tick: Tick(rawValue: 2))?.format?.width == 320)
        #expect(try assembler.push(large, tick: Tick(rawValue: 3))?.format?.width == 320)
        #expect(try assembler.push(annexB([[0x41, 1]]), tick: Tick(rawValue: 4))?.format?.width == 640)
        #expect(assembler.flush()?.format?.width == 640)
    }

    @Test("Sets that come in a buffer of their own give no access unit and are remembered")
    func separateSets() throws {
        var assembler = AccessUnitAssembler(codec: .h264)
        let sets = annexB([Samples.sequenceParameterSet(), Samples.pictureParameterSet()])
        #expect(try assembler.push(sets, tick: Tick(rawValue: 1)) == nil)
        #expect(try assembler.push(annexB([[0x65, 1]]), tick: Tick(rawValue: 2)) == nil)
        #expect(assembler.flush()?.format?.height == 240)
    }

    @Test("A picture out of order is refused, and the next one in order is taken")
    func outOfOrder() throws {
        var assembler = AccessUnitAssembler(codec: .h264)
        let picture = annexB([[0x41, 1]])
        _ = try assembler.push(picture, tick: Tick(rawValue: 10))
        #expect(throws: MediaError.outOfOrder(previous: Tick(rawValue: 10), tick: Tick(rawValue: 9))) {
            try assembler.push(picture, tick: Tick(rawValue: 9))
        }
        #expect(try assembler.push(picture, tick: Tick(rawValue: 11))?.unit.tick == Tick(rawValue: 10))
        #expect(assembler.flush()?.unit.tick == Tick(rawValue: 11))
        #expect(throws: MediaError.outOfOrder(previous: Tick(rawValue: 11), tick: Tick(rawValue: 11))) {
            try assembler.push(picture, tick: Tick(rawValue: 11))
        }
    }

    @Test(
        "Garbage is refused and leaves what was pending",
        arguments: [[], [1, 2, 3], [9, 0, 0, 1, 0x65], [0, 0, 1, 0xE5]])
    func garbage(bytes: [UInt8]) throws {
        var assembler = AccessUnitAssembler(codec: .h264)
        _ = try assembler.push(annexB([[0x65, 7]]), tick: Tick(rawValue: 1))
        #expect(throws: MediaError.self) { try assembler.push(bytes, tick: Tick(rawValue: 2)) }
        #expect(assembler.flush()?.unit.bytes == [0, 0, 0, 2, 0x65, 7])
    }

    @Test("Random bytes never trap")
    func fuzz() {
        var generator = SeededGenerator(seed: 3)
        var assembler = AccessUnitAssembler(codec: .h264)
        let start = annexB([
            Samples.sequenceParameterSet(profile: 100, scalingLists: true), Samples.pictureParameterSet(), [0x65, 1],
        ])
        var accepted = 0
        for tick in 0..<20_000 {
            var bytes = start
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8(truncatingIfNeeded: generator.next())
            }
            bytes.removeLast(Int.random(in: 0...bytes.count / 4, using: &generator))
            if (try? assembler.push(bytes, tick: Tick(rawValue: Int64(tick)))) != nil { accepted += 1 }
        }
        #expect(accepted > 0)
    }

    @Test("The size of a picture is that of its parameter set, cropped", arguments: [66, 77, 88, 100, 122, 244])
    func sizes(profile: Int) throws {
        var generator = SeededGenerator(seed: UInt64(profile))
        for _ in 0..<200 {
            let columns = Int.random(in: 1...256, using: &generator)
            let rows = Int.random(in: 1...144, using: &generator)
            let right = 2 * Int.random(in: 0...7, using: &generator)
            let bottom = 2 * Int.random(in: 0...7, using: &generator)
            let set = Samples.sequenceParameterSet(
                id: .random(in: 0...31, using: &generator),
                profile: profile,
                columns: columns,
                rows: rows,
                cropRight: right,
                cropBottom: bottom,
                scalingLists: .random(using: &generator)
            )
            let format = try VideoFormat.h264(ParameterSets(sequence: [set], picture: [Samples.pictureParameterSet()]))
            #expect(format.width == columns * 16 - right)
            #expect(format.height == rows * 16 - bottom)
        }
    }

    private func annexB(_ units: [[UInt8]]) -> [UInt8] {
        units.flatMap { [0, 0, 0, 1] + $0 }
    }
}
