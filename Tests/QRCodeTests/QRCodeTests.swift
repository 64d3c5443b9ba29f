// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import QRCode

@Suite("QR codes", .timeLimit(.minutes(5)))
struct QRCodeTests {
    @Test("A text of each size that a square can have is read back by a foreign scanner, and each seventh length")
    func readsBack() throws {
        let sizes = try (1...800).map { try QRCode(Self.text(bytes: $0)).size }
        let texts = (1...800).filter { length in
            let isEdge = length == 1 || length == 800 || sizes[length - 1] != sizes[length - 2]
            return isEdge || sizes[length - 1] != sizes[length] || length.isMultiple(of: 7)
        }.map { Self.text(bytes: $0) }
        let bitmaps = try texts.map { Bitmap(try QRCode($0)) }
        #expect(try Scanner.read(bitmaps) == texts)
    }

    @Test("Every correction level is read back", arguments: QRCode.Correction.allCases)
    func correction(_ level: QRCode.Correction) throws {
        let text = Self.text(bytes: 200)
        #expect(try Scanner.read([Bitmap(try QRCode(text, correction: level))]) == [text])
    }

    @Test("Text beyond ASCII is read back")
    func international() throws {
        let text = "Kamera Gärten: 東京 🎥"
        #expect(try Scanner.read([Bitmap(try QRCode(text))]) == [text])
    }

    @Test("The drawing shows the same modules, and its rectangles are read back", arguments: [1, 42, 300, 800])
    func drawing(bytes: Int) throws {
        let text = Self.text(bytes: bytes)
        let code = try QRCode(text)
        let bitmap = try #require(Bitmap(svg: code.svg))
        #expect(bitmap == Bitmap(code))
        #expect(try Scanner.read([bitmap]) == [text])
    }

    @Test("The drawing is read back as librsvg paints it", .enabled(if: Scanner.canPaint))
    func painted() throws {
        let text = Self.text(bytes: 120)
        #expect(try Scanner.paintAndRead(svg: QRCode(text).svg) == [text])
    }

    @Test("The drawing does not hold the text that it shows")
    func noCaption() throws {
        let code = try QRCode("longshot://pair?s=SECRETSECRET")
        #expect(!code.svg.contains("SECRET"))
        #expect(!code.terminal.contains("SECRET"))
    }

    @Test("A terminal shows the same modules", arguments: [1, 42, 300, 800])
    func terminal(bytes: Int) throws {
        let code = try QRCode(Self.text(bytes: bytes))
        let coloured = try code.terminal.split(separator: "\n").map { line in
            let rest = try #require(line.wholeMatch(of: #/\x{1B}\[38;5;16;48;5;231m(.*)\x{1B}\[0m/#))
            return String(rest.1)
        }
        #expect(Bitmap(halfBlocks: coloured) == Bitmap(code))
    }

    @Test("Everything outside the square is light")
    func outside() throws {
        let code = try QRCode("x")
        #expect(code.size == 21)
        #expect(code[0, 0])
        for place in [(-1, 0), (0, -1), (21, 20), (20, 21), (Int.min, 0), (0, Int.max)] {
            #expect(!code[place.0, place.1])
        }
    }

    @Test("A text fits up to the capacity of its level, and no more", arguments: QRCode.Correction.allCases)
    func capacity(_ level: QRCode.Correction) throws {
        #expect(try QRCode(Self.text(bytes: level.capacity), correction: level).size == 177)
        #expect(throws: QRCodeError.tooLong(bytes: level.capacity + 1, limit: level.capacity)) {
            try QRCode(Self.text(bytes: level.capacity + 1), correction: level)
        }
    }

    @Test("An empty text is refused")
    func empty() {
        #expect(throws: QRCodeError.empty) { try QRCode("") }
    }

    /// Letters, digits and marks that occur in links, different for each length.
    private static func text(bytes: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:/?=&.-_")
        return String((0..<bytes).map { letters[($0 * 31 + bytes * 7 + $0 * $0 / 5) % letters.count] })
    }
}
