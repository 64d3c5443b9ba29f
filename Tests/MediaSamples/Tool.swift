// SPDX-License-Identifier: Apache-2.0

import Subprocess
package import SystemPackage

/// Independent programs that check this module's output or make its input.
package enum Tool {
    package struct Output {
        package let succeeded: Bool
        package let text: String
        package let errors: String
    }

    /// Runs a program from the path.
    package static func run(_ name: String, _ arguments: [String]) async throws -> Output {
        let result = try await Subprocess.run(
            .name(name),
            arguments: Arguments(arguments),
            output: .string(limit: 1 << 22),
            error: .string(limit: 1 << 22)
        )
        return Output(
            succeeded: result.terminationStatus.isSuccess,
            text: result.standardOutput,
            errors: result.standardError
        )
    }

    /// Runs gst-launch-1.0 with a pipeline text whose words have no quotes.
    package static func launch(_ pipeline: String) async throws -> Output {
        try await run("gst-launch-1.0", ["-q"] + pipeline.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// The values of the first video stream that ffprobe reports, by key.
    package static func probe(_ file: FilePath) async throws -> [String: String] {
        let output = try await run(
            "ffprobe",
            [
                "-v", "error", "-count_frames", "-select_streams", "v:0", "-of", "default=noprint_wrappers=1",
                "-show_entries", "stream=codec_name,width,height,nb_read_frames,start_time,time_base:format=duration",
                file.string,
            ]
        )
        var values: [String: String] = ["errors": output.errors]
        for line in output.text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        return values
    }

    /// The messages of ffmpeg about decoding a file; empty if there are none.
    package static func decodeErrors(_ file: FilePath) async throws -> String {
        let output = try await run("ffmpeg", ["-v", "warning", "-xerror", "-i", file.string, "-f", "null", "-"])
        return output.errors + (output.succeeded ? "" : "ffmpeg failed")
    }
}
