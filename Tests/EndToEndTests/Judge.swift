// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Independent programs that inspect files.
enum Judge {
    /// A file's video as ffprobe sees it.
    struct Probe {
        let frames: Int
        let start: Double
        let duration: Double
        let codec: String
    }

    /// Counts frames by decoding them.
    static func probe(_ path: String) async throws -> Probe {
        let outcome = try await Tool.run(
            "ffprobe",
            [
                "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
                "stream=codec_name,nb_read_frames,start_time:format=duration", "-of", "json", path,
            ])
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "ffprobe \(path): \(outcome.errors)")
        struct Answer: Decodable {
            struct Stream: Decodable {
                let codec_name: String
                let nb_read_frames: String?
                let start_time: String?
            }
            struct Format: Decodable { let duration: String? }
            let streams: [Stream]
            let format: Format
        }
        let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
        let stream = try #require(answer.streams.first)
        return Probe(
            frames: Int(stream.nb_read_frames ?? "") ?? 0, start: Double(stream.start_time ?? "") ?? -1,
            duration: Double(answer.format.duration ?? "") ?? -1, codec: stream.codec_name)
    }

    /// Whether each frame of a video is a key frame, by the parser of ffprobe.
    static func keyFrames(in path: String) async throws -> [Bool] {
        let outcome = try await Tool.run(
            "ffprobe",
            ["-v", "error", "-select_streams", "v:0", "-show_entries", "packet=flags", "-of", "csv=p=0", path])
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "ffprobe \(path): \(outcome.errors)")
        return outcome.output.split(separator: "\n").map { $0.hasPrefix("K") }
    }

    /// The frame numbers in the pictures of a video, as zbar reads them; nil for a picture without one.
    static func numbers(in path: String, home: Home) async throws -> [Int?] {
        let folder = home.file("frames-" + UUID().uuidString)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let extracted = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-i", path, "-vsync", "passthrough", "-vf", "format=gray", folder + "/%06d.png",
            ])
        #expect(extracted.code == 0, "ffmpeg \(path): \(extracted.errors)")
        let pictures = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        var numbers: [Int?] = []
        for picture in pictures { numbers.append(try await number(in: folder + "/" + picture)) }
        try FileManager.default.removeItem(atPath: folder)
        return numbers
    }

    /// The frame number in one picture.
    static func number(in picture: String) async throws -> Int? {
        let outcome = try await Tool.run("zbarimg", ["-q", "--raw", "-Sdisable", "-Sqrcode.enable", picture])
        struct Code: Decodable { let BUFFERCOUNT: Int }
        return try? JSONDecoder().decode(Code.self, from: Data(outcome.output.utf8)).BUFFERCOUNT
    }

    /// Whether a file has the permissions of one that any other program makes here.
    static func isLeftByUmask(_ path: String) async throws -> Bool {
        let other = path + ".plain"
        _ = try await Tool.run("touch", [other])
        let modes = try await Tool.run("stat", ["-c", "%a", path, other]).output.split(separator: "\n")
        return modes.count == 2 && modes[0] == modes[1]
    }
}
