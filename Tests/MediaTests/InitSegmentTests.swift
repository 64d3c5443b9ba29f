// SPDX-License-Identifier: Apache-2.0

import MediaSamples
import Testing
import TestSupport

@testable import Media

@Suite("Init segments")
struct InitSegmentTests {
    @Test("A format survives the way through its init segment", arguments: [66, 77, 100, 244])
    func roundTrip(profile: Int) throws {
        let sets = ParameterSets(
            sequence: [Samples.sequenceParameterSet(profile: profile, columns: 120, rows: 68, cropBottom: 8)],
            picture: [Samples.pictureParameterSet(), Samples.pictureParameterSet(id: 1)]
        )
        for format in [try VideoFormat.h264(sets), try VideoFormat.jpeg(width: 641, height: 479)] {
            let segment = InitSegment(format)
            let parsed = try InitSegment(parsing: segment.bytes)
            #expect(parsed.format == format)
            #expect(parsed == segment)
            #expect(InitSegment(format).digest == segment.digest)
        }
    }

    @Test("The bytes are those of the reference, which all versions agree on")
    func reference() throws {
        let segment = InitSegment(try .jpeg(width: 64, height: 48))
        #expect(segment.bytes.count == 679)
        // Computed from docs/reference/archive.md.
        #expect(segment.digest.hex == "6db9d14e583aba252990b0156f63db62d9e16cd5a016469b2bd4c832897deebd")
    }

    @Test("Another size, codec or set gives another digest")
    func distinct() throws {
        let formats = try [
            Samples.format(), Samples.format(columns: 21), .jpeg(width: 320, height: 240),
            .jpeg(width: 320, height: 241),
        ]
        #expect(Set(formats.map { InitSegment($0).digest }).count == formats.count)
    }

    @Test("Damaged init segments never trap")
    func fuzz() throws {
        var generator = SeededGenerator(seed: 4)
        let bytes = InitSegment(try Samples.format()).bytes
        for _ in 0..<20_000 {
            var copy = bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                copy[Int.random(in: 0..<copy.count, using: &generator)] = UInt8(truncatingIfNeeded: generator.next())
            }
            copy.removeLast(Int.random(in: 0...copy.count / 8, using: &generator))
            _ = try? InitSegment(parsing: copy)
        }
        #expect(throws: MediaError.self) { try InitSegment(parsing: []) }
    }

    @Test("Sizes that no file can hold are refused", arguments: [(0, 1), (1, 0), (65536, 1), (-1, 5)])
    func refused(width: Int, height: Int) {
        #expect(throws: MediaError.self) { try VideoFormat.jpeg(width: width, height: height) }
    }
}
