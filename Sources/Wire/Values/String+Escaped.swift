// SPDX-License-Identifier: Apache-2.0
import Media

extension String {
    /// The notation of an invisible character.
    package enum Escape: Sendable {
        /// `\u{202E}`, for people.
        case text
        /// `\u202e`, inside a string of JSON (RFC 8259 section 7).
        case json
    }

    /// The text with each invisible character escaped, so that it cannot control a terminal.
    ///
    /// `Unicode.Scalar.isVisible` says which ones are visible: control characters and those that change the direction of
    /// the text around them are not. The line feeds and tabs in `kept` stay as they are.
    package func escaped(as escape: Escape = .text, keeping kept: Set<Unicode.Scalar> = []) -> String {
        guard !unicodeScalars.allSatisfy({ $0.isVisible || kept.contains($0) }) else { return self }
        var escaped = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isVisible || kept.contains(scalar) {
                escaped.append(scalar)
            } else {
                escaped.append(contentsOf: Self.code(of: scalar, as: escape).unicodeScalars)
            }
        }
        return String(escaped)
    }

    private static func code(of scalar: Unicode.Scalar, as escape: Escape) -> String {
        switch escape {
        case .text: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        case .json:
            UTF16.encode(scalar).map { units in
                units.map { "\\u" + $0.padded(to: 4, radix: 16) }.joined()
            } ?? ""
        }
    }
}
