// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Tasks
import Video4Linux
import Wire

/// One picture of a camera that nobody captures from, to see which camera it is.
package enum DevicePicture {
    /// How long exposure and white balance get to settle.
    private static let settling = Duration.milliseconds(700)
    private static let patience = Duration.seconds(8)
    /// The width that is preferred, in pixels.
    private static let width = 640

    /// The picture as JPEG, of about 640 pixels in width where the camera has such a mode.
    ///
    /// Throws if there is no such camera, if a program uses it, or if it gives no picture.
    package static func take(of path: String) async throws -> [UInt8] {
        let (way, modes) = try await CameraDevices.way(to: path)
        // H.264 last: its first picture that can be decoded may be seconds away.
        let nearest = CaptureChoice.candidates(modes).min { one, other in
            let keys = [one, other].map { ($0.coding == .h264 ? 1 : 0, abs($0.width - width)) }
            return keys[0] < keys[1]
        }
        guard let mode = nearest else { throw Problem.conflict("\(path) has no mode that can be shown") }
        let decoder =
            switch mode.coding {
            case .jpeg: "! jpegdec"
            case .h264: "! h264parse ! avdec_h264"
            case .raw, nil: ""
            }
        let pipeline = try Pipeline(
            parsing: """
                \(way.source) name=camera ! \(mode.typedCaps) \(decoder) ! videoconvert ! jpegenc
                ! appsink name=picture sync=false max-buffers=1 drop=true
                """)
        let camera = pipeline.element(named: "camera")
        try camera?.set(way.property, to: path)
        // As for a capture: libcamera crashes if one of its few buffers comes back after its end.
        if way.source == LibcameraCamera.source { _ = camera?.copyBuffers() }
        let sink = try pipeline.sink(named: "picture")
        let picture = try await pipeline.playing { messages in
            try await withTimeout(patience) {
                try await race(
                    { try await settled(sink) },
                    {
                        for await case .failed in messages { break }
                        return nil
                    })
            }
        }
        if let failure = pipeline.failure { throw failure }
        guard let picture else { throw Problem.conflict("\(path) gives no picture") }
        return picture
    }

    /// The first picture that comes some time after the very first one; nil if the stream ends before.
    private static func settled(_ sink: AppSink) async throws -> [UInt8]? {
        struct Found: Error { let picture: [UInt8] }
        var begin: ContinuousClock.Instant?
        do {
            try await sink.forEach({ sample in sample.bytes }) {
                let now = ContinuousClock.now
                guard now - (begin ?? now) >= settling else {
                    begin = begin ?? now
                    return
                }
                throw Found(picture: $0)
            }
        } catch let found as Found {
            return found.picture
        }
        return nil
    }
}
