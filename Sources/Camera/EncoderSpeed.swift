// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Pipelines
import Synchronization
import Video4Linux

/// How fast this machine encodes: measured on the shipped pipeline itself, with a picture that moves in the camera's place.
enum EncoderSpeed {
    /// Enough for the encoder to settle, and as long as anybody should wait for one size.
    private static let pictures = 60
    private static let patience = Duration.seconds(3)

    private final class Pictures: Sendable {
        let seen = Atomic(0)
    }

    /// Pictures a second; 0 when it cannot be measured.
    static func measure(_ mode: VideoMode, library: PipelineLibrary) async -> Double {
        guard let file = try? library.find("v4l2-h264"),
            let pipeline = try? standIn(for: file).makePipeline(
                values: ["format.caps=video/x-raw,format=YUY2,\(mode.caps)"]),
            let encoded = try? pipeline.sink(named: "encoded")
        else { return 0 }
        let pictures = Pictures()
        let start = ContinuousClock.now
        try? await pipeline.playing { _ in
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    try? await encoded.forEach({ _ in 1 }, perform: { pictures.seen.add($0, ordering: .relaxed) })
                }
                group.addTask { try? await Task.sleep(for: patience) }
                await group.next()
                group.cancelAll()
            }
        }
        return Double(pictures.seen.load(ordering: .relaxed)) / ((ContinuousClock.now - start) / .seconds(1))
    }

    /// The pipeline with a test picture in the place of its camera.
    static func standIn(for file: PipelineFile) throws -> PipelineFile {
        let source = "v4l2src name=camera device=/dev/video0"
        guard let range = file.text.firstRange(of: source) else {
            throw PipelineError.unusable(
                file.name, as: .capture, problems: "it has no \"\(source)\" to stand in for")
        }
        let picture = "videotestsrc name=camera num-buffers=\(pictures) pattern=zone-plate kx2=20 ky2=20 kt=3"
        var text = file.text
        text.replaceSubrange(range, with: picture)
        return PipelineFile(name: "measured", category: .capture, origin: .shipped, text: text)
    }
}
