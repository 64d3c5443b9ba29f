// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Tasks
import Video4Linux
package import Wire

/// One picture of a camera that nobody captures from, to see which camera it is.
package enum DevicePicture {
    /// How long exposure and white balance of a camera that was just opened get to settle.
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
        return try await picture(of: pipeline, after: settling, from: path)
    }

    /// The picture of a network camera's stream as JPEG, 640 pixels wide.
    ///
    /// - Parameter pipeline: the shipped pipeline that records the stream.
    package static func take(of picture: NetworkPicture, by pipeline: String) async throws -> [UInt8] {
        let decoder = pipeline == "rtsp-jpeg" ? "rtpjpegdepay ! jpegdec" : "rtph264depay ! h264parse ! avdec_h264"
        let pipeline = try Pipeline(
            parsing: """
                rtspsrc name=camera protocols=tcp latency=0 tcp-timeout=5000000 ! \(decoder) ! videoconvert ! videoscale
                ! video/x-raw,width=\(width),pixel-aspect-ratio=1/1 ! jpegenc
                ! appsink name=picture sync=false max-buffers=1 drop=true
                """)
        let camera = pipeline.element(named: "camera")
        try camera?.set("location", to: picture.location)
        if let user = picture.user {
            try camera?.set("user-id", to: user.name)
            try camera?.set("user-pw", to: user.password.reveal())
        }
        return try await Self.picture(of: pipeline, after: .zero, from: picture.location)
    }

    private static func picture(
        of pipeline: Pipeline, after settling: Duration, from name: String
    ) async throws -> [UInt8] {
        let sink = try pipeline.sink(named: "picture")
        let picture = try await pipeline.playing { messages in
            try await withTimeout(patience) {
                try await race(
                    { try await settled(sink, after: settling) },
                    {
                        for await case .failed in messages { break }
                        return nil
                    })
            }
        }
        if let failure = pipeline.failure { throw failure }
        guard let picture else { throw Problem.conflict("\(name) gives no picture") }
        return picture
    }

    /// The first picture that comes some time after the very first one; nil if the stream ends before.
    private static func settled(_ sink: AppSink, after settling: Duration) async throws -> [UInt8]? {
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
