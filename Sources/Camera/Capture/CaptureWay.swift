// SPDX-License-Identifier: Apache-2.0
import Video4Linux

/// The shipped pipelines for the cameras of one kind, and how they name a camera.
struct CaptureWay: Sendable, Equatable {
    /// The element that captures, and its property that chooses the camera.
    let source, property: String
    /// The camera's path or id.
    let place: String
    /// The pipelines for raw pictures; hardware encoders first, because they leave the CPU to others.
    let encoders: [String]
    /// The pipeline for a camera that encodes each picture as JPEG.
    let jpeg: String
    /// The pipeline for a camera that encodes H.264; nil where there is none.
    var h264: String?

    /// The pipeline that records what a camera encodes, and the name of that; nil for plain pictures.
    func own(_ coding: VideoMode.Coding) -> (pipeline: String, name: String)? {
        switch coding {
        case .raw: nil
        case .h264: h264.map { ($0, "H.264") }
        case .jpeg: (jpeg, "JPEG")
        }
    }

    /// The value that chooses the camera.
    var camera: String { "camera.\(property)=\(place)" }

    /// A V4L2 device, by its path.
    static func v4l2(_ path: String) -> CaptureWay {
        CaptureWay(
            source: "v4l2src", property: "device", place: path,
            encoders: ["v4l2-h264-va", "v4l2-h264-m2m", "v4l2-h264"],
            jpeg: "v4l2-mjpeg", h264: "v4l2-h264-native")
    }

    /// A camera of libcamera, by its id.
    static func libcamera(_ id: String) -> CaptureWay {
        CaptureWay(
            source: LibcameraCamera.source, property: "camera-name", place: id,
            encoders: ["libcamera-h264-m2m", "libcamera-h264"],
            jpeg: "libcamera-mjpeg")
    }
}
