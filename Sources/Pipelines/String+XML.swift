// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text as XML content or as a value in double quotes (XML 1.0 section 2.4); control characters, which XML forbids, become
    /// blanks.
    package var asXML: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case _ where scalar.value < 32 || (0xFFFE...0xFFFF).contains(scalar.value): escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
