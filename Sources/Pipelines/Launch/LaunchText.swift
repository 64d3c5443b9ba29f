// SPDX-License-Identifier: Apache-2.0

/// The text of a pipeline file, and the same text with its comments blanked out.
///
/// A `#` at the start of a line or after a blank begins a comment. Comments become blanks, so that a byte offset is the same place
/// in both texts.
struct LaunchText: Sendable, Equatable {
    /// The text of the file.
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

    /// The text without comments and empty lines: the input of a launch parser.
    var launchable: String {
        String(decoding: bytes, as: UTF8.self)
            .split(whereSeparator: \.isNewline)
            .compactMap { line in
                let end = line.lastIndex { !$0.isWhitespace }
                return end.map { String(line[...$0]) }
            }
            .joined(separator: "\n")
    }

    /// The lines of the file, without their line breaks.
    var lines: [Substring] {
        // Swift treats CR LF as one character, so splitting at "\n" alone would give one long line.
        source.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    func position(of offset: Int) -> TextPosition {
        let line = lineStarts.lastIndex { $0 <= offset } ?? 0
        let before = source.utf8.dropFirst(lineStarts[line]).prefix(offset - lineStarts[line])
        return TextPosition(line: line + 1, column: String(decoding: before, as: UTF8.self).count + 1)
    }

    /// The text in a range of bytes.
    func words(in range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether this is white space for the launch lexer.
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
