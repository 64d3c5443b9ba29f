// SPDX-License-Identifier: Apache-2.0

/// One row of the comment table at the top of a pipeline file: a named element that the program uses.
///
/// A row is a comment with three blanks or more before the name and two or more between the columns. The columns are name, factory,
/// and properties, separated by commas, each with an explanation in round brackets if it needs one.
package struct PipelineDeclaration: Sendable, Equatable {
    /// A word in the row and its place.
    package struct Word: Sendable, Equatable {
        /// The word.
        package let text: String
        /// Its place, in bytes of the file.
        let range: Range<Int>
    }

    /// The element's name.
    package let name: Word
    /// The factory that makes it.
    package let factory: Word
    /// The properties that users are expected to set.
    package let properties: [Word]
    /// The third column as written, with its explanations.
    package let remarks: String

    /// Parses all rows above the first line that is not a comment.
    static func table(in text: LaunchText) -> [PipelineDeclaration] {
        var rows: [PipelineDeclaration] = []
        for line in text.lines {
            guard line.isEmpty || line.first == "#" else { break }
            let offset = text.source.utf8.distance(from: text.source.startIndex, to: line.startIndex)
            if let row = PipelineDeclaration(line: line, at: offset) { rows.append(row) }
        }
        return rows
    }

    /// The text in round brackets after a property, such as `kbit/s`; nil if there is none.
    func explanation(of property: Word) -> String? {
        guard let word = remarks.firstRange(of: "\(property.text) ("),
            let end = remarks[word.upperBound...].firstIndex(of: ")")
        else { return nil }
        return String(remarks[word.upperBound..<end])
    }

    private init?(line: Substring, at offset: Int) {
        guard line.hasPrefix("#   ") else { return nil }
        var columns: [Word] = []
        var rest = line.dropFirst()
        while columns.count < 2 {
            rest = rest.drop { $0 == " " }
            let word = rest.prefix { $0 != " " }
            guard !word.isEmpty else { return nil }
            rest = rest.dropFirst(word.count)
            guard columns.count == 1 || rest.hasPrefix("  ") else { return nil }
            columns.append(Word(word, in: line, at: offset))
        }
        guard rest.isEmpty || rest.hasPrefix("  ") || rest.allSatisfy({ $0 == " " }) else { return nil }
        (name, factory) = (columns[0], columns[1])
        remarks = String(rest.drop { $0 == " " })
        properties = PipelineDeclaration.properties(in: rest).map { Word($0, in: line, at: offset) }
    }

    /// The words outside brackets, separated by commas.
    private static func properties(in column: Substring) -> [Substring] {
        var words: [Substring] = []
        var depth = 0
        var start = column.startIndex
        func take(to end: Substring.Index) {
            let word = column[start..<end].drop { $0 == " " }.prefix { $0 != " " && $0 != "(" }
            if !word.isEmpty { words.append(word) }
        }
        for index in column.indices {
            switch column[index] {
            case "(":
                if depth == 0 { take(to: index) }
                depth += 1
            case ")":
                depth = max(0, depth - 1)
                start = column.index(after: index)
            case "," where depth == 0:
                take(to: index)
                start = column.index(after: index)
            default: break
            }
        }
        if depth == 0 { take(to: column.endIndex) }
        return words
    }
}

extension PipelineDeclaration.Word {
    fileprivate init(_ word: Substring, in line: Substring, at offset: Int) {
        let start = offset + line.utf8.distance(from: line.startIndex, to: word.startIndex)
        self.init(text: String(word), range: start..<start + word.utf8.count)
    }
}
