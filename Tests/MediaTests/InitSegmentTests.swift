// SPDX-License-Identifier: Apache-2.0

import MediaSamples
import SystemPackage
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
        #expect(segment.bytes.count == 698)
        // Computed from docs/reference/archive.md.
        #expect(segment.digest.hex == "227f59e0e09021d63b60ecc33974298e71858914a95cc6345f7702f7aa5d5ff3")
    }

    /// The init segment of a format as earlier versions wrote it: without `colr`.
    private func earlier(_ format: VideoFormat) throws -> [UInt8] {
        var bytes = InitSegment(format).bytes
        let colour = try #require(Self.place(of: "colr", in: bytes))
        bytes.removeSubrange(colour..<colour + 19)
        for name in ["moov", "trak", "mdia", "minf", "stbl", "stsd", format.codec == .jpeg ? "mp4v" : "avc1"] {
            let start = try #require(Self.place(of: name, in: bytes))
            let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } - 19
            for index in 0..<4 { bytes[start + index] = UInt8(size >> (24 - index * 8) & 0xFF) }
        }
        return bytes
    }

    private static func place(of box: String, in bytes: [UInt8]) -> Int? {
        let name = Array(box.utf8)
        return (4..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == name }.map { $0 - 4 }
    }

    @Test("An init segment of an earlier version is read, keeps its digest, and describes the same format")
    func earlierVersion() throws {
        let format = try VideoFormat.jpeg(width: 64, height: 48)
        let segment = try InitSegment(parsing: try earlier(format))
        #expect(segment.digest.hex == "6db9d14e583aba252990b0156f63db62d9e16cd5a016469b2bd4c832897deebd")
        #expect(segment.format == format)
    }

    @Test(
        "Shape of a pixel and colours of H.264 are those of its parameter sets, as ffprobe shows them",
        arguments: [
            ("bt709", "1/1", "tv bt709 bt709 bt709 1:1"), ("1:4:7:1", "1/1", "pc smpte170m iec61966-2-1 bt709 1:1"),
            ("bt601", "4/3", "tv smpte170m smpte170m smpte170m 4:3"),
        ])
    func usability(colorimetry: String, aspect: String, seen: String) async throws {
        try await withScratch { directory in
            let buffers = try await EncodedVideo.buffers(
                """
                videotestsrc num-buffers=2
                ! video/x-raw,format=I420,width=320,height=240,framerate=30/1,pixel-aspect-ratio=\(aspect),colorimetry=\(colorimetry)
                ! x264enc tune=zerolatency ! h264parse config-interval=-1
                ! video/x-h264,stream-format=byte-stream,alignment=au
                """, in: directory)
            let units = try EncodedVideo.units(buffers)
            let segment = InitSegment(try #require(units[0].format))
            let path = directory.appending("init.mp4")
            let fragments = try EncodedVideo.fragments(units)
            try ScratchFile.write(segment.bytes + fragments.flatMap(\.fragment.bytes), to: path)
            let fields = "stream=color_range,color_space,color_transfer,color_primaries,sample_aspect_ratio"
            let output = try await Tool.run(
                "ffprobe",
                ["-v", "error", "-show_entries", fields, "-of", "default=noprint_wrappers=1:nokey=1", path.string])
            let found = Set(output.text.split(separator: "\n").map(String.init))
            #expect(found == Set(seen.split(separator: " ").map(String.init)), "\(output.text)")
            #expect(
                Self.place(of: "colr", in: segment.bytes) != nil && Self.place(of: "pasp", in: segment.bytes) != nil)
        }
    }

    @Test("A parameter set that ends within the description of colours is a format without them")
    func shortUsability() throws {
        let whole = try SequenceParameterSet(parsing: Samples.sequenceParameterSet(profile: 66, columns: 20, rows: 15))
        #expect(whole.width == 320 && whole.usability.colour == nil && whole.usability.aspect == nil)
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
