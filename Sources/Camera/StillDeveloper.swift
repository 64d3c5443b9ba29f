// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Pipelines
import Wire

/// Makes a photograph of a raw frame, in a pipeline of its own (`still/jpeg`).
struct StillDeveloper: Sendable {
    /// How long a still may take.
    static let patience = Duration.seconds(10)

    let library: PipelineLibrary

    /// The frame as JPEG, without metadata.
    func develop(_ frame: RawFrame) async throws -> [UInt8] {
        let pipeline = try library.find("jpeg").makePipeline()
        let source = try pipeline.source(named: "frame")
        let sink = try pipeline.sink(named: "still")
        try source.announce(caps: frame.caps.text)
        return try await pipeline.playing { messages in
            guard source.push(frame.picture, time: 0) == .accepted else {
                throw problem("the still pipeline takes no frame")
            }
            source.end()
            return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
                group.addTask {
                    var picture: [UInt8]?
                    try await sink.forEach({ $0.bytes }, perform: { picture = $0 })
                    return picture
                }
                group.addTask {
                    for await case .failed(let diagnostic) in messages { throw diagnostic }
                    try await Task.sleep(for: StillDeveloper.patience)
                    return nil
                }
                group.addTask {
                    try await Task.sleep(for: StillDeveloper.patience)
                    throw problem("the still pipeline gave no picture within \(StillDeveloper.patience)")
                }
                defer { group.cancelAll() }
                guard let first = try await group.next(), let picture = first, !picture.isEmpty else {
                    throw problem("the still pipeline gave no picture")
                }
                return picture
            }
        }
    }

    private func problem(_ detail: String) -> Problem {
        Problem(
            "still-failed", status: 500, title: "No still",
            detail: "\(detail): try `longshot pipeline check` on your own still pipeline, if you have one")
    }
}
