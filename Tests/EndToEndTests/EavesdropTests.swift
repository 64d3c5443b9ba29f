// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite(
    "Somebody who listens on the wire", .serialized, .timeLimit(.minutes(4)),
    .enabled(if: PacketCapture.isPermitted, "packet sockets need root"))
struct EavesdropTests {
    private static let jpeg = Picture.capture(encoder: "jpegenc name=encoder", parser: "")

    @Test(
        "sees nothing of a recording's pictures and parameters; the same search finds them in plain RTP",
        arguments: ["udp", "tcp"], ["h264", "jpeg"])
    func nothingInTheClear(_ transport: String, _ codec: String) async throws {
        let nodes = try Nodes()
        let pipeline = try nodes.home.write(Self.jpeg, as: "jpeg.pipeline")
        let camera = try nodes.camera(codec == "jpeg" ? ["--capture", pipeline] : [])
        let address = try await camera.address()
        let capture = try PacketCapture()
        let recorder = try await nodes.recorder(of: address, ["--continuous", "--transport", transport])
        try await eventually("two seconds are in the archive: \(recorder.output)") { try await nodes.persisted() >= 60 }
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        let wire = try await capture.finish()
        #expect(try await nodes.recording(".[0].frames | .received == .captured | tostring") == "true")

        let path = try #require(try await nodes.segments().first)
        let segment = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let (secrets, parameters) = (pictures(in: segment), try #require(parameterSet(in: segment, codec)))
        // The capture contains the whole recording, so that it would contain its bytes in the clear.
        #expect(wire.count > segment.count)
        #expect(!secrets.isEmpty && secrets.allSatisfy { !holds(wire, $0) })
        #expect(!holds(wire, parameters))

        let plain = try await inTheClear(path, codec)
        #expect(holds(plain, parameters))
        // Some stretches are split over two packets.
        #expect(secrets.count { holds(plain, $0) } > secrets.count * 3 / 4)
    }

    @Test("hears nothing of a whole demo: pairing, commands, names, keys, the still")
    func demo() async throws {
        let home = try Home()
        let capture = try PacketCapture()
        _ = try await DemoOutput.run(home: home, seconds: 3, ["--set", "format.caps=" + Picture.small])
        let wire = try await capture.finish()
        #expect(wire.count > 200_000)
        for word in [
            "demo-camera", "demo-recorder", "/v1/", "Longshot-Session", "mediaKey", "commitment", "image/jpeg",
        ] {
            #expect(!holds(wire, Array(word.utf8)), "\(word) is in the clear")
        }
        let stills = FileManager.default.enumerator(atPath: home.file("recorder/files"))?.compactMap { $0 as? String }
        let still = try #require(stills?.first { $0.hasSuffix(".jpg") })
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: home.file("recorder/files/" + still))))
        #expect(!holds(wire, Array(bytes[bytes.count / 2..<bytes.count / 2 + 24])))
        #expect(!holds(wire, Array("Exif".utf8)))
    }

    /// The packets that GStreamer alone sends for a segment as plain RTP.
    private func inTheClear(_ path: String, _ codec: String) async throws -> [UInt8] {
        let capture = try PacketCapture()
        let payloader = codec == "jpeg" ? "rtpgstpay" : "h264parse ! rtph264pay config-interval=-1"
        let text = "filesrc location=\(path) ! qtdemux ! \(payloader) ! udpsink host=127.0.0.1 port=9 sync=false"
        let sent = try await Tool.run("gst-launch-1.0", ["-q"] + text.split(separator: " ").map(String.init))
        #expect(sent.code == 0, "\(sent.errors)")
        return try await capture.finish()
    }

    /// Stretches of the pictures, too long to occur by chance.
    private func pictures(in segment: [UInt8]) -> [[UInt8]] {
        let start = (place(of: Array("mdat".utf8), in: segment) ?? segment.count) + 64
        return stride(from: start, to: segment.count - 24, by: segment.count / 40).map { Array(segment[$0..<$0 + 24]) }
            .filter { Set($0).count > 12 }
    }

    /// The sequence parameter set of H.264, or the beginning of a quantisation table of JPEG.
    private func parameterSet(in segment: [UInt8], _ codec: String) -> [UInt8]? {
        if codec == "jpeg" {
            guard let table = place(of: [0xFF, 0xDB], in: segment) else { return nil }
            return Array(segment[table + 5..<table + 5 + 48])
        }
        guard let box = place(of: Array("avcC".utf8), in: segment) else { return nil }
        let length = Int(segment[box + 10]) << 8 | Int(segment[box + 11])
        return Array(segment[box + 12..<box + 12 + length])
    }

    private func holds(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool { place(of: needle, in: bytes) != nil }

    private func place(of needle: [UInt8], in bytes: [UInt8]) -> Int? {
        Data(bytes).range(of: Data(needle))?.lowerBound
    }
}
