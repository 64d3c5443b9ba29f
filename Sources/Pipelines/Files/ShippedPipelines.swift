// SPDX-License-Identifier: Apache-2.0

/// The pipeline files that are built into the program.
enum ShippedPipelines {
    /// All of them, by category and name.
    static let files: [PipelineFile] = [
        file("file", .capture, PackageResources.file_pipeline),
        file("http-mjpeg", .capture, PackageResources.http_mjpeg_pipeline),
        file("libcamera-full-stills", .capture, PackageResources.libcamera_full_stills_pipeline),
        file("libcamera-h264", .capture, PackageResources.libcamera_h264_pipeline),
        file("libcamera-h264-m2m", .capture, PackageResources.libcamera_h264_m2m_pipeline),
        file("libcamera-jpeg", .capture, PackageResources.libcamera_jpeg_pipeline),
        file("libcamera-mjpeg", .capture, PackageResources.libcamera_mjpeg_pipeline),
        file("pattern", .capture, PackageResources.pattern_pipeline),
        file("rtsp-h264", .capture, PackageResources.rtsp_h264_pipeline),
        file("rtsp-jpeg", .capture, PackageResources.rtsp_jpeg_pipeline),
        file("test", .capture, PackageResources.test_pipeline),
        file("test-full-stills", .capture, PackageResources.test_full_stills_pipeline),
        file("v4l2-full-stills", .capture, PackageResources.v4l2_full_stills_pipeline),
        file("v4l2-h264", .capture, PackageResources.v4l2_h264_pipeline),
        file("v4l2-h264-m2m", .capture, PackageResources.v4l2_h264_m2m_pipeline),
        file("v4l2-h264-native", .capture, PackageResources.v4l2_h264_native_pipeline),
        file("v4l2-h264-va", .capture, PackageResources.v4l2_h264_va_pipeline),
        file("v4l2-jpegenc", .capture, PackageResources.v4l2_jpegenc_pipeline),
        file("v4l2-mjpeg", .capture, PackageResources.v4l2_mjpeg_pipeline),
        file("v4l2-mjpeg-full-stills", .capture, PackageResources.v4l2_mjpeg_full_stills_pipeline),
        file("receive-tcp", .live, PackageResources.receive_tcp_pipeline),
        file("receive-tcp-jpeg", .live, PackageResources.receive_tcp_jpeg_pipeline),
        file("receive-udp", .live, PackageResources.receive_udp_pipeline),
        file("receive-udp-jpeg", .live, PackageResources.receive_udp_jpeg_pipeline),
        file("send-tcp", .live, PackageResources.send_tcp_pipeline),
        file("send-tcp-jpeg", .live, PackageResources.send_tcp_jpeg_pipeline),
        file("send-udp", .live, PackageResources.send_udp_pipeline),
        file("send-udp-jpeg", .live, PackageResources.send_udp_jpeg_pipeline),
        file("screen", .screen, PackageResources.screen_pipeline),
        file("whep-h264", .view, PackageResources.whep_h264_pipeline),
        file("gray", .still, PackageResources.gray_pipeline),
        file("jpeg", .still, PackageResources.jpeg_pipeline),
        file("moment", .still, PackageResources.moment_pipeline),
        file("png", .still, PackageResources.png_pipeline),
        file("preview", .still, PackageResources.preview_pipeline),
        file("thumbnail", .still, PackageResources.thumbnail_pipeline),
        file("decode", .check, PackageResources.decode_pipeline),
        file("first-group", .export, PackageResources.first_group_pipeline),
    ]

    private static func file(_ name: String, _ category: PipelineCategory, _ bytes: [UInt8]) -> PipelineFile {
        PipelineFile(name: name, category: category, origin: .shipped, text: String(decoding: bytes, as: UTF8.self))
    }
}
