// SPDX-License-Identifier: Apache-2.0
import CAprilTag

/// The picture of a tag of the family tag36h11: ten cells across, of which the outer ones are white.
///
/// The size of a tag is that of its black square, eight cells.
package struct TagPattern: Sendable, Equatable {
    /// The number of tags in the family.
    package static let count = 587
    /// The cells across, with the white border.
    package static let cells = 10
    /// The cells across the black square.
    package static let blackCells = 8

    /// The tag's number.
    package let tag: Int
    private let isBlack: [Bool]

    /// The picture of a tag; nil unless its number is from 0 to 586.
    package init?(_ tag: Int) {
        guard (0..<Self.count).contains(tag), let family = tag36h11_create() else { return nil }
        defer { tag36h11_destroy(family) }
        guard let picture = apriltag_to_image(family, Int32(tag)) else { return nil }
        defer { image_u8_destroy(picture) }
        self.tag = tag
        isBlack = (0..<Self.cells * Self.cells).map { cell in
            april_tag_cell(picture, Int32(cell % Self.cells), Int32(cell / Self.cells)) == 0
        }
    }

    /// Whether a cell is black.
    package subscript(column: Int, row: Int) -> Bool { isBlack[row * Self.cells + column] }
}
