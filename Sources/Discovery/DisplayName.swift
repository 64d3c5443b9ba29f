// SPDX-License-Identifier: Apache-2.0

/// Cleans names that strangers chose, so that they are safe to show.
enum DisplayName {
    /// The longest name in bytes of UTF-8: a DNS label.
    static let limit = 63

    /// The text without characters that could deceive or disturb a terminal, cut at a character to the limit.
    ///
    /// Removes control and formatting characters (such as escape sequences, line breaks and marks that reverse the reading
    /// direction), private and unassigned characters, and spaces at either end.
    static func cleaned(_ text: String) -> String {
        var result = ""
        var size = 0
        // One "character" may be a letter with thousands of accents, so this limits the scalars first.
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
