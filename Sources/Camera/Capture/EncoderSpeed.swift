// SPDX-License-Identifier: Apache-2.0
import Tasks
import GStreamer
import Pipelines
import Synchronization
import Video4Linux

/// Measures how fast this machine encodes, with a pipeline file and moving test pictures instead of the camera.
enum EncoderSpeed {
    /// The number of pictures, which lets the encoder settle, and the timeout for one size.
    private static let pictures = 60
    private static let patience = Duration.seconds(3)
    /// The number of pictures that are drawn first and repeated, because drawing may be slower than hardware encoding.
    private static let drawn = 8

    private final class Pictures: Sendable {
        let seen = Atomic(0)
    }

    /// Pictures per second; 0 if they cannot be measured.
    ///
    /// - Parameter pipeline: a capture pipeline for raw pictures, by its name.
    static func measure(_ mode: VideoMode, with pipeline: String, library: PipelineLibrary) async -> Double {
        let caps = "video/x-raw,format=YUY2,\(mode.caps)"
        // A hardware encoder may require increasing time stamps, but no certain ones.
        let stand = "appsrc name=camera format=time max-bytes=0"
        guard let drawing = try? await draw(caps), let file = try? library.find(pipeline),
            let pipeline = try? file.replacing("camera", with: stand)?.makePipeline(values: ["format.caps=\(caps)"]),
            let camera = try? pipeline.source(named: "camera"), let encoded = try? pipeline.sink(named: "encoded"),
            (try? camera.announce(caps: drawing.caps)) != nil
        else { return 0 }
        let pictures = Pictures()
        var start = ContinuousClock.now
        try? await pipeline.playing { messages in
            start = .now
            for number in 0..<EncoderSpeed.pictures {
                let time = Double(number) / mode.rate * 1e9
                _ = camera.push(drawing.pictures[number % drawing.pictures.count], time: Int64(time))
            }
            camera.end()
            try await withTimeout(patience) {
                try await race(
                    { try await encoded.forEach({ _ in 1 }, perform: { pictures.seen.add($0, ordering: .relaxed) }) },
                    { for await case .failed in messages { return } })
            }
        }
        guard pipeline.failure == nil else { return 0 }
        return Double(pictures.seen.load(ordering: .relaxed)) / ((ContinuousClock.now - start) / .seconds(1))
    }

    /// Draws a few moving pictures, as many as the timeout permits; returns them with their caps.
    private static func draw(_ caps: String) async throws -> (pictures: [Buffer], caps: String)? {
        let pipeline = try Pipeline(
            parsing: """
                videotestsrc num-buffers=\(drawn) pattern=zone-plate kx2=20 ky2=20 kt=3
                ! \(caps) ! appsink name=drawn sync=false max-buffers=\(drawn)
                """)
        let sink = try pipeline.sink(named: "drawn")
        var pictures: [Buffer] = []
        var drawnCaps: String?
        let deadline = ContinuousClock.now + patience
        try? await pipeline.playing { _ in
            try await sink.forEach({ sample in sample.keep().map { ($0, sample.caps?.text) } }) { picture, caps in
                pictures.append(picture)
                drawnCaps = caps
                if ContinuousClock.now > deadline { throw CancellationError() }
            }
        }
        return drawnCaps.flatMap { pictures.isEmpty ? nil : (pictures, $0) }
    }
}
