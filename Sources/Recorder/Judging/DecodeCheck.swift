// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
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

    /// The time between two reports of the count, so that a long file is no standstill on a terminal.
    private static let beat = Duration.milliseconds(250)

    /// The number of pictures that a decoder gets from a file.
    ///
    /// Throws if the pipeline fails, and `damaged` if there is no ordinary file: GStreamer would wait for a pipe for ever.
    ///
    /// - Parameter counted: called with the number so far.
    package func pictures(
        in file: FilePath, counted: @Sendable @escaping (Int) -> Void = { _ in }
    ) async throws -> Int {
        guard let status = try FileStatus(file), status.isRegular else {
            throw FootageError.damaged(path: file.string, offset: 0, reason: "it is no ordinary file")
        }
        let pipeline = try library.find("decode").makePipeline(values: [
            "file.location=\(PipelineSetting.literal(file.string))"
        ])
        let tap = pipeline.element(named: "frames")?.tap(pad: "sink")
        async let _: Void = Self.report(tap, to: counted)
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

    /// Reports the count until cancelled.
    private static func report(_ tap: PadTap?, to counted: @Sendable (Int) -> Void) async {
        while (try? await Task.sleep(for: beat)) != nil { counted(tap?.passed ?? 0) }
    }
}
