// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Pipelines
package import SystemPackage

/// Decodes segments and counts the pictures that come out.
package struct DecodeCheck: Sendable {
    private let library: PipelineLibrary

    /// Decodes with the text `check/decode`, which a user may override in the home.
    package init(home: FilePath?) {
        library = PipelineLibrary(home: home)
    }

    /// How many pictures a decoder gets out of a file.
    ///
    /// Throws when it fails in the middle.
    package func pictures(in file: FilePath) async throws -> Int {
        let pipeline = try library.find("decode").makePipeline(values: [
            "file.location=\(PipelineSetting.literal(file.string))"
        ])
        let tap = pipeline.element(named: "frames")?.tap(pad: "sink")
        try await pipeline.playing { messages in
            for await message in messages {
                switch message {
                case .failed(let diagnostic): throw diagnostic
                case .endOfStream: return
                default: continue
                }
            }
        }
        return tap?.passed ?? 0
    }
}
