// SPDX-License-Identifier: Apache-2.0

extension TagPattern {
    /// The black cells as rectangles in a grid of `cells` by `cells`: the runs of each row.
    package var runs: [(column: Int, row: Int, length: Int)] {
        (0..<Self.cells).flatMap { row in
            var runs: [(column: Int, row: Int, length: Int)] = []
            for column in 0..<Self.cells where self[column, row] {
                if let last = runs.last, last.column + last.length == column {
                    runs[runs.count - 1].length += 1
                } else {
                    runs.append((column, row, 1))
                }
            }
            return runs
        }
    }

    /// The tag with its white border as SVG, a unit for each cell; scaled by whoever shows it.
    package var svg: String {
        let path = runs.map { "M\($0.column) \($0.row)h\($0.length)v1h-\($0.length)z" }.joined()
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.cells) \(Self.cells)" shape-rendering="crispEdges" \
            role="img" aria-label="Tag \(tag)"><path fill="#fff" d="M0 0h\(Self.cells)v\(Self.cells)h-\(Self.cells)z"/>\
            <path d="\(path)"/></svg>

            """
    }
}
