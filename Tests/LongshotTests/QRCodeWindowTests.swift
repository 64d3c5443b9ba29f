// SPDX-License-Identifier: Apache-2.0
import QRCode
import Testing

@testable import longshot

@Suite("A QR code on a terminal")
struct QRCodeWindowTests {
    /// A code with as many bytes as the link of a node with one address: 53 columns and 27 rows with its border.
    private let code: QRCode
    private let text = "one\n\(String(repeating: "x", count: 150))\nthree"

    init() throws {
        code = try QRCode(String(repeating: "x", count: 150), correction: .low)
    }

    @Test(
        "is printed as a whole: above its text, below it in a low window, and not at all in one that is too small",
        arguments: [
            (33, 100, .codeFirst), (32, 100, .codeLast), (30, 100, .codeLast), (29, 53, .codeLast),
            (28, 100, .textOnly), (60, 52, .textOnly),
        ] as [(Int, Int, QRCode.Order)])
    func order(_ rows: Int, _ columns: Int, _ order: QRCode.Order) {
        #expect(code.order(with: text, in: (rows: rows, columns: columns)) == order)
    }

    @Test("comes first on a terminal that does not say how large it is")
    func noWindow() {
        #expect(code.order(with: text, in: nil) == .codeFirst)
    }
}
