// SPDX-License-Identifier: Apache-2.0
import Foundation
import GStreamer
import TestSupport
import Testing

@testable import Camera

@Suite("The number of a test picture", .timeLimit(.minutes(1)))
struct FrameNumberTests {
    /// The luma of the pictures of a pipeline, as a PGM file each.
    private func pictures(width: Int, height: Int, count: Int, element: String = "identity name=number") async throws
        -> [Data]
    {
        let pipeline = try Pipeline(
            parsing: "videotestsrc num-buffers=\(count) pattern=smpte "
                + "! video/x-raw,format=I420,width=\(width),height=\(height),framerate=30/1 ! \(element) "
                + "! appsink name=sink sync=false max-buffers=4")
        FrameNumber.draw(in: pipeline)
        let sink = try pipeline.sink(named: "sink")
        var found: [Data] = []
        try await pipeline.playing { _ in
            try await sink.forEach({ $0.bytes }, perform: { found.append(pgm($0, width, height)) })
        }
        return found
    }

    private func pgm(_ bytes: [UInt8], _ width: Int, _ height: Int) -> Data {
        let stride = (width + 3) / 4 * 4
        let rows = (0..<height).flatMap { bytes[$0 * stride..<$0 * stride + width] }
        return Data("P5 \(width) \(height) 255\n".utf8) + Data(rows)
    }

    @Test(
        "can be read by zbar from pictures of all usual sizes",
        arguments: [(160, 120), (320, 240), (322, 242), (640, 360), (641, 363), (1280, 720), (1920, 1080)])
    func sizes(_ width: Int, _ height: Int) async throws {
        let found = try await pictures(width: width, height: height, count: 3)
        #expect(found.count == 3)
        for (index, picture) in found.enumerated() {
            struct Code: Decodable { let BUFFERCOUNT, TIMESTAMP: Int }
            let code = try JSONDecoder().decode(Code.self, from: try await Judge.code(in: picture))
            #expect(code.BUFFERCOUNT == index + 1)
            #expect(abs(code.TIMESTAMP - index * 1_000_000_000 / 30) <= 1)
        }
    }

    @Test("is drawn where a text asks for it, and nowhere else")
    func elsewhere() async throws {
        let plain = try await pictures(width: 320, height: 240, count: 1, element: "identity name=other")
        let other = try await pictures(width: 320, height: 240, count: 1, element: "queue name=number")
        #expect(plain == other)
        #expect(try await pictures(width: 320, height: 240, count: 1) != plain)
    }

    @Test("leaves out pictures that are too small for a code")
    func small() async throws {
        let found = try await pictures(width: 32, height: 32, count: 1)
        #expect(found == (try await pictures(width: 32, height: 32, count: 1, element: "identity")))
    }
}
