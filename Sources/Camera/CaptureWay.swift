// SPDX-License-Identifier: Apache-2.0

/// The shipped pipelines for the cameras of one kind, and how they name a camera.
struct CaptureWay: Sendable, Equatable {
    /// The value that chooses the camera.
    let camera: String
    /// The pipelines for raw pictures; hardware encoders first, because they leave the CPU to others.
    let encoders: [String]
    /// The pipeline for a camera that encodes each picture as JPEG.
    let jpeg: String

    /// A V4L2 device, by its path.
    static func v4l2(_ path: String) -> CaptureWay {
        CaptureWay(
            camera: "camera.device=\(path)", encoders: ["v4l2-h264-va", "v4l2-h264-m2m", "v4l2-h264"],
            jpeg: "v4l2-mjpeg")
    }

    /// A camera of libcamera, by its id.
    static func libcamera(_ id: String) -> CaptureWay {
        CaptureWay(
            camera: "camera.camera-name=\(id)", encoders: ["libcamera-h264-m2m", "libcamera-h264"],
            jpeg: "libcamera-mjpeg")
    }
}
