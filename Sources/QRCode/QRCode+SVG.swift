// SPDX-License-Identifier: Apache-2.0

extension QRCode {
    /// An SVG drawing on a white square, one unit per module, with the quiet zone.
    ///
    /// It has no size, style or script, so it fits anywhere on a page.
    package var svg: String {
        let side = size + 2 * Self.quietZone
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>
            """
    }

    /// Draws each run of dark modules in a row as a rectangle.
    private var path: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let start = column
                while self[column, row] { column += 1 }
                if column > start {
                    let length = column - start
                    path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(length)v1h-\(length)z"
                }
                column += 1
            }
        }
        return path
    }
}
