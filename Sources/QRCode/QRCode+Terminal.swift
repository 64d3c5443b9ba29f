// SPDX-License-Identifier: Apache-2.0

extension QRCode {
    /// Lines for a terminal, two modules high each, in black on white, independent of the terminal's colours.
    ///
    /// Uses the fixed black and white of the 256-colour palette, because themes change the first 16 colours.
    package var terminal: String {
        lines.map { "\u{1B}[38;5;16;48;5;231m\($0)\u{1B}[0m\n" }.joined()
    }

    /// Half blocks with a quiet zone; ink is a dark module.
    private var lines: [String] {
        let zone = Self.quietZone
        return stride(from: -zone, to: size + zone, by: 2).map { row in
            (-zone..<size + zone).map { column in
                switch (self[column, row], self[column, row + 1]) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }
    }
}
