// SPDX-License-Identifier: Apache-2.0

/// A position in a file: the first character of the first line is 1:1.
package struct TextPosition: Sendable, Equatable, Comparable {
    /// The line, from 1.
    package let line: Int
    /// The column, from 1, in characters.
    package let column: Int

    /// Makes a position.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Earlier positions come first.
    package static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
