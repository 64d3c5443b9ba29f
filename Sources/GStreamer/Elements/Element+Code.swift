// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import Synchronization

/// A square of light and dark modules, such as a QR code with its border.
public struct CodePicture: Sendable {
    /// The number of modules of one side.
    public let size: Int
    private let dark: [Bool]

    /// Asks for each module, row by row.
    public init(size: Int, isDark: (_ column: Int, _ row: Int) -> Bool) {
        self.size = size
        dark = (0..<size * size).map { isDark($0 % size, $0 / size) }
    }

    /// Whether a module is dark.
    fileprivate subscript(column: Int, row: Int) -> Bool { dark[row * size + column] }
}

extension Element {
    /// Draws a code into the middle of each I420 picture that leaves through a pad; pictures of other formats stay as they are.
    ///
    /// - Parameter code: gives the code for a picture, on a thread of the pipeline; takes the number of the picture, which begins
    ///   at 1, and its time stamp in nanoseconds. If it returns nil, nothing is drawn.
    public func drawCodes(
        pad name: String = "src", _ code: @escaping @Sendable (_ number: Int, _ time: Int64) -> CodePicture?
    ) {
        _ = probe(GST_PAD_PROBE_TYPE_BUFFER, at: name, with: CodePainter(code), picturePassed)
    }
}

/// Counts pictures, and draws into them.
private final class CodePainter: Sendable {
    private let code: @Sendable (Int, Int64) -> CodePicture?
    private let number = Atomic(0)

    init(_ code: @escaping @Sendable (Int, Int64) -> CodePicture?) {
        self.code = code
    }

    /// The code for the next picture.
    func next(time: Int64) -> CodePicture? {
        code(number.add(1, ordering: .relaxed).newValue, time)
    }

    /// Draws a code with modules of a sixtieth of the picture's height, or as large as fits.
    ///
    /// A video that is scaled down from the picture still has modules of some pixels.
    func draw(_ code: CodePicture, into bytes: UnsafeMutableRawBufferPointer, width: Int, height: Int) {
        let layout = PlaneLayout(width: width, height: height)
        let scale = min(max(2, height / 60), min(width, height) / code.size)
        guard scale > 0, bytes.count >= layout.byteCount, let start = bytes.baseAddress else { return }
        let side = scale * code.size
        let (left, top) = ((width - side) / 4 * 2, (height - side) / 4 * 2)
        for row in 0..<code.size {
            let first = start + (top + row * scale) * layout.stride + left
            for column in 0..<code.size {
                // Black and white of video, ITU-R BT.601.
                memset(first + column * scale, code[column, row] ? 16 : 235, scale)
            }
            for line in 1..<max(scale, 2) where line < scale { memcpy(first + line * layout.stride, first, side) }
        }
        for plane in layout.chroma {
            for line in top / 2..<(top + side + 1) / 2 {
                memset(start + plane + line * layout.chromaStride + left / 2, 128, (side + 1) / 2)
            }
        }
    }
}

/// Where the planes of an I420 picture begin, as GStreamer lays them out by default.
private struct PlaneLayout {
    let stride, chromaStride: Int
    /// The offsets of both planes of colour.
    let chroma: [Int]
    let byteCount: Int

    init(width: Int, height: Int) {
        stride = (width + 3) / 4 * 4
        chromaStride = ((width + 1) / 2 + 3) / 4 * 4
        let (luma, colour) = (stride * ((height + 1) / 2 * 2), chromaStride * ((height + 1) / 2))
        chroma = [luma, luma + colour]
        byteCount = luma + 2 * colour
    }
}

/// Runs on the streaming thread for each buffer.
private func picturePassed(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?, _ context: gpointer?
) -> GstPadProbeReturn {
    guard let pad, let info, let context, let buffer = gst_pad_probe_info_get_buffer(info) else {
        return GST_PAD_PROBE_OK
    }
    let painter = Unmanaged<CodePainter>.fromOpaque(context).takeUnretainedValue()
    // The largest number means that there is no time.
    let time = Int64(exactly: buffer.pointee.pts) ?? 0
    guard let code = painter.next(time: time), let current = gst_pad_get_current_caps(pad) else {
        return GST_PAD_PROBE_OK
    }
    let caps = Caps(keeping: current)
    gst_caps_unref(current)
    guard caps.string("format") == "I420", let width = caps.integer("width"), let height = caps.integer("height"),
        let own = gst_mini_object_make_writable(
            UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: GstMiniObject.self))
    else { return GST_PAD_PROBE_OK }
    // The probe's reference moves to the writable buffer.
    info.pointee.data = UnsafeMutableRawPointer(own)
    let writable = UnsafeMutableRawPointer(own).assumingMemoryBound(to: GstBuffer.self)
    var map = GstMapInfo()
    guard gst_buffer_map(writable, &map, GST_MAP_WRITE) != 0 else { return GST_PAD_PROBE_OK }
    defer { gst_buffer_unmap(writable, &map) }
    painter.draw(
        code, into: UnsafeMutableRawBufferPointer(start: map.data, count: Int(map.size)), width: width, height: height)
    return GST_PAD_PROBE_OK
}
