// SPDX-License-Identifier: Apache-2.0

/// The text of a pipeline file, and the same text without its comments, position for position.
///
/// A `#` at the start of a line or after a blank begins a comment. Comments become blanks rather than vanish, so that
/// a byte offset means the same place in both.
struct LaunchText: Sendable, Equatable {
    /// The text as it stands in the file.
    let source: String
    /// The bytes of the text, comments blanked out.
    let bytes: [UInt8]
    /// The byte offset at which each line begins.
    private let lineStarts: [Int]

    init(_ source: String) {
        self.source = source
        var bytes = Array(source.utf8)
        var starts = [0]
        var inComment = false
        var previous = UInt8(ascii: "\n")
        for index in bytes.indices {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\n") {
                inComment = false
                starts.append(index + 1)
            } else if byte == UInt8(ascii: "#"), previous.isBlank {
                inComment = true
            }
            if inComment { bytes[index] = UInt8(ascii: " ") }
            previous = byte
        }
        self.bytes = bytes
        lineStarts = starts
    }

    /// The text without comments and without empty lines: what a launch parser takes.
    var launchable: String {
        String(decoding: bytes, as: UTF8.self)
            .split(whereSeparator: \.isNewline)
            .compactMap { line in
                let end = line.lastIndex { !$0.isWhitespace }
                return end.map { String(line[...$0]) }
            }
            .joined(separator: "\n")
    }

    /// All lines as they stand in the file, without their ends.
    var lines: [Substring] {
        // Swift takes CR LF for one character: a file from another system would be one long line.
        source.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    /// Where a byte is.
    func position(of offset: Int) -> TextPosition {
        let line = lineStarts.lastIndex { $0 <= offset } ?? 0
        let before = source.utf8.dropFirst(lineStarts[line]).prefix(offset - lineStarts[line])
        return TextPosition(line: line + 1, column: String(decoding: before, as: UTF8.self).count + 1)
    }

    /// The words in a range of bytes.
    func words(in range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether this is white space, as the launch lexer sees it.
    var isBlank: Bool {
        self == UInt8(ascii: " ") || (9...13).contains(self)
    }

    /// Whether this is a letter or a digit in ASCII.
    var isAlphanumeric: Bool {
        isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }

    /// Whether this is a letter in ASCII.
    var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
