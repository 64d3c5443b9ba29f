// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Tasks
package import GStreamer
package import Media
package import Pipelines
package import Wire

/// Makes photographs from raw frames and recorded video, and small pictures from photographs and encoded video, each in its own
/// pipeline.
package struct StillDeveloper: Sendable {
    /// A decoded picture of several: its number, and the picture itself if it is the wanted one.
    private struct Decoded: Sendable {
        let number: Int
        let picture: (Buffer, Caps)?
    }

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

    /// Encodes a grey picture, whose lines begin at multiples of four bytes.
    package func develop(luminance: [UInt8], width: Int, height: Int, as format: StillFormat) async throws -> [UInt8] {
        let caps = "video/x-raw,format=GRAY8,width=\(width),height=\(height),framerate=1/1"
        return try await run(format.rawValue, caps: caps) { $0.push(luminance, time: 0) }
    }

    /// Makes a photograph of a frame of footage, at its full size and without metadata.
    ///
    /// Decodes H.264 with `still/moment`, and develops the last picture, the only decoded one that is kept. JPEG stays as it is.
    /// Throws a problem if the footage cannot be decoded, or for PNG of JPEG.
    package func develop(_ group: FrameGroup, as format: StillFormat) async throws -> [UInt8] {
        guard group.format.codec != .jpeg else {
            guard format == .jpeg else {
                throw Problem.conflict(
                    "the footage is JPEG, and \(format.rawValue.uppercased()) of that would be larger and no better: "
                        + "ask for jpeg")
            }
            return group.shown.bytes
        }
        let size = (width: group.format.width, height: group.format.height)
        guard size.width * size.height <= PictureFile.mostPixels else {
            throw Problem.conflict(
                "the footage has \(size.width)x\(size.height) pixels: more than \(PictureFile.mostPixels) are not "
                    + "decoded")
        }
        var stream: [UInt8] = []
        stream.reserveCapacity(group.byteCount + 1_024)
        for unit in group.units { stream += AnnexB.bytes(of: unit, parameterSets: group.format.parameterSets) }
        return try await decode(
            PictureJob(
                pipeline: "moment", caps: AnnexB.streamCaps, bytes: stream,
                last: PictureJob.Last(count: group.units.count, format: format)))
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

    /// The luminance of a photograph of this machine, for `Buffer.withLuminance`: `still/gray`.
    package func luminance(of picture: [UInt8], type: String) async throws -> (Buffer, Caps) {
        guard let size = PictureFile.size(of: picture), size.width * size.height <= PictureFile.mostPixels else {
            throw Problem.conflict(
                "the file has no header of a JPEG or PNG of at most \(PictureFile.mostPixels) pixels")
        }
        return try await run(
            "gray", caps: type,
            read: { sample in
                guard let caps = sample.caps, let frame = sample.keep() else { return nil }
                return (frame, caps)
            }, push: { $0.push(picture, time: 0) })
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
        guard let last = job.last else {
            return try await run(job.pipeline, caps: job.caps) { $0.push(job.bytes, time: 0) }
        }
        let counter = Atomic(0)
        let outcome = try await run(
            job.pipeline, caps: job.caps,
            read: { sample in
                let number = counter.add(1, ordering: .relaxed).newValue
                // The others go back to the decoder at once.
                guard number == last.count, let caps = sample.caps, let frame = sample.keep() else {
                    return Decoded(number: number, picture: nil)
                }
                return Decoded(number: number, picture: (frame, caps))
            }, push: { $0.push(job.bytes, time: 0) })
        guard let (frame, caps) = outcome.picture else {
            throw Problem.conflict(
                "the footage cannot be decoded: its \(last.count.counted("frame")) gave "
                    + outcome.number.counted("picture"))
        }
        return try await develop(frame, caps: caps, as: last.format)
    }

    private func run(
        _ name: String, caps: String, push: @Sendable (AppSource) -> AppSource.Outcome
    ) async throws -> [UInt8] {
        try await run(name, caps: caps, read: { $0.bytes.isEmpty ? nil : $0.bytes }, push: push)
    }

    /// Runs a pipeline to its end, and returns the last value that `read` gives for an output.
    private func run<Value: Sendable>(
        _ name: String, caps: String, read: @escaping @Sendable (borrowing Sample) -> Value?,
        push: @Sendable (AppSource) -> AppSource.Outcome
    ) async throws -> Value {
        let pipeline = try library.find(name).makePipeline()
        let source = try pipeline.source(named: "frame")
        let sink = try pipeline.sink(named: "still")
        try source.announce(caps: caps)
        return try await pipeline.playing { messages in
            guard push(source) == .accepted else { throw problem("the pipeline \"\(name)\" takes no picture") }
            source.end()
            let picture: Value? = try await race(
                {
                    var picture: Value?
                    try await sink.forEach(read, perform: { picture = $0 })
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
            guard let picture else { throw problem("the pipeline \"\(name)\" gave no picture") }
            return picture
        }
    }

    private func problem(_ detail: String) -> Problem {
        Problem(
            "still-failed", status: 500, title: "No still",
            detail: "\(detail): try `longshot pipeline check` on your own still pipeline, if you have one")
    }
}
