// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("longshot verify that is interrupted", .serialized, .timeLimit(.minutes(2)))
struct VerifyTests {
    /// A recorder's archive of two seconds, whose decoding takes more than ten.
    private func archive(in home: Home) async throws -> DemoOutput.Recording {
        let (demo, _) = try await DemoOutput.run(
            home: home, seconds: 2, ["--capture", "test", "--set", "format.caps=" + Picture.small])
        _ = try home.write(
            """
            filesrc name=file location=footage.mp4 ! qtdemux name=movie
            movie.video_0 ! queue ! decodebin ! identity sleep-time=200000 ! fakesink name=frames sync=false
            """, as: "recorder/pipelines/check/decode.pipeline")
        return demo.recording
    }

    private func expectNoVerdict(_ output: String, on recording: DemoOutput.Recording) {
        let said = /no verdict on (\S+): interrupted after (?:reading|decoding) \d.* of .*B; nothing of it was judged/
        #expect(output.firstMatch(of: said).map { String($0.1) } == recording.id, "\(output)")
        #expect(!output.contains("complete") && !output.contains("DAMAGED"), "\(output)")
    }

    @Test("shows bytes, rate and time left on a terminal; Ctrl-C ends with 130, and nothing was judged")
    func terminal() async throws {
        let home = try Home()
        let recording = try await archive(in: home)
        let (verify, keyboard) = try Child.onTerminal(
            "\(Tool.longshot) verify \(home.file("recorder"))", home: home)
        let line = /decoding \S+ +[█░]{10} +\S+ k?B of +\S+ [kM]B +\S+ k?B\/s +\S+ left/
        try await eventually("the progress is shown: \(verify.output)") { verify.output.contains(line) }
        try keyboard.write(contentsOf: [3])
        #expect(try await verify.exit() == 130)
        expectNoVerdict(verify.output, on: recording)
        try keyboard.close()
    }

    @Test("says the same in a pipe, where it shows no progress")
    func pipe() async throws {
        let home = try Home()
        let recording = try await archive(in: home)
        let verify = try Child(["verify", home.file("recorder")], home: home)
        // The decoder has the segment open while it works, as the check of the digests has before.
        let segment = try #require(recording.segments.first)
        let links = "/proc/\(verify.pid)/fd"
        try await eventually("a segment is decoded: \(verify.output)") {
            let manager = FileManager.default
            return try manager.contentsOfDirectory(atPath: links).contains {
                (try? manager.destinationOfSymbolicLink(atPath: "\(links)/\($0)")) == segment
            }
        }
        #expect(try await verify.terminate(SIGINT).code == 130)
        expectNoVerdict(verify.output, on: recording)
        #expect(!verify.output.contains("\r"), "\(verify.output)")
    }
}
