// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite("A recording of a camera that gives JPEG", .serialized, .timeLimit(.minutes(6)))
struct JPEGRecordingTests {
    /// 4:4:4, and a height that is no multiple of 8: RFC 2435 supports neither.
    private let capture = Picture.capture(
        caps: "video/x-raw,format=Y444,width=640,height=362,framerate=30/1", encoder: "jpegenc name=encoder", parser: ""
    )

    @Test("is whole over TCP, whatever the size and the colours; the live lane alone brings every frame")
    func whole() async throws {
        let home = try Home()
        let pipeline = try home.write(capture, as: "odd.pipeline")
        let (report, outcome) = try await DemoOutput.run(
            home: home, seconds: 3, ["--transport", "tcp", "--capture", pipeline])
        let frames = report.recording.frames
        #expect(outcome.code == 0 && report.verified, "\(outcome.output)\(outcome.errors)")
        #expect(frames.captured > 60 && frames.received == frames.captured && frames.persisted == frames.captured)
        #expect(!outcome.errors.contains("did not bring a fragment whole"), "\(outcome.errors)")
        for segment in report.recording.segments {
            let numbers = try await Judge.numbers(in: segment, home: home).compactMap { $0 }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 })
        }
    }

    @Test("is refused over UDP when RTP cannot carry it, with the reason and the remedy")
    func refused() async throws {
        let home = try Home()
        let pipeline = try home.write(capture, as: "odd.pipeline")
        let outcome = try await Tool.longshot(
            "demo", "--json", "--home", home.path, "--seconds", "3", "--capture", pipeline)
        #expect(outcome.code != 0)
        #expect(outcome.errors.contains("both sides of 640x362"), "\(outcome.errors)")
        #expect(outcome.errors.contains("--transport tcp"), "\(outcome.errors)")
    }

    @Test("goes over UDP as RTP carries it")
    func datagrams() async throws {
        let home = try Home()
        let pipeline = try home.write(Picture.capture(encoder: "jpegenc name=encoder", parser: ""), as: "jpeg.pipeline")
        let (report, outcome) = try await DemoOutput.run(home: home, seconds: 3, ["--capture", pipeline])
        #expect(outcome.code == 0 && report.verified, "\(outcome.output)\(outcome.errors)")
        #expect(report.recording.frames.received == report.recording.frames.captured)
    }
}
