// SPDX-License-Identifier: Apache-2.0

/// Parses the tokens of launch text into a graph, by the rules of GStreamer's own grammar (gst/parse/grammar.y).
///
/// Continues after a mistake, so that one run finds all of them.
struct LaunchParser {
    /// The state to the left of the next token.
    private struct Chain {
        /// The last end on the chain; nil at its beginning and after `! name.`.
        var last: LaunchGraph.End?
        /// Whether a link leads to `last`.
        var isJoined = false
        /// The `!` whose target is not read yet.
        var link: LaunchToken?
        /// The first end on the chain, which a link to a bin uses.
        var first: LaunchGraph.End?
        /// The element that receives settings.
        var settable: Int?
    }

    private let text: LaunchText
    private var graph = LaunchGraph()
    private var chain = Chain()
    private var outer: [(chain: Chain, bracket: Range<Int>)] = []
    private var expectsPad = false

    private init(_ text: LaunchText) {
        self.text = text
    }

    static func graph(of text: LaunchText) -> LaunchGraph {
        var parser = LaunchParser(text)
        let tokens = LaunchLexer.tokens(of: text)
        var index = 0
        while index < tokens.count {
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            let consumed = parser.read(tokens[index], before: next)
            index += consumed
        }
        parser.finish()
        return parser.graph
    }

    /// Parses one token, or two that belong together; returns the number.
    private mutating func read(_ token: LaunchToken, before next: LaunchToken?) -> Int {
        switch token.kind {
        case .identifier where expectsPad:
            expectsPad = false
        case .identifier:
            if let next, case .location = next.kind, next.range.lowerBound == token.range.upperBound {
                strayCaps(token.range.lowerBound..<next.range.upperBound)
                return 2
            }
            append(
                LaunchGraph.Element(
                    factory: text.words(in: token.range), range: token.range, isBin: false,
                    end: token.range.upperBound))
        case .assignment(let name, let value):
            set(name, to: value, range: token.range)
        case .preset:
            if let index = chain.settable { graph.elements[index].end = token.range.upperBound }
        case .padReference:
            chain.settable = nil
        case .reference:
            refer(token)
        case .link:
            join(token)
        case .location:
            place(.location(token.range))
        case .binOpener, .mark(UInt8(ascii: "(")):
            open(token)
        case .mark(UInt8(ascii: ")")):
            close(token)
        case .mark(UInt8(ascii: ",")):
            expectsPad = true
        case .mark, .stray:
            graph.findings.append(
                .error(
                    token.range, "\"\(text.words(in: token.range))\" means nothing here",
                    remedy: "remove it, or put the value that it belongs to in double quotes"))
        }
        return 1
    }

    private mutating func append(_ element: LaunchGraph.Element) {
        graph.elements.append(element)
        place(.element(graph.elements.count - 1))
        chain.settable = graph.elements.count - 1
    }

    /// Adds an end to the chain: as the target of the waiting `!`, or as the start of a new chain.
    private mutating func place(_ end: LaunchGraph.End) {
        chain.settable = nil
        if let link = chain.link, let last = chain.last {
            var caps: Range<Int>?
            if case .link(let range) = link.kind { caps = range }
            graph.joints.append(LaunchGraph.Joint(source: last, target: end, caps: caps, range: link.range))
            chain.isJoined = true
        } else {
            endChain()
            chain.isJoined = false
        }
        chain.link = nil
        chain.last = end
        if chain.first == nil { chain.first = end }
    }

    private mutating func set(_ name: Range<Int>, to value: Range<Int>, range: Range<Int>) {
        let property = text.words(in: name)
        guard let index = chain.settable else {
            graph.findings.append(
                .error(
                    range, "the property \"\(property)\" belongs to no element",
                    remedy: "write it behind the element that it is for"))
            return
        }
        let raw = text.words(in: value)
        if let quote = raw.first, quote == "\"" || quote == "'", raw.count == 1 || raw.last != quote {
            graph.findings.append(
                .error(
                    value, "the quote that opens here is never closed",
                    remedy: "close it behind the value with \(quote)"))
        }
        graph.elements[index].settings.append(
            LaunchGraph.Setting(
                property: property, value: raw.unquoted, propertyRange: name, valueRange: value))
        graph.elements[index].end = range.upperBound
    }

    private mutating func refer(_ token: LaunchToken) {
        let words = text.words(in: token.range)
        let name = String(words.prefix { $0 != "." })
        let range = token.range.lowerBound..<token.range.lowerBound + name.utf8.count
        graph.references.append((name, range))
        let isTarget = chain.link != nil && chain.last != nil
        place(.reference(name: name, range: range))
        // After `! name.` the chain is closed: the next token begins another one.
        if isTarget { chain.last = nil }
    }

    private mutating func join(_ token: LaunchToken) {
        let mark = token.range.lowerBound..<token.range.lowerBound + 1
        if chain.link != nil {
            graph.findings.append(
                .error(
                    mark, "two \"!\" with nothing between them", remedy: "remove one, or name the element between them")
            )
        } else if chain.last == nil {
            graph.findings.append(
                .error(
                    mark, "nothing stands before this \"!\"",
                    remedy: "begin with an element, or with a name and a dot such as split."))
        }
        chain.settable = nil
        chain.link = token
        if chain.last == nil { chain.link = nil }
    }

    private mutating func strayCaps(_ range: Range<Int>) {
        graph.findings.append(
            .error(
                range, "caps stand only between two \"!\"",
                remedy: "write ! \(text.words(in: range)) ! between two elements, or capsfilter caps=… at an end"))
        chain.settable = nil
        chain.link = nil
    }

    private mutating func open(_ token: LaunchToken) {
        let words = text.words(in: token.range)
        let factory = token.kind == .binOpener ? String(words.prefix { $0 != "." && $0 != " " }) : "bin"
        graph.elements.append(
            LaunchGraph.Element(
                factory: factory, range: token.range, isBin: true, end: token.range.upperBound))
        outer.append((chain, token.range))
        chain = Chain()
        chain.settable = graph.elements.count - 1
    }

    private mutating func close(_ token: LaunchToken) {
        endChain()
        guard let inside = outer.popLast() else {
            graph.findings.append(
                .error(
                    token.range, "this bracket closes nothing", remedy: "remove it, or open it further up"))
            return
        }
        let (first, last) = (chain.first, chain.last)
        chain = inside.chain
        if let first { place(first) }
        chain.last = last
    }

    /// Reports mistakes at the end of a chain.
    private mutating func endChain() {
        if let link = chain.link {
            graph.findings.append(
                .error(
                    link.range.lowerBound..<link.range.lowerBound + 1, "nothing follows this \"!\"",
                    remedy: "name the element that comes next, or remove the \"!\""))
        } else if case .reference(let name, let range) = chain.last, !chain.isJoined {
            graph.findings.append(
                .error(
                    range, "\"\(name).\" leads nowhere", remedy: "write \"\(name). !\" before what it feeds"))
        }
        chain.link = nil
    }

    private mutating func finish() {
        endChain()
        for bin in outer {
            graph.findings.append(
                .error(
                    bin.bracket, "this bracket is never closed", remedy: "close it with ) behind its last element"))
        }
    }
}

extension String {
    /// The value without quotes and escapes, as GStreamer's parser passes it to a property.
    fileprivate var unquoted: String {
        var body = Substring(self)
        if let quote = first, quote == "\"" || quote == "'", count > 1, last == quote {
            body = dropFirst().dropLast()
        }
        var (value, inQuotes, escaped) = ("", false, false)
        for character in body {
            if character == "\\", !escaped, !inQuotes {
                escaped = true
                continue
            }
            if character == "\"", !escaped { inQuotes.toggle() }
            value.append(character)
            escaped = false
        }
        return value
    }
}
