// SPDX-License-Identifier: Apache-2.0

import MediaSamples
import Testing
import TestSupport

@testable import Media

@Suite("Cutting")
struct FragmenterTests {
    @Test("With a key frame each second there is a fragment each second and a segment each minute")
    func second() throws {
        let closed = try Samples.fragments(Samples.units(30 * 130, size: 4), format: Samples.format())
        #expect(closed.count == 130)
        #expect(closed.map(\.fragment.sequence) == Array(1...130))
        #expect(closed.allSatisfy { $0.fragment.isSync && $0.fragment.frames == 30 })
        #expect(closed.map(\.segment) == (0..<130).map { $0 / 60 + 1 })
        #expect(closed[60].fragment.base == closed[60].fragment.firstTick)
        #expect(closed[119].fragment.base == closed[60].fragment.base)
        #expect(zip(closed, closed.dropFirst()).allSatisfy { $0.windowEnd == $1.fragment.firstTick })
        #expect(closed.last?.windowEnd == nil)
    }

    @Test("With a key frame each minute a fragment ends after 4 s and the next is marked non-sync")
    func minute() throws {
        let closed = try Samples.fragments(Samples.units(30 * 125, group: 1800, size: 4), format: Samples.format())
        #expect(closed.map(\.fragment.isSync) == (0..<32).map { $0 == 0 || $0 == 15 || $0 == 30 })
        #expect(closed.prefix(15).allSatisfy { $0.fragment.frames == 120 })
        #expect(closed.map(\.segment) == (0..<32).map { $0 / 15 + 1 })
    }

    @Test("When each frame is a key frame a fragment still lasts a second")
    func intraOnly() throws {
        let closed = try Samples.fragments(Samples.units(100, group: 1, size: 4), format: Samples.format())
        #expect(closed.map(\.fragment.frames) == [30, 30, 30, 10])
    }

    @Test("A fragment ends before it grows beyond its limit, and a larger frame stands alone")
    func bytes() throws {
        let limits = Fragmenter.Limits(maximumBytes: 1000)
        let units = Samples.units(6, group: 100, size: 400) + Samples.units(1, from: 2_000_000, group: 9, size: 5000)
        let closed = try Samples.fragments(units, format: Samples.format(), limits: limits)
        #expect(closed.map(\.fragment.frames) == [2, 2, 2, 1])
        #expect(closed.map(\.fragment.isSync) == [true, false, false, true])
    }

    @Test("A segment ends with the group in which it has as many bytes as it may have")
    func segmentBytes() throws {
        let limits = Fragmenter.Limits(segmentBytes: 1_000)
        let closed = try Samples.fragments(Samples.units(30 * 8, size: 20), format: Samples.format(), limits: limits)
        #expect(closed.map(\.segment) == [1, 1, 2, 2, 3, 3, 4, 4])
        #expect(closed[2].fragment.base == closed[2].fragment.firstTick)
    }

    @Test("A segment that was asked for begins with the next key frame, however soon that comes")
    func asked() throws {
        var fragmenter = Fragmenter(nominalInterval: 3000)
        let format = try Samples.format()
        var closed: [ClosedFragment] = []
        for (index, unit) in Samples.units(40, group: 10, size: 4).enumerated() {
            if index == 15 { fragmenter.beginSegment() }
            let next = FormattedAccessUnit(unit: unit, format: format)
            if let fragment = try fragmenter.push(next) { closed.append(fragment) }
        }
        if let last = fragmenter.close() { closed.append(last) }
        #expect(closed.map(\.fragment.frames) == [20, 20])
        #expect(closed.map(\.segment) == [1, 2])
        #expect(closed[1].fragment.base == closed[1].fragment.firstTick)
    }

    @Test("A change of format ends fragment and segment at once")
    func change() throws {
        var fragmenter = Fragmenter(nominalInterval: 3000)
        let (small, large) = (try Samples.format(), try Samples.format(columns: 40))
        var closed: [ClosedFragment] = []
        for (index, unit) in Samples.units(20, group: 5).enumerated() {
            let format = index < 10 ? small : large
            if let fragment = try fragmenter.push(FormattedAccessUnit(unit: unit, format: format)) {
                closed.append(fragment)
            }
        }
        if let fragment = fragmenter.close() { closed.append(fragment) }
        #expect(closed.map(\.fragment.frames) == [10, 10])
        #expect(closed.map(\.format) == [small, large])
        #expect(closed.map(\.segment) == [1, 2])
        #expect(closed[1].fragment.base == closed[1].fragment.firstTick)
    }

    @Test("Frames before the first key frame with a format are dropped and counted")
    func leadIn() throws {
        var fragmenter = Fragmenter(nominalInterval: 3000)
        let format = try Samples.format()
        for (index, unit) in Samples.units(40, group: 10).enumerated() {
            // The first key frame has no format yet.
            let known = index >= 5 ? format : nil
            _ = try fragmenter.push(FormattedAccessUnit(unit: unit, format: known))
        }
        #expect(fragmenter.leadIn == 10)
        let closed = fragmenter.close()
        #expect(closed?.fragment.frames == 30)
        #expect(fragmenter.close() == nil)
    }

    @Test("A frame out of order is refused and the cutting goes on")
    func outOfOrder() throws {
        var fragmenter = Fragmenter(nominalInterval: 3000)
        let format = try Samples.format()
        let units = Samples.units(3).map { FormattedAccessUnit(unit: $0, format: format) }
        _ = try fragmenter.push(units[0])
        _ = try fragmenter.push(units[1])
        #expect(throws: MediaError.outOfOrder(previous: units[1].unit.tick, tick: units[1].unit.tick)) {
            try fragmenter.push(units[1])
        }
        _ = try fragmenter.push(units[2])
        #expect(fragmenter.close()?.fragment.frames == 3)
    }

    @Test("No frame is lost or doubled, whatever the pace and the key frames", arguments: 1...20)
    func complete(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var tick: Int64 = 0
        let units = (0..<2000).map { index in
            tick += .random(in: 1...20_000, using: &generator)
            let isSync = index == 0 || Int.random(in: 0..<50, using: &generator) == 0
            return AccessUnit(
                tick: Tick(rawValue: tick), isSync: isSync,
                bytes: generator.bytes(.random(in: 1...20, using: &generator)))
        }
        let closed = try Samples.fragments(units, format: Samples.format())
        let read = try closed.flatMap { closed in
            try FragmentReader(closed.fragment.bytes).samples.map {
                AccessUnit(
                    tick: closed.fragment.base + $0.time, isSync: $0.isSync,
                    bytes: Array(closed.fragment.bytes[$0.range]))
            }
        }
        #expect(read == units)
        #expect(closed.allSatisfy { $0.fragment.lastTick - $0.fragment.firstTick < 4 * Tick.perSecond })
    }
}
