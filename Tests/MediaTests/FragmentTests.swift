// SPDX-License-Identifier: Apache-2.0

import MediaSamples
import Testing
import TestSupport

@testable import Media

@Suite("Fragments")
struct FragmentTests {
    @Test("Camera and recorder make equal bytes of equal frames")
    func deterministic() throws {
        let units = Samples.units(30)
        let camera = try Fragment(sequence: 3, base: Tick(rawValue: 5), units: units, nominalInterval: 3000)
        let copies = units.map { AccessUnit(tick: $0.tick, isSync: $0.isSync, bytes: Array($0.bytes)) }
        let recorder = try Fragment(sequence: 3, base: Tick(rawValue: 5), units: copies, nominalInterval: 3000)
        #expect(camera == recorder)
        #expect(camera.digest == Digest(of: recorder.bytes))
    }

    @Test("Whatever differs in a frame, its time or its name shows in the digest")
    func sensitive() throws {
        let units = Samples.units(4)
        func digest(_ units: [AccessUnit], sequence: Int = 1, base: Int64 = 0) throws -> Digest {
            try Fragment(sequence: sequence, base: Tick(rawValue: base), units: units, nominalInterval: 3000).digest
        }
        var changed = units
        changed[2] = AccessUnit(tick: units[2].tick + 1, isSync: false, bytes: units[2].bytes)
        var synced = units
        synced[1] = AccessUnit(tick: units[1].tick, isSync: true, bytes: units[1].bytes)
        let digests = try [
            digest(units), digest(units, sequence: 2), digest(units, base: 1), digest(changed), digest(synced),
            digest(Array(units.dropLast())),
        ]
        #expect(Set(digests).count == digests.count)
    }

    @Test("The reader gives back every frame that was written", arguments: 1...30)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var tick: Int64 = .random(in: 0...1_000_000, using: &generator)
        let base = Tick(rawValue: tick - .random(in: 0...5_000_000, using: &generator))
        var units: [AccessUnit] = []
        for _ in 0..<Int.random(in: 1...120, using: &generator) {
            tick += .random(in: 1...9000, using: &generator)
            units.append(
                AccessUnit(
                    tick: Tick(rawValue: tick),
                    isSync: .random(using: &generator),
                    bytes: generator.bytes(.random(in: 1...300, using: &generator))
                )
            )
        }
        let fragment = try Fragment(sequence: 77, base: base, units: units, nominalInterval: 1500)
        let reader = try FragmentReader(fragment.bytes)
        #expect(reader.sequence == 77)
        #expect(reader.baseMediaDecodeTime == units[0].tick - base)
        let read = reader.samples.map {
            AccessUnit(tick: base + $0.time, isSync: $0.isSync, bytes: Array(fragment.bytes[$0.range]))
        }
        #expect(read == units)
        let parsed = try Fragment(parsing: fragment.bytes, base: base)
        #expect(parsed == fragment)
        let head = Array(fragment.bytes.prefix(Fragment.headerSize(frames: units.count)))
        #expect(try FragmentReader(head: head, of: fragment.bytes.count).samples == reader.samples)
    }

    @Test("The last frame lasts as long as the one before it, a single one the nominal interval")
    func durations() throws {
        let units = [0, 100, 250].map { AccessUnit(tick: Tick(rawValue: $0), isSync: true, bytes: [1]) }
        let three = try Fragment(sequence: 1, base: Tick(rawValue: 0), units: units, nominalInterval: 7)
        #expect(try FragmentReader(three.bytes).samples.map(\.duration) == [100, 150, 150])
        let one = try Fragment(sequence: 1, base: Tick(rawValue: 0), units: [units[0]], nominalInterval: 7)
        #expect(try FragmentReader(one.bytes).samples.map(\.duration) == [7])
    }

    @Test("Nothing, ticks that do not grow, and ticks before the base are refused")
    func refused() throws {
        let units = Samples.units(3)
        let base = Tick(rawValue: 0)
        #expect(throws: MediaError.self) {
            try Fragment(sequence: 1, base: base, units: [], nominalInterval: 3000)
        }
        #expect(throws: MediaError.outOfOrder(previous: units[1].tick, tick: units[0].tick)) {
            try Fragment(sequence: 1, base: base, units: [units[1], units[0]], nominalInterval: 3000)
        }
        #expect(throws: MediaError.self) {
            try Fragment(sequence: 1, base: units[0].tick + 1, units: units, nominalInterval: 3000)
        }
        #expect(throws: MediaError.self) {
            try Fragment(sequence: 0, base: base, units: units, nominalInterval: 3000)
        }
    }

    @Test("A reader of damaged fragments throws or reads, and never leaves the bytes")
    func fuzz() throws {
        var generator = SeededGenerator(seed: 9)
        let fragment = try Fragment(
            sequence: 1, base: Tick(rawValue: 0), units: Samples.units(20), nominalInterval: 3000)
        let header = Fragment.headerSize(frames: 20)
        var accepted = 0
        for _ in 0..<30_000 {
            var bytes = fragment.bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(truncatingIfNeeded: generator.next())]
                bytes[Int.random(in: 0..<header, using: &generator)] = values[Int.random(in: 0..<6, using: &generator)]
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
            }
            guard let reader = try? FragmentReader(bytes) else { continue }
            accepted += 1
            #expect(
                reader.samples.allSatisfy {
                    bytes.indices.contains($0.range.lowerBound) && $0.range.upperBound <= bytes.count
                })
            _ = try? Fragment(parsing: bytes, base: Tick(rawValue: .max - 5))
        }
        #expect(accepted > 0)
    }

    @Test("A box that claims four thousand million frames costs no memory")
    func bomb() throws {
        var writer = BoxWriter()
        writer.box("moof") {
            $0.fullBox("mfhd") { $0.u32(1) }
            $0.box("traf") {
                $0.fullBox("tfhd", flags: 0x020018) { for value in [1, 1, 1] { $0.u32(value) } }
                $0.fullBox("tfdt") { $0.u32(0) }
                $0.fullBox("trun", flags: 0) { $0.u32(Int(UInt32.max)) }
            }
        }
        writer.box("mdat") { $0.zeros(100) }
        #expect(throws: MediaError.self) { try FragmentReader(writer.bytes) }
    }
}
