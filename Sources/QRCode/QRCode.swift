// SPDX-License-Identifier: Apache-2.0
import CQREncode
import Glibc

/// A text as a square of dark and light modules.
///
/// The picture reveals the text, but nothing else here repeats it: a rendering of a secret has no caption.
package struct QRCode: Sendable, Equatable {
    /// How much of the picture may be dirty or covered.
    package enum Correction: Sendable, Hashable, CaseIterable {
        /// 7 %.
        case low
        /// 15 %.
        case medium
        /// 25 %.
        case quartile
        /// 30 %.
        case high

        /// The bytes that the largest code of this level holds (ISO/IEC 18004, version 40).
        package var capacity: Int {
            switch self {
            case .low: 2953
            case .medium: 2331
            case .quartile: 1663
            case .high: 1273
            }
        }
    }

    /// The light border that scanners need, in modules.
    package static let quietZone = 4

    /// The number of modules of one side, without the quiet zone.
    package let size: Int
    private let modules: [Bool]

    /// Makes the smallest code that holds the text in UTF-8.
    package init(_ text: String, correction: Correction = .medium) throws(QRCodeError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= correction.capacity else {
            throw .tooLong(bytes: bytes.count, limit: correction.capacity)
        }
        let level: QRecLevel =
            switch correction {
            case .low: QR_ECLEVEL_L
            case .medium: QR_ECLEVEL_M
            case .quartile: QR_ECLEVEL_Q
            case .high: QR_ECLEVEL_H
            }
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, level) else {
            throw .failed(String(cString: strerror(errno)))
        }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        // The lowest bit means dark; the encoder uses the other bits internally.
        modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
    }

    /// Whether a module is dark; everything outside the square is light.
    package subscript(column: Int, row: Int) -> Bool {
        (0..<size).contains(column) && (0..<size).contains(row) && modules[row * size + column]
    }
}
