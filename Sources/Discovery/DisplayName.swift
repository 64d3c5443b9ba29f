// SPDX-License-Identifier: Apache-2.0

/// Names as strangers write them, made harmless to show.
enum DisplayName {
    /// The longest name in bytes of UTF-8: a DNS label.
    static let limit = 63

    /// The text without what could deceive or disturb a terminal, cut at a character to the limit.
    ///
    /// Control and formatting characters go: among them are escape sequences, line breaks, and the marks that
    /// reverse the reading direction. So do private and unassigned ones, and spaces at either end.
    static func cleaned(_ text: String) -> String {
        var result = ""
        var size = 0
        // A stranger's one "character" may be a letter under thousands of accents, so scalars are counted first.
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: text.unicodeScalars.prefix(4 * limit).lazy.filter(isHarmless))
        for character in String(kept) {
            if result.isEmpty, character == " " { continue }
            let bytes = character.utf8.count
            guard size + bytes <= limit else { break }
            result.append(character)
            size += bytes
        }
        while result.last == " " { result.removeLast() }
        return result
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .spaceSeparator: scalar == " "
        default: true
        }
    }
}
