// SPDX-License-Identifier: Apache-2.0

extension QRCode {
    /// What a terminal without colours shows behind its text.
    package enum Background: Sendable, Hashable {
        case dark
        case light
    }

    /// Lines for a terminal, two modules high each, in black on white whatever the terminal's own colours are.
    ///
    /// The 256-colour palette's fixed black and white are used, because themes change the meaning of the first 16.
    package var terminal: String {
        lines(inked: true).map { "\u{1B}[38;5;16;48;5;231m\($0)\u{1B}[0m\n" }.joined()
    }

    /// The same without colours, drawn in the terminal's own ink for the background that it has.
    ///
    /// On the wrong background it comes out as a negative, which many scanners do not read.
    package func plain(on background: Background) -> String {
        lines(inked: background == .light).map { "\($0)\n" }.joined()
    }

    /// Half blocks with a quiet zone; ink stands for dark modules, or for light ones.
    private func lines(inked dark: Bool) -> [String] {
        let zone = Self.quietZone
        return stride(from: -zone, to: size + zone, by: 2).map { row in
            (-zone..<size + zone).map { column in
                switch (self[column, row] == dark, self[column, row + 1] == dark) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }
    }
}
