// SPDX-License-Identifier: Apache-2.0

import MediaSamples
import SystemPackage
import Testing
import TestSupport

@testable import Media

@Suite("JPEG access units", .timeLimit(.minutes(1)))
struct JPEGTests {
    @Test(
        "What goes through RTP/JPEG comes back as equal canonical bytes",
        arguments: [(320, 240), (640, 272), (1280, 720)])
    func overRTP(width: Int, height: Int) async throws {
        try await withScratch { directory in
            let source = """
                videotestsrc num-buffers=5 ! video/x-raw,format=I420,width=\(width),height=\(height),framerate=30/1 ! jpegenc
                """
            let sent = try await EncodedVideo.buffers(source, in: directory)
            let received = try await EncodedVideo.buffers(source + " ! rtpjpegpay ! rtpjpegdepay", in: directory)
            #expect(sent.count == 5)
            #expect(sent != received)
            let camera = try EncodedVideo.units(sent, codec: .jpeg)
            let recorder = try EncodedVideo.units(received, codec: .jpeg)
            #expect(camera == recorder)
            #expect(camera.allSatisfy { $0.format?.width == width && $0.format?.height == height && $0.unit.isSync })
        }
    }

    @Test(
        "What RTP cannot carry is told before it is sent",
        arguments: [
            ("format=I420,width=320,height=240", nil), ("format=Y42B,width=2040,height=16", nil),
            ("format=I420,width=322,height=240", "both sides of 322x240"),
            ("format=I420,width=2048,height=16", "both sides of 2048x16"),
            ("format=Y444,width=320,height=240", "4:2:2 or 4:2:0"),
            ("format=GRAY8,width=64,height=48", "4:2:2 or 4:2:0"),
        ] as [(String, String?)])
    func obstacle(_ caps: String, _ expected: String?) async throws {
        try await withScratch { directory in
            let source = "videotestsrc num-buffers=1 ! video/x-raw,\(caps),framerate=30/1 ! jpegenc"
            let unit = try #require(
                try EncodedVideo.units(await EncodedVideo.buffers(source, in: directory), codec: .jpeg).first)
            let obstacle = try unit.unit.obstacleOnRTP()
            #expect(expected.map { obstacle?.contains($0) == true } ?? (obstacle == nil), "\(obstacle ?? "none")")
        }
    }

    @Test("Huffman tables of an encoder's own cannot go over RTP")
    func huffman() async throws {
        try await withScratch { directory in
            let source =
                "videotestsrc num-buffers=1 ! video/x-raw,format=I420,width=320,height=240 ! avenc_mjpeg huffman=optimal"
            let unit = try #require(
                try EncodedVideo.units(await EncodedVideo.buffers(source, in: directory), codec: .jpeg).first)
            #expect(try unit.unit.obstacleOnRTP() == "its Huffman tables are not the standard ones")
        }
    }

    @Test("4:2:2 goes through RTP/JPEG as well")
    func overRTP422() async throws {
        try await withScratch { directory in
            let source =
                "videotestsrc num-buffers=2 ! video/x-raw,format=Y42B,width=320,height=240,framerate=30/1 ! jpegenc"
            let sent = try await EncodedVideo.buffers(source, in: directory)
            let received = try await EncodedVideo.buffers(source + " ! rtpjpegpay ! rtpjpegdepay", in: directory)
            #expect(try EncodedVideo.units(sent, codec: .jpeg) == EncodedVideo.units(received, codec: .jpeg))
        }
    }

    @Test("A canonical image is its own canonical form, and ffmpeg decodes it without complaint")
    func idempotent() async throws {
        try await withScratch { directory in
            for (index, buffer) in try await EncodedVideo.jpeg(frames: 2, in: directory).enumerated() {
                let once = try canonical(buffer)
                #expect(try canonical(once) == once)
                let file = directory.appending("\(index).jpg")
                try ScratchFile.write(once, to: file)
                #expect(try await Tool.decodeErrors(file) == "")
            }
        }
    }

    @Test("Missing Huffman tables, a missing EOI, comments and trailing bytes make no difference")
    func tolerant() async throws {
        try await withScratch { directory in
            let buffer = try #require(try await EncodedVideo.jpeg(frames: 1, in: directory).first)
            let expected = try canonical(buffer)
            #expect(try canonical(removing(0xC4, from: expected)) == expected)
            #expect(try canonical(Array(expected.dropLast(2))) == expected)
            #expect(try canonical(expected + [0, 0, 0, 0xFF, 0xD9]) == expected)
            #expect(try canonical([0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 65, 66] + expected.dropFirst(2)) == expected)
            // Fill bytes before a marker (T.81 B.1.1.2).
            #expect(try canonical([0xFF, 0xD8, 0xFF, 0xFF] + expected.dropFirst(2)) == expected)
        }
    }

    @Test("A grey image keeps its one component")
    func grey() async throws {
        try await withScratch { directory in
            let buffers = try await EncodedVideo.buffers(
                "videotestsrc num-buffers=1 ! video/x-raw,format=GRAY8,width=64,height=48 ! jpegenc",
                in: directory
            )
            let units = try EncodedVideo.units(buffers, codec: .jpeg)
            #expect(units.first?.format?.width == 64)
            let file = directory.appending("grey.jpg")
            try ScratchFile.write(try #require(units.first).unit.bytes, to: file)
            #expect(try await Tool.decodeErrors(file) == "")
        }
    }

    @Test(
        "Progressive, arithmetic, lossless and 12 bit images are refused by name",
        arguments: [0xC1, 0xC2, 0xC3, 0xC9, 0xCA] as [UInt8])
    func unsupported(marker: UInt8) async throws {
        try await withScratch { directory in
            var buffer = try canonical(try #require(try await EncodedVideo.jpeg(frames: 1, in: directory).first))
            let frame = try #require(index(of: 0xC0, in: buffer))
            buffer[frame + 1] = marker
            #expect { try canonical(buffer) } throws: { error in
                if case .unsupported = error as? MediaError { true } else { false }
            }
            buffer[frame + 1] = 0xC0
            buffer[frame + 4] = 12
            #expect(throws: MediaError.unsupported("JPEG with 12 bits per sample")) { try canonical(buffer) }
        }
    }

    @Test("An image that claims 65535x65535 is refused before anything is decoded")
    func huge() async throws {
        try await withScratch { directory in
            var buffer = try canonical(try #require(try await EncodedVideo.jpeg(frames: 1, in: directory).first))
            let frame = try #require(index(of: 0xC0, in: buffer))
            buffer.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
            #expect(throws: MediaError.unsupported("JPEG of 65535x65535; at most 134217728 pixels are taken")) {
                try canonical(buffer)
            }
        }
    }

    @Test("Two images of one moment are refused")
    func equalTicks() async throws {
        try await withScratch { directory in
            let buffer = try #require(try await EncodedVideo.jpeg(frames: 1, in: directory).first)
            var assembler = AccessUnitAssembler(codec: .jpeg)
            _ = try assembler.push(buffer, tick: Tick(rawValue: 1))
            #expect(throws: MediaError.outOfOrder(previous: Tick(rawValue: 1), tick: Tick(rawValue: 1))) {
                try assembler.push(buffer, tick: Tick(rawValue: 1))
            }
        }
    }

    @Test("Over a network, an image that is cut off is refused, and those behind another one are counted")
    func whole() async throws {
        try await withScratch { directory in
            let images = try await EncodedVideo.jpeg(frames: 3, in: directory)
            var assembler = AccessUnitAssembler(codec: .jpeg, needsWholeImages: true)
            _ = try assembler.push(images[0], tick: Tick(rawValue: 1))
            let cut = Array(images[1].dropLast(images[1].count / 2))
            #expect(throws: MediaError.malformed("a JPEG image of \(cut.count) bytes that is cut off")) {
                try assembler.push(cut, tick: Tick(rawValue: 2))
            }
            #expect(assembler.surplus == 0)
            let separator = [UInt8]("\r\n--fraem\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
            let both = images[1] + separator + images[2] + separator + cut
            let first = try assembler.push(both, tick: Tick(rawValue: 3))
            #expect(first?.unit.tick == Tick(rawValue: 1) && assembler.surplus == 2)
            #expect(try assembler.flush()?.unit.bytes == canonical(images[1]))
            // A driver's image without its end is whole.
            var local = AccessUnitAssembler(codec: .jpeg)
            _ = try local.push(Array(images[0].dropLast(2)), tick: Tick(rawValue: 1))
            #expect(try local.flush()?.unit.bytes == canonical(images[0]))
        }
    }

    @Test("Random changes never trap")
    func fuzz() async throws {
        try await withScratch { directory in
            var generator = SeededGenerator(seed: 5)
            let buffer = try #require(
                try await EncodedVideo.jpeg(frames: 1, width: 32, height: 16, in: directory).first)
            var accepted = 0
            for _ in 0..<20_000 {
                var bytes = buffer
                for _ in 0..<Int.random(in: 1...5, using: &generator) {
                    bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8(
                        truncatingIfNeeded: generator.next())
                }
                bytes.removeLast(Int.random(in: 0...bytes.count / 8, using: &generator))
                if let once = try? canonical(bytes) {
                    accepted += 1
                    #expect(try canonical(once) == once)
                }
            }
            #expect(accepted > 0)
            #expect(throws: MediaError.self) { try canonical([]) }
        }
    }

    private func canonical(_ bytes: [UInt8]) throws -> [UInt8] {
        try JPEGImage(parsing: bytes.span).canonical(from: bytes.span)
    }

    private func index(of marker: UInt8, in bytes: [UInt8]) -> Int? {
        bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == marker }
    }

    /// The image without its segments of one type.
    private func removing(_ marker: UInt8, from bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        while let start = index(of: marker, in: bytes) {
            bytes.removeSubrange(start..<(start + 2 + (Int(bytes[start + 2]) << 8 | Int(bytes[start + 3]))))
        }
        return bytes
    }
}
