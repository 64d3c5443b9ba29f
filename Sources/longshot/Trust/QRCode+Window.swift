// SPDX-License-Identifier: Apache-2.0
import QRCode

extension QRCode {
    /// The order in which a code and the text that belongs to it are printed.
    enum Order: Equatable {
        case codeFirst
        /// The window is too low for both: what is printed last stays in sight as a whole.
        case codeLast
        /// The window is too small for the code.
        case textOnly
    }

    /// The columns of the code on a terminal, with the quiet zone.
    private var columns: Int { size + 2 * Self.quietZone }

    /// The rows that it needs: two modules each, a blank row, and the row of the cursor.
    private var rows: Int { (columns + 1) / 2 + 2 }

    /// The order that fits into a window; the code comes first if the terminal does not say how large it is.
    func order(with text: String, in window: (rows: Int, columns: Int)?) -> Order {
        guard let window else { return .codeFirst }
        guard rows <= window.rows, columns <= window.columns else { return .textOnly }
        return rows + Self.rows(of: text, in: window.columns) <= window.rows ? .codeFirst : .codeLast
    }

    /// The rows of a text in a window.
    private static func rows(of text: String, in columns: Int) -> Int {
        text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { rows, line in
            rows + max(1, (line.count + columns - 1) / columns)
        }
    }

    /// Prints the code of a link and the text that belongs to it, as they fit into the terminal; in a pipe the text alone.
    ///
    /// - Parameters:
    ///   - command: the command that makes such a link and can write its code as a picture.
    ///   - isOptional: whether the text must stay in sight, and the code is left out if both do not fit.
    static func show(
        _ link: String, with text: String, _ command: String, isOptional: Bool = false
    ) throws(QRCodeError) {
        guard Terminal.isSeen else { return Terminal.say(block: text) }
        // The lowest level of correction makes the smallest code; a screen is not damaged as paper is.
        let code = try QRCode(link, correction: .low)
        let (window, order) = (Terminal.window, code.order(with: text, in: Terminal.window))
        switch order == .codeLast && isOptional ? .textOnly : order {
        case .codeFirst:
            Terminal.draw(code.terminal)
            Terminal.say(block: text)
        case .codeLast:
            Terminal.say(block: text)
            Terminal.draw(code.terminal)
        case .textOnly:
            Terminal.say(block: text)
            let height = code.rows + (isOptional ? rows(of: text, in: max(code.columns, window?.columns ?? 0)) : 0)
            Terminal.advise(
                "This window is too small for the QR code. To scan one, make the window \(height) lines high and "
                    + "\(code.columns) columns wide and repeat the command, or write it as a picture: `\(command) --svg FILE`"
            )
        }
    }
}
