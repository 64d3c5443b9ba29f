// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import CZimg

/// A conversion of planar pictures of one format into I420 with the colours of JPEG, by zimg.
struct ColourGraph: ~Copyable {
    private let graph: OpaquePointer
    /// The sides in pixels, even: zimg knows no half sample of chroma.
    private let (width, height): (Int, Int)

    /// Nil if zimg knows no such conversion; `lastError` then tells of it.
    init?(toJPEGFrom info: GstVideoInfo) {
        (width, height) = (Int(info.width + 1) & ~1, Int(info.height + 1) & ~1)
        var (source, target, parameters) = (zimg_image_format(), zimg_image_format(), zimg_graph_builder_params())
        zimg_image_format_default(&source, version)
        source.width = UInt32(width)
        source.height = UInt32(height)
        source.pixel_type = ZIMG_PIXEL_BYTE
        target = source
        (source.subsample_w, source.subsample_h) = (info.finfo.pointee.w_sub.1, info.finfo.pointee.h_sub.1)
        let isRGB = info.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_RGB.rawValue != 0
        source.color_family = isRGB ? ZIMG_COLOR_RGB : ZIMG_COLOR_YUV
        source.matrix_coefficients = isRGB ? ZIMG_MATRIX_RGB : matrix(of: info.colorimetry)
        source.pixel_range =
            info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255 ? ZIMG_RANGE_FULL : ZIMG_RANGE_LIMITED
        source.chroma_location = chromaLocation(of: info.chroma_site)
        (target.subsample_w, target.subsample_h) = (1, 1)
        target.color_family = ZIMG_COLOR_YUV
        target.matrix_coefficients = ZIMG_MATRIX_BT470_BG
        target.pixel_range = ZIMG_RANGE_FULL
        target.chroma_location = ZIMG_CHROMA_CENTER
        zimg_graph_builder_params_default(&parameters, version)
        guard let graph = zimg_filter_graph_build(&source, &target, &parameters) else { return nil }
        self.graph = graph
    }

    deinit {
        zimg_filter_graph_free(graph)
    }

    /// The last error of zimg on this thread.
    static var lastError: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            zimg_get_last_error(text.baseAddress, text.count)
            return text.baseAddress.map { String(cString: $0) } ?? ""
        }
    }

    /// Converts a mapped picture into another mapped one of the same size; false if zimg refuses.
    func convert(_ source: GstVideoFrame, to target: GstVideoFrame) -> Bool {
        var (room, sourceLines, targetLines) = (0, UInt32(0), UInt32(0))
        guard zimg_filter_graph_get_tmp_size(graph, &room) == ZIMG_ERROR_SUCCESS,
            zimg_filter_graph_get_input_buffering(graph, &sourceLines) == ZIMG_ERROR_SUCCESS,
            zimg_filter_graph_get_output_buffering(graph, &targetLines) == ZIMG_ERROR_SUCCESS
        else { return false }
        // The lines of a GstVideoFrame need not begin where zimg's instructions want them: it works on copies of some lines.
        guard let from = PictureLines(of: source, width: width, height: height, buffering: sourceLines),
            let to = PictureLines(of: target, width: width, height: height, buffering: targetLines)
        else { return false }
        let temporary = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: PictureLines.alignment)
        defer { temporary.deallocate() }
        var (read, written) = (zimg_image_buffer_const(), zimg_image_buffer())
        (read.version, written.version) = (version, version)
        for (index, plane) in from.planes.enumerated() {
            zimg_set_plane_to_read(&read, Int32(index), plane.lines, plane.stride, plane.mask)
        }
        for (index, plane) in to.planes.enumerated() {
            zimg_set_plane(&written, Int32(index), plane.lines, plane.stride, plane.mask)
        }
        return withExtendedLifetime((from, to)) {
            zimg_filter_graph_process(
                graph, &read, &written, temporary.baseAddress, unpack, Unmanaged.passUnretained(from).toOpaque(), pack,
                Unmanaged.passUnretained(to).toOpaque()) == ZIMG_ERROR_SUCCESS
        }
    }
}

/// The version of zimg's interface of these structures (`ZIMG_API_VERSION`, which is no constant for Swift).
private let version = UInt32(ZIMG_API_VERSION_MAJOR << 8 | ZIMG_API_VERSION_MINOR)

private func matrix(of colorimetry: GstVideoColorimetry) -> zimg_matrix_coefficients_e {
    switch colorimetry.matrix {
    case GST_VIDEO_COLOR_MATRIX_BT709: ZIMG_MATRIX_BT709
    case GST_VIDEO_COLOR_MATRIX_BT2020: ZIMG_MATRIX_BT2020_NCL
    case GST_VIDEO_COLOR_MATRIX_SMPTE240M: ZIMG_MATRIX_ST240_M
    case GST_VIDEO_COLOR_MATRIX_FCC: ZIMG_MATRIX_FCC
    default: ZIMG_MATRIX_BT470_BG
    }
}

private func chromaLocation(of site: GstVideoChromaSite) -> zimg_chroma_location_e {
    let isLeft = site.rawValue & GST_VIDEO_CHROMA_SITE_H_COSITED.rawValue != 0
    let isTop = site.rawValue & GST_VIDEO_CHROMA_SITE_V_COSITED.rawValue != 0
    return switch (isLeft, isTop) {
    case (false, false): ZIMG_CHROMA_CENTER
    case (true, false): ZIMG_CHROMA_LEFT
    case (false, true): ZIMG_CHROMA_TOP
    case (true, true): ZIMG_CHROMA_TOP_LEFT
    }
}

/// Copies lines of the source for zimg to read.
private func unpack(_ context: UnsafeMutableRawPointer?, _ line: UInt32, _ left: UInt32, _ right: UInt32) -> Int32 {
    guard let context else { return 1 }
    Unmanaged<PictureLines>.fromOpaque(context).takeUnretainedValue().read(Int(line), Int(left)..<Int(right))
    return 0
}

/// Copies lines that zimg has written to the target.
private func pack(_ context: UnsafeMutableRawPointer?, _ line: UInt32, _ left: UInt32, _ right: UInt32) -> Int32 {
    guard let context else { return 1 }
    Unmanaged<PictureLines>.fromOpaque(context).takeUnretainedValue().write(Int(line), Int(left)..<Int(right))
    return 0
}
