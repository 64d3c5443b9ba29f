// SPDX-License-Identifier: Apache-2.0

/// Splits launch text into the tokens of GStreamer's own lexer: the longest match wins, ties go to the rule that is listed first.
///
/// This copies GStreamer's rules, because GStreamer reports what is wrong with a text but never where.
struct LaunchLexer {
    private let bytes: [UInt8]

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    static func tokens(of text: LaunchText) -> [LaunchToken] {
        let lexer = LaunchLexer(text.bytes)
        var tokens: [LaunchToken] = []
        var start = 0
        while start < lexer.bytes.count {
            guard !lexer.bytes[start].isBlank else {
                start += 1
                continue
            }
            let token = lexer.longest(from: start)
            tokens.append(token)
            start = token.range.upperBound
        }
        return tokens
    }

    private func longest(from start: Int) -> LaunchToken {
        let rules = [assignment, preset, padReference, reference, binOpener, identifier, link, location]
        var best: LaunchToken?
        for rule in rules {
            guard let token = rule(start) else { continue }
            if token.range.count > best?.range.count ?? 0 { best = token }
        }
        if let best { return best }
        let isMark = "(){}.,;=".utf8.contains(bytes[start])
        // Takes the whole character, because part of one cannot be shown.
        var end = start + 1
        while let byte = at(end), byte & 0xC0 == 0x80 { end += 1 }
        return LaunchToken(kind: isMark ? .mark(bytes[start]) : .stray, range: start..<end)
    }

    private func assignment(from start: Int) -> LaunchToken? {
        guard let name = name(from: start), let value = assigned(from: name) else { return nil }
        return LaunchToken(kind: .assignment(name: start..<name, value: value), range: start..<value.upperBound)
    }

    private func preset(from start: Int) -> LaunchToken? {
        let word = Array("@preset".utf8)
        guard bytes[start...].starts(with: word), let value = assigned(from: start + word.count) else { return nil }
        return LaunchToken(kind: .preset, range: start..<value.upperBound)
    }

    private func padReference(from start: Int) -> LaunchToken? {
        guard bytes[start] == UInt8(ascii: "."), let end = name(from: start + 1) else { return nil }
        return LaunchToken(kind: .padReference, range: start..<end)
    }

    private func reference(from start: Int) -> LaunchToken? {
        guard let end = name(from: start), at(end) == UInt8(ascii: ".") else { return nil }
        return LaunchToken(kind: .reference, range: start..<(name(from: end + 1) ?? end + 1))
    }

    private func binOpener(from start: Int) -> LaunchToken? {
        guard let name = name(from: start) else { return nil }
        let dot = blanks(from: name)
        guard at(dot) == UInt8(ascii: ".") else { return nil }
        let bracket = blanks(from: dot + 1)
        guard at(bracket) == UInt8(ascii: "(") else { return nil }
        return LaunchToken(kind: .binOpener, range: start..<bracket + 1)
    }

    private func identifier(from start: Int) -> LaunchToken? {
        name(from: start).map { LaunchToken(kind: .identifier, range: start..<$0) }
    }

    private func link(from start: Int) -> LaunchToken? {
        guard bytes[start] == UInt8(ascii: "!") || bytes[start] == UInt8(ascii: ":") else { return nil }
        let plain = LaunchToken(kind: .link(caps: nil), range: start..<start + 1)
        let caps = blanks(from: start + 1)
        guard beginsMediaType(at: caps) else { return plain }
        var end = caps
        while let byte = at(end), byte != UInt8(ascii: "!") {
            end += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: ";"), !beginsMediaType(at: blanks(from: end)) { return plain }
        }
        guard at(end) == UInt8(ascii: "!") else { return plain }
        let last = bytes[caps..<end].lastIndex { !$0.isBlank } ?? caps
        return LaunchToken(kind: .link(caps: caps..<last + 1), range: start..<end + 1)
    }

    private func location(from start: Int) -> LaunchToken? {
        var end = start
        if bytes[start].isLetter {
            while let byte = at(end), byte.isAlphanumeric || "+,-.".utf8.contains(byte) { end += 1 }
            guard bytes[end...].starts(with: "://".utf8) else { return nil }
            end += 3
        } else {
            guard bytes[start] == UInt8(ascii: "/"), let next = at(start + 1), !next.isBlank else { return nil }
        }
        return LaunchToken(kind: .location, range: start..<(value(from: end) ?? end))
    }

    /// The end of a name (of an element, a property or a pad) that begins at `start`.
    private func name(from start: Int) -> Int? {
        guard let first = at(start), first.isAlphanumeric || first == UInt8(ascii: "_") else { return nil }
        var end = start + 1
        while let byte = at(end), byte.isAlphanumeric || "_-%:".utf8.contains(byte) { end += 1 }
        return end
    }

    /// The value after an equals sign, which may have blanks around it.
    private func assigned(from end: Int) -> Range<Int>? {
        let sign = blanks(from: end)
        guard at(sign) == UInt8(ascii: "=") else { return nil }
        let start = blanks(from: sign + 1)
        return value(from: start).map { start..<$0 }
    }

    /// The end of a value that begins at `start`: the next blank, or its closing quote if that is later.
    private func value(from start: Int) -> Int? {
        var plain = start
        while let byte = at(plain), !byte.isBlank {
            plain += byte == UInt8(ascii: "\\") && at(plain + 1) != UInt8(ascii: "\n") ? 2 : 1
        }
        plain = min(plain, bytes.count)
        let quoted = closingQuote(from: start) ?? start
        let end = max(plain, quoted)
        return end > start ? end : nil
    }

    private func closingQuote(from start: Int) -> Int? {
        guard let quote = at(start), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        var index = start + 1
        while let byte = at(index) {
            if byte == quote, bytes[index - 1] != UInt8(ascii: "\\") { return index + 1 }
            index += 1
        }
        return nil
    }

    private func beginsMediaType(at start: Int) -> Bool {
        var slash = start
        while let byte = at(slash), byte.isAlphanumeric || byte == UInt8(ascii: "-") { slash += 1 }
        guard slash > start, at(slash) == UInt8(ascii: "/"), let next = at(slash + 1) else { return false }
        return next.isAlphanumeric || next == UInt8(ascii: "-")
    }

    private func blanks(from start: Int) -> Int {
        var end = start
        while let byte = at(end), byte.isBlank { end += 1 }
        return end
    }

    private func at(_ index: Int) -> UInt8? {
        bytes.indices.contains(index) ? bytes[index] : nil
    }
}
