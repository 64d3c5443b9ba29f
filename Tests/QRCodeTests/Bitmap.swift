// SPDX-License-Identifier: Apache-2.0
import QRCode

/// Dark and light modules with a quiet zone, as read from renderings.
struct Bitmap: Equatable {
    let side: Int
    private(set) var dark: [Bool]

    /// The modules of the code itself.
    init(_ code: QRCode) {
        let zone = QRCode.quietZone
        side = code.size + 2 * zone
        dark = []
        for row in -zone..<code.size + zone {
            for column in -zone..<code.size + zone { dark.append(code[column, row]) }
        }
    }

    /// Reads the rectangles of a drawing; nil if its path contains anything else.
    init?(svg: String) {
        guard let frame = svg.firstMatch(of: #/viewBox="0 0 (\d+) (\d+)"/#), frame.1 == frame.2,
            let side = Int(frame.1), let path = svg.firstMatch(of: #/<path d="([^"]*)"/#)
        else { return nil }
        self.side = side
        dark = Array(repeating: false, count: side * side)
        for rectangle in path.1.split(separator: "z") {
            guard let parts = rectangle.wholeMatch(of: #/M(\d+) (\d+)h(\d+)v1h-(\d+)/#), parts.3 == parts.4,
                let column = Int(parts.1), let row = Int(parts.2), let length = Int(parts.3),
                column + length <= side, row < side
            else { return nil }
            for offset in 0..<length { dark[row * side + column + offset] = true }
        }
    }

    /// Reads the half blocks of a terminal; nil if there are other characters, or too few.
    init?(halfBlocks lines: [String]) {
        side = lines.first?.count ?? 0
        dark = []
        for line in lines {
            guard line.count == side, line.allSatisfy({ "█▀▄ ".contains($0) }) else { return nil }
            dark += line.map { "█▀".contains($0) }
            dark += line.map { "█▄".contains($0) }
        }
        guard dark.count >= side * side, !dark[(side * side)...].contains(true) else { return nil }
        dark.removeLast(dark.count - side * side)
    }

    /// A PGM picture in which each module is 4 pixels wide.
    var picture: [UInt8] {
        let scale = 4
        var bytes = Array("P5 \(side * scale) \(side * scale) 255\n".utf8)
        for row in 0..<side * scale {
            for column in 0..<side * scale {
                bytes.append(dark[row / scale * side + column / scale] ? 0 : 255)
            }
        }
        return bytes
    }
}
