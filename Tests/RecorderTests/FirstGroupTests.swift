// SPDX-License-Identifier: Apache-2.0
import Footage
import FootageSupport
import Media
import MediaSamples
import SystemPackage
import Testing

@testable import Recorder

@Suite("An export whose beginning is encoded again", .timeLimit(.minutes(1)))
struct FirstGroupTests {
    private let recording = Recording(
        id: "20261121T050913Z-1", camera: "node", cameraName: "porch", transport: "udp", codec: .h264, startedAt: 0)

    @Test(
        "starts with its first frame, hides none, and copies all from the next key frame on",
        arguments: [(37, 44), (37, 75), (59, 90), (1, 2), (30, 60)])
    func exact(from: Int, to: Int) async throws {
        try await withScratch { directory in
            let units = try EncodedVideo.units(try await EncodedVideo.h264(frames: 90, in: directory))
            let store = try await FootageStore(directory: directory.appending("store"))
            try await store.open(recording)
            for closed in try EncodedVideo.fragments(units) {
                _ = try await store.append(
                    FragmentEntry(
                        recording: recording.id, epoch: 1, segment: closed.segment, fragment: closed.fragment,
                        format: InitSegment(closed.format), captured: closed.fragment.frames, received: 0,
                        source: .backfill, persistedAt: 1))
            }
            let position = { FootagePosition(epoch: 1, tick: units[$0].unit.tick) }
            let output = directory.appending("exact.mp4")
            let summary = try await store.export(
                recording: recording.id, from: position(from), to: to < 90 ? position(to) : nil, output: output,
                encoder: FirstGroupEncoder(home: nil))
            let next = [0, 30, 60, 90].first { $0 >= from } ?? 90
            #expect(summary.frames == to - from && summary.hiddenFrames == 0)
            #expect(summary.encodedFrames == min(next, to) - from)
            #expect(summary.duration == Int64(to - from) * 3_000)
            #expect(try await Tool.decodeErrors(output) == "")
            // The pictures are the recording's: copied ones to the bit, encoded ones nearly.
            let whole = directory.appending("whole.mp4")
            _ = try await store.export(recording: recording.id, output: whole)
            let similar = try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-i", output.string, "-i", whole.string, "-lavfi",
                    "[1:v]trim=start_frame=\(from):end_frame=\(to),setpts=PTS-STARTPTS[a];[0:v][a]psnr=stats_file=-",
                    "-f", "null", "-",
                ])
            let values = similar.text.split(separator: "\n").compactMap { line in
                line.split(separator: " ").first { $0.hasPrefix("psnr_avg:") }?.dropFirst(9)
            }
            #expect(values.count == to - from)
            let (encoded, copied) = (values.prefix(summary.encodedFrames), values.dropFirst(summary.encodedFrames))
            #expect(encoded.allSatisfy { $0 == "inf" || Double($0) ?? 0 > 38 }, "\(encoded)")
            #expect(copied.allSatisfy { $0 == "inf" }, "\(copied)")
        }
    }
}
