// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Pipelines
package import SystemPackage

/// Decodes segments and counts the decoded pictures.
package struct DecodeCheck: Sendable {
    private let library: PipelineLibrary

    /// Uses the pipeline `check/decode`, which a file in the home may override.
    package init(home: FilePath?) {
        library = PipelineLibrary(home: home)
    }

    /// The number of pictures that a decoder gets from a file; throws if the pipeline fails.
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
