// SPDX-License-Identifier: Apache-2.0
import Tasks
import GStreamer
import Pipelines
import Synchronization
import Video4Linux

/// How fast this machine encodes: measured on a pipeline file itself, with pictures that move in the camera's place.
enum EncoderSpeed {
    /// Enough for the encoder to settle, and as long as anybody should wait for one size.
    private static let pictures = 60
    private static let patience = Duration.seconds(3)
    /// Drawing a picture may take longer than encoding it in hardware: a few are drawn before, and come round again.
    private static let drawn = 8

    private final class Pictures: Sendable {
        let seen = Atomic(0)
    }

    /// Pictures a second; 0 when it cannot be measured.
    ///
    /// - Parameter pipeline: a capture pipeline for raw pictures, by its name.
    static func measure(_ mode: VideoMode, with pipeline: String, library: PipelineLibrary) async -> Double {
        let caps = "video/x-raw,format=YUY2,\(mode.caps)"
        // A hardware encoder may want the frames' time stamps to grow, and nothing else of them.
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

    /// A few pictures that move, as many as are drawn in time, and what they are.
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
