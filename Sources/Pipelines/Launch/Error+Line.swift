// SPDX-License-Identifier: Apache-2.0

extension Error {
    /// The description in one line: without the quoted line of a pipeline and the mark beneath it, which need a line each.
    ///
    /// Each remedy becomes a sentence of its own.
    package var line: String {
        let mark = "remedy: "
        var text = ""
        for part in "\(self)".split(separator: "\n") where !part.hasPrefix("    ") {
            let words = part.drop { $0 == " " }
            if words.hasPrefix(mark) {
                let remedy = words.dropFirst(mark.count)
                text = "\(text.sentence) \("\(remedy.prefix(1).uppercased())\(remedy.dropFirst())".sentence)"
            } else {
                text += text.isEmpty ? "\(words)" : " \(words)"
            }
        }
        return text
    }
}
