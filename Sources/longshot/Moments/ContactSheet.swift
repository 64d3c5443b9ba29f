// SPDX-License-Identifier: Apache-2.0
import Foundation
import Pipelines

/// One picture of all stills of a moment, with names and skews beneath them, as SVG.
struct ContactSheet {
    /// A cell of the sheet.
    struct Cell {
        /// A small JPEG; nil for a camera without a still.
        let thumbnail: [UInt8]?
        let name: String
        let note: String
    }

    private static let (width, height, margin) = (320, 240, 16)
    private static let style = """
        <style>
        svg { background: #fff; font-family: sans-serif; }
        .name { font-size: 15px; font-weight: 600; fill: #111; }
        .note { font-size: 13px; fill: #444; }
        .none { fill: #eee; stroke: #bbb; stroke-dasharray: 6 4; }
        </style>
        """

    let title: String
    let cells: [Cell]
    /// How many cells are side by side; nil for as many as there are rows.
    var columns: Int?

    /// The picture.
    var svg: String {
        let columns = max(1, self.columns ?? Int(Double(cells.count).squareRoot().rounded(.up)))
        let (wide, high) = (Self.width + Self.margin, Self.height + 64)
        let rows = (cells.count + columns - 1) / columns
        let size = (width: columns * wide + Self.margin, height: rows * high + 48)
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size.width) \(size.height)\" "
                + "width=\"\(size.width)\" height=\"\(size.height)\" role=\"img\" aria-label=\"\(title.asXML)\">",
            Self.style, "<text class=\"name\" x=\"\(Self.margin)\" y=\"28\">\(title.asXML)</text>",
        ]
        for (index, cell) in cells.enumerated() {
            let (x, y) = (Self.margin + index % columns * wide, 44 + index / columns * high)
            let place = "x=\"\(x)\" y=\"\(y)\" width=\"\(Self.width)\" height=\"\(Self.height)\""
            if let thumbnail = cell.thumbnail {
                let data = Data(thumbnail).base64EncodedString()
                lines.append("<image \(place) href=\"data:image/jpeg;base64,\(data)\"/>")
            } else {
                lines.append("<rect class=\"none\" \(place)/>")
            }
            let below = y + Self.height
            lines.append("<text class=\"name\" x=\"\(x)\" y=\"\(below + 20)\">\(cell.name.asXML)</text>")
            lines.append("<text class=\"note\" x=\"\(x)\" y=\"\(below + 38)\">\(cell.note.asXML)</text>")
        }
        return (lines + ["</svg>", ""]).joined(separator: "\n")
    }
}
