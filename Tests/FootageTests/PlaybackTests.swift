// SPDX-License-Identifier: Apache-2.0

import Media
import MediaSamples
import SystemPackage
import Testing

@Suite("Segments before foreign players", .timeLimit(.minutes(2)))
struct PlaybackTests {
    @Test("ffprobe counts every frame from 0 to the true end, and ffmpeg decodes without complaint")
    func ffmpeg() async throws {
        try await withScratch { directory in
            let buffers = try await EncodedVideo.h264(frames: 95, width: 642, height: 362, in: directory)
            let closed = try EncodedVideo.fragments(EncodedVideo.units(buffers))
            #expect(closed.count > 1)
            let file = directory.appending("segment.mp4")
            try ScratchFile.write(InitSegment(closed[0].format).bytes + closed.flatMap(\.fragment.bytes), to: file)
            let probe = try await Tool.probe(file)
            #expect(probe["nb_read_frames"] == "95")
            #expect(probe["start_time"] == "0.000000")
            #expect(probe["duration"] == "3.166667")
            #expect(probe["width"] == "642")
            #expect(probe["height"] == "362")
            #expect(probe["errors"] == "")
            #expect(try await Tool.decodeErrors(file) == "")
        }
    }

    @Test("GStreamer's qtdemux, h264parse and avdec_h264 play a segment to its end")
    func gstreamer() async throws {
        try await withScratch { directory in
            let buffers = try await EncodedVideo.h264(frames: 60, in: directory)
            let closed = try EncodedVideo.fragments(EncodedVideo.units(buffers))
            let file = directory.appending("segment.mp4")
            try ScratchFile.write(InitSegment(closed[0].format).bytes + closed.flatMap(\.fragment.bytes), to: file)
            let frames = try await EncodedVideo.buffers(
                "filesrc location=\(file.string) ! qtdemux ! h264parse ! avdec_h264 ! videoconvert ! video/x-raw,format=GRAY8",
                in: directory
            )
            #expect(frames.count == 60)
        }
    }

    @Test("Unusual sampling and depth play too", arguments: ["Y444", "Y42B", "I420_10LE"])
    func highProfiles(format: String) async throws {
        try await withScratch { directory in
            let buffers = try await EncodedVideo.h264(
                frames: 35, width: 642, height: 366, format: format, in: directory)
            let closed = try EncodedVideo.fragments(EncodedVideo.units(buffers))
            #expect(closed[0].format.width == 642 && closed[0].format.height == 366)
            let file = directory.appending("segment.mp4")
            try ScratchFile.write(InitSegment(closed[0].format).bytes + closed.flatMap(\.fragment.bytes), to: file)
            let probe = try await Tool.probe(file)
            #expect(probe["nb_read_frames"] == "35" && probe["errors"] == "")
            #expect(try await Tool.decodeErrors(file) == "")
        }
    }

    @Test("Motion JPEG plays in ffmpeg and in qtdemux")
    func jpeg() async throws {
        try await withScratch { directory in
            let buffers = try await EncodedVideo.jpeg(frames: 45, in: directory)
            let closed = try EncodedVideo.fragments(EncodedVideo.units(buffers, codec: .jpeg))
            let file = directory.appending("segment.mp4")
            try ScratchFile.write(InitSegment(closed[0].format).bytes + closed.flatMap(\.fragment.bytes), to: file)
            let probe = try await Tool.probe(file)
            #expect(probe["codec_name"] == "mjpeg")
            #expect(probe["nb_read_frames"] == "45")
            #expect(probe["duration"] == "1.500000")
            #expect(try await Tool.decodeErrors(file) == "")
            let images = try await EncodedVideo.buffers(
                "filesrc location=\(file.string) ! qtdemux ! image/jpeg ! jpegdec",
                in: directory
            )
            #expect(images.count == 45)
        }
    }

    @Test("Frames of uneven length, and a segment that starts late on the camera's clock, play from 0")
    func uneven() async throws {
        try await withScratch { directory in
            let buffers = try await EncodedVideo.h264(frames: 40, in: directory)
            let units = try EncodedVideo.units(buffers).enumerated().map { index, formatted in
                let tick = Tick(rawValue: 86_400 * Tick.perSecond + Int64(index) * 3000 + Int64(index % 3) * 700)
                let unit = AccessUnit(tick: tick, isSync: formatted.unit.isSync, bytes: formatted.unit.bytes)
                return FormattedAccessUnit(unit: unit, format: formatted.format)
            }
            let closed = try EncodedVideo.fragments(units)
            let file = directory.appending("segment.mp4")
            try ScratchFile.write(InitSegment(closed[0].format).bytes + closed.flatMap(\.fragment.bytes), to: file)
            let probe = try await Tool.probe(file)
            #expect(probe["nb_read_frames"] == "40")
            #expect(probe["start_time"] == "0.000000")
            #expect(try await Tool.decodeErrors(file) == "")
        }
    }
}
