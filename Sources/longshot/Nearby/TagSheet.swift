// SPDX-License-Identifier: Apache-2.0
import Media
import Nearby
import Viewing

/// A sheet of paper with a tag of a stated size.
struct TagSheet {
    private static let (paperWidth, paperHeight) = (210.0, 297.0)
    private static let checkBar = 100.0

    let pattern: TagPattern
    /// The side of the black square in millimetres.
    let size: Double

    private var cell: Double { size / Double(TagPattern.blackCells) }
    private var whole: Double { cell * Double(TagPattern.cells) }
    /// A4, or larger if the tag needs it.
    private var width: Double { max(Self.paperWidth, whole + 20) }
    private var height: Double { max(Self.paperHeight, whole + 60) }
    private var left: Double { (width - whole) / 2 }
    private var top: Double { (height - whole) / 3 }
    private var caption: String {
        "Longshot, tag \(pattern.tag) of tag36h11. Print at 100 %: the black square is \(number(size)) mm wide, "
    }
    private var remark: String { "and this line 100 mm. Glue it to something flat." }

    /// The sheet as SVG.
    var svg: String {
        let squares = pattern.runs.map { run in
            "M\(number(left + Double(run.column) * cell)) \(number(top + Double(run.row) * cell))"
                + "h\(number(Double(run.length) * cell))v\(number(cell))h\(number(-Double(run.length) * cell))z"
        }.joined()
        let below = top + whole + 12
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(number(width))mm" height="\(number(height))mm" \
            viewBox="0 0 \(number(width)) \(number(height))"><path fill="#fff" d="M0 0h\(number(width))v\(number(height))h\(number(-width))z"/>
            <path shape-rendering="crispEdges" d="\(squares)"/>
            <path d="M\(number((width - Self.checkBar) / 2)) \(number(below + 12))h\(number(Self.checkBar))v.5h\(number(-Self.checkBar))z"/>
            <g font-family="sans-serif" font-size="3.5" text-anchor="middle"><text x="\(number(width / 2))" \
            y="\(number(below))">\(caption)</text><text x="\(number(width / 2))" y="\(number(below + 5))">\(remark)</text></g></svg>

            """
    }

    /// The sheet as PDF (ISO 32000-1): one page of paths and two lines of Helvetica, in points of 1/72 inch from below.
    var pdf: [UInt8] {
        let point = 72 / 25.4
        let place = { (x: Double, y: Double) in "\(number(x * point)) \(number((height - y) * point))" }
        var content = "0 g\n"
        let box = { (x: Double, y: Double, wide: Double, high: Double) in
            content += "\(place(x, y + high)) \(number(wide * point)) \(number(high * point)) re\n"
        }
        for run in pattern.runs {
            box(left + Double(run.column) * cell, top + Double(run.row) * cell, Double(run.length) * cell, cell)
        }
        let below = top + whole + 12
        box((width - Self.checkBar) / 2, below + 12, Self.checkBar, 0.5)
        content += "f\n"
        for (line, text) in [caption, remark].enumerated() {
            // Helvetica's letters are about half as wide as high.
            let x = (width - Double(text.count) * 1.6) / 2
            content += "BT /F1 10 Tf \(place(x, below + 5 * Double(line))) Td (\(text)) Tj ET\n"
        }
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(number(width * point)) \(number(height * point))] /Contents 4 0 R "
                + "/Resources << /Font << /F1 5 0 R >> >> >>",
            "<< /Length \(content.utf8.count) >>\nstream\n\(content)endstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
        var text = "%PDF-1.4\n"
        var places: [Int] = []
        for (index, object) in objects.enumerated() {
            places.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let table = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for place in places { text += "\(place.padded(to: 10)) 00000 n \n" }
        text += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n"
        return Array(text.utf8)
    }

    /// The tag with its white border, one byte for each pixel, and the pixels of a side.
    ///
    /// A cell has whole pixels, about twelve for each millimetre.
    var pixels: (luminance: [UInt8], side: Int) {
        let step = min(max(Int((cell * 12).rounded()), 1), 400)
        let side = step * TagPattern.cells
        // GStreamer's lines begin at multiples of four bytes.
        let stride = (side + 3) / 4 * 4
        let bytes = (0..<side * stride).map { index -> UInt8 in
            let (column, row) = (index % stride / step, index / stride / step)
            return column < TagPattern.cells && pattern[column, row] ? 0 : 255
        }
        return (bytes, side)
    }

    /// Pixels of `pixels` for each metre.
    var pixelsPerMetre: Int {
        Int((Double(pixels.side) / whole * 1_000).rounded())
    }

    private func number(_ value: Double) -> String {
        value == value.rounded() ? "\(Int(value))" : Format.decimal(value, 3)
    }
}
