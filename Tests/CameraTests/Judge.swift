// SPDX-License-Identifier: Apache-2.0
import Foundation
import Subprocess
import Testing

/// Independent programs that inspect a picture.
enum Judge {
    /// The picture's pixels as ffmpeg decodes them, in one of ffmpeg's pixel formats (`gray`, `rgb24`).
    static func pixels(of picture: [UInt8], as format: String) async throws -> [UInt8] {
        try await withFile(picture) { path in
            let arguments = [
                "-v", "error", "-i", path, "-sws_flags", "accurate_rnd+full_chroma_int+full_chroma_inp", "-f",
                "rawvideo", "-pix_fmt", format, path + ".raw",
            ]
            defer { try? FileManager.default.removeItem(atPath: path + ".raw") }
            let result = try await Subprocess.run(
                .name("ffmpeg"), arguments: Arguments(arguments), output: .discarded, error: .string(limit: 1 << 20))
            #expect(result.terminationStatus.isSuccess, "\(result.standardError)")
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + ".raw")))
        }
    }

    /// The metadata that exiftool reads, one `Name: value` a line, with its warnings; with groups, which may have
    /// tags of one name, `[Group] Name: value`.
    static func metadata(of picture: [UInt8], groups: Bool = false) async throws -> [String] {
        try await withFile(picture) { path in
            let result = try await Subprocess.run(
                .name("exiftool"),
                arguments: Arguments(["-s2", "-validate", "-warning", "-all", path] + (groups ? ["-G0", "-a"] : [])),
                output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
            return result.standardOutput.split(separator: "\n").map(String.init)
        }
    }

    /// The text of the QR code in a picture, as zbar reads it; empty if there is none.
    static func code(in picture: Data) async throws -> Data {
        try await withFile([UInt8](picture)) { path in
            let result = try await Subprocess.run(
                .name("zbarimg"), arguments: ["-q", "--raw", "-Sdisable", "-Sqrcode.enable", path],
                output: .string(limit: 1 << 16), error: .discarded)
            return Data(result.standardOutput.utf8)
        }
    }

    private static func withFile<Result>(_ bytes: [UInt8], _ body: (String) async throws -> Result) async throws
        -> Result
    {
        let path = NSTemporaryDirectory() + "longshot-picture-" + UUID().uuidString
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }
}
