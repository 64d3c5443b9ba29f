// SPDX-License-Identifier: Apache-2.0
import CGStreamer
import CZimg

/// Lines of a planar picture of 8 bits in memory as zimg wants it: aligned, with even sides, and only as many lines as it works on.
final class PictureLines {
    /// Where lines begin, in bytes: on a multiple of this.
    static let alignment = 64

    /// A component of the picture (luma or red first), and the ring of lines of it.
    struct Plane {
        /// The ring; line `index` is in its place `index & mask`.
        let lines: UnsafeMutableRawPointer
        /// The bytes from one line of the ring to the next.
        let stride: Int
        /// The lines of the ring less one, or all bits if all lines are in it.
        let mask: UInt32
        fileprivate let picture: UnsafeMutableRawPointer
        fileprivate let pictureStride: Int
        /// The samples of the picture.
        fileprivate let (width, height): (Int, Int)
        /// How often the sides are halved.
        fileprivate let (horizontal, vertical): (Int, Int)
    }

    /// Three planes.
    let planes: [Plane]
    /// The lines of luma for one of chroma.
    private let step: Int

    /// Makes the rings for a picture that stays mapped as long as they are used; nil for one without three planes.
    ///
    /// - Parameters:
    ///   - width: the width for zimg in pixels, even and at most one more than the picture's; so is the height.
    ///   - buffering: the number of lines that zimg works on at once, or `ZIMG_BUFFER_MAX`.
    init?(of frame: GstVideoFrame, width: Int, height: Int, buffering: UInt32) {
        let (format, mask) = (frame.info.finfo.pointee, zimg_select_buffer_mask(buffering))
        let data = [frame.data.0, frame.data.1, frame.data.2].compactMap { $0 }
        let strides = [frame.info.stride.0, frame.info.stride.1, frame.info.stride.2]
        guard data.count == strides.count else { return nil }
        func plane(_ index: guint, _ horizontal: guint, _ vertical: guint) -> Plane {
            let (horizontal, vertical) = (Int(horizontal), Int(vertical))
            let isWhole = mask == .max
            let line = ((width >> horizontal) + Self.alignment - 1) / Self.alignment * Self.alignment
            let count = (isWhole ? height : Int(mask) + 1) >> vertical
            return Plane(
                lines: .allocate(byteCount: line * max(1, count), alignment: Self.alignment), stride: line,
                mask: isWhole ? .max : mask >> vertical, picture: data[Int(index)],
                pictureStride: Int(strides[Int(index)]),
                width: (Int(frame.info.width) + horizontal) >> horizontal,
                height: (Int(frame.info.height) + vertical) >> vertical, horizontal: horizontal, vertical: vertical)
        }
        planes = [
            plane(format.plane.0, format.w_sub.0, format.h_sub.0),
            plane(format.plane.1, format.w_sub.1, format.h_sub.1),
            plane(format.plane.2, format.w_sub.2, format.h_sub.2),
        ]
        step = 1 << Int(format.h_sub.1)
    }

    deinit {
        for plane in planes { plane.lines.deallocate() }
    }

    /// Copies columns of the picture from `line` on, as many lines as one of chroma stands for.
    func read(_ line: Int, _ columns: Range<Int>) {
        for plane in planes {
            for line in plane.lines(line, step) { plane.read(line, plane.columns(columns)) }
        }
    }

    /// Copies them into the picture.
    func write(_ line: Int, _ columns: Range<Int>) {
        for plane in planes {
            for line in plane.lines(line, step) { plane.write(line, plane.columns(columns)) }
        }
    }
}

extension PictureLines.Plane {
    /// The lines of this plane for lines of luma.
    fileprivate func lines(_ first: Int, _ count: Int) -> Range<Int> {
        first >> vertical..<(first + count) >> vertical
    }

    /// The samples of this plane for columns of luma.
    fileprivate func columns(_ columns: Range<Int>) -> Range<Int> {
        columns.lowerBound >> horizontal..<(columns.upperBound + horizontal) >> horizontal
    }

    private func place(of line: Int) -> UnsafeMutableRawPointer {
        lines + (mask == .max ? line : line & Int(mask)) * stride
    }

    /// A side that is odd is repeated at its end.
    fileprivate func read(_ line: Int, _ columns: Range<Int>) {
        let (row, place) = (picture + min(line, height - 1) * pictureStride, place(of: line))
        let there = columns.clamped(to: 0..<width)
        (place + there.lowerBound).copyMemory(from: row + there.lowerBound, byteCount: there.count)
        guard columns.upperBound > width else { return }
        (place + width).copyMemory(from: row + width - 1, byteCount: 1)
    }

    fileprivate func write(_ line: Int, _ columns: Range<Int>) {
        guard line < height else { return }
        let there = columns.clamped(to: 0..<width)
        (picture + line * pictureStride + there.lowerBound)
            .copyMemory(from: place(of: line) + there.lowerBound, byteCount: there.count)
    }
}
