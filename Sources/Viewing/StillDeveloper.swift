// SPDX-License-Identifier: Apache-2.0
import Tasks
package import GStreamer
package import Media
package import Pipelines
package import Wire

/// Makes photographs from raw frames, and small pictures from photographs and encoded video, each in its own pipeline.
package struct StillDeveloper: Sendable {
    /// The timeout for a still.
    private static let patience = Duration.seconds(10)

    private let library: PipelineLibrary
    private let program: PictureProgram?

    /// Creates a developer that uses the pipelines of a library.
    ///
    /// - Parameter program: decodes encoded pictures, which may come from a peer; nil to decode them in this process.
    package init(library: PipelineLibrary, program: PictureProgram? = nil) {
        (self.library, self.program) = (library, program)
    }

    /// Encodes a raw frame as a photograph without metadata: `still/jpeg` or `still/png`.
    package func develop(_ frame: Buffer, caps: Caps, as format: StillFormat) async throws -> [UInt8] {
        try await run(format.rawValue, caps: caps.text) { $0.push(frame, time: 0) }
    }

    /// Scales a photograph down to a small JPEG: `still/thumbnail`.
    ///
    /// Refuses a photograph that claims too many pixels, because decoding allocates memory for the claimed size first.
    package func shrink(_ picture: [UInt8], type: String) async throws -> [UInt8] {
        guard let size = PictureFile.size(of: picture) else {
            throw Problem.conflict(
                "the file has no header of a JPEG or PNG with a possible size: it is damaged, or something else")
        }
        guard size.width * size.height <= PictureFile.mostPixels else {
            throw Problem.conflict(
                "the file claims \(size.width)x\(size.height) pixels: more than \(PictureFile.mostPixels) are not "
                    + "decoded")
        }
        do {
            return try await decode(PictureJob(pipeline: "thumbnail", caps: type, bytes: picture))
        } catch let error as Diagnostic {
            throw Problem.conflict("the file cannot be decoded: \(error)")
        }
    }

    /// Decodes a key frame of H.264 to a JPEG of at most 640 pixels: `still/preview`.
    package func show(_ keyFrame: AccessUnit, _ format: VideoFormat) async throws -> [UInt8] {
        let stream = AnnexB.bytes(of: keyFrame, parameterSets: format.parameterSets)
        return try await decode(PictureJob(pipeline: "preview", caps: AnnexB.caps, bytes: stream))
    }

    private func decode(_ job: PictureJob) async throws -> [UInt8] {
        if let program { return try await program.run(job) }
        return try await carryOut(job)
    }

    /// Decodes a picture in this process.
    func carryOut(_ job: PictureJob) async throws -> [UInt8] {
        try await run(job.pipeline, caps: job.caps) { $0.push(job.bytes, time: 0) }
    }

    private func run(
        _ name: String, caps: String, push: @Sendable (AppSource) -> AppSource.Outcome
    ) async throws -> [UInt8] {
        let pipeline = try library.find(name).makePipeline()
        let source = try pipeline.source(named: "frame")
        let sink = try pipeline.sink(named: "still")
        try source.announce(caps: caps)
        return try await pipeline.playing { messages in
            guard push(source) == .accepted else { throw problem("the pipeline \"\(name)\" takes no picture") }
            source.end()
            let picture: [UInt8]? = try await race(
                {
                    var picture: [UInt8]?
                    try await sink.forEach({ $0.bytes }, perform: { picture = $0 })
                    return picture
                },
                {
                    for await case .failed(let diagnostic) in messages { throw diagnostic }
                    try await Task.sleep(for: StillDeveloper.patience)
                    return nil
                },
                {
                    try await Task.sleep(for: StillDeveloper.patience)
                    throw problem("the pipeline \"\(name)\" gave no picture within \(StillDeveloper.patience)")
                })
            guard let picture, !picture.isEmpty else { throw problem("the pipeline \"\(name)\" gave no picture") }
            return picture
        }
    }

    private func problem(_ detail: String) -> Problem {
        Problem(
            "still-failed", status: 500, title: "No still",
            detail: "\(detail): try `longshot pipeline check` on your own still pipeline, if you have one")
    }
}
