// SPDX-License-Identifier: Apache-2.0
/// Makes invalid values, and valid extreme ones, from the schemas of `docs/openapi.yaml` and a seed.
package struct Liar: Sendable {
    package let document: APIDocument
    package var generator: SeededGenerator
    /// The errors in the last value, such as `FragmentAnnouncement.bytes`; empty for one that is only extreme.
    package private(set) var lies: [String] = []

    /// Created once, because the long ones take long to build.
    private static let lies: [JSONText] = [
        .raw("null"), .raw("true"), .string(""), .raw("{}"), .raw("[]"), .raw("-1"), .raw("0.5"), .raw("NaN"),
        .raw("1e400"), .raw("-9223372036854775808"), .raw("9223372036854775807"), .raw("18446744073709551616"),
        .raw("4611686018427387904"), .raw("-0"), .raw("1e18"), .string("../../escaped"), .string("/etc/passwd"),
        .string("\u{1B}]0;owned\u{07}\u{1B}[2J"), .string("\u{202E}gpj.exe\u{200B}\u{0}\n\r"), .string("NaN"),
        .string(String(repeating: "A", count: 70_000)),
        .raw(String(repeating: "[", count: 3_000)), .raw(String(repeating: "{\"a\":", count: 2_000)),
    ]

    /// A liar whose lies follow from a seed.
    package init(_ document: APIDocument, seed: UInt64) {
        (self.document, generator) = (document, SeededGenerator(seed: seed))
    }

    /// A value of a schema as JSON; half of the values contain lies, and any number may be at the end of its range.
    package mutating func value(of schema: JSONText, mustLie: Bool = false) -> String {
        lies = []
        let rate = mustLie ? 0.2 : chance(0.5) ? 0 : [0.02, 0.1, 0.4].randomElement(using: &generator) ?? 0
        var text = make(schema, "", rate, depth: 0).text
        if mustLie, lies.isEmpty {
            lies = ["all of it"]
            text = lie(about: schema).text
        }
        if rate > 0, chance(0.15) { text = spoil(text) }
        return text
    }

    /// True with this probability.
    package mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &generator) < probability
    }

    /// A random element.
    package mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }

    private mutating func make(_ reference: JSONText, _ name: String, _ rate: Double, depth: Int) -> JSONText {
        let schema = document.resolved(reference)
        if rate > 0, chance(rate) {
            lies.append(name.isEmpty ? "the whole" : name)
            return lie(about: schema)
        }
        if let options = schema["oneOf"]?.items, !options.isEmpty {
            return make(pick(options), name, rate, depth: depth + 1)
        }
        let example = schema["example"]
        if let words = schema["enum"]?.items.compactMap(\.string), !words.isEmpty { return .string(pick(words)) }
        switch schema["type"]?.string {
        case "object": return object(schema, example, name, rate, depth)
        case "array":
            guard let items = schema["items"], depth < 6 else { return .array([]) }
            let count = chance(0.02) ? 300 : Int.random(in: 0...3, using: &generator)
            var values = (0..<count).map { _ in make(items, name, rate, depth: depth + 1) }
            if rate > 0, chance(rate), let first = values.first { values += [first, first] }
            return .array(values)
        case "integer": return .raw("\(integer(schema))")
        case "number": return pick([.raw("0.5"), .raw("-1"), .raw("1e15"), .raw("1e308"), .raw("0")])
        case "boolean": return .raw(chance(0.5) ? "true" : "false")
        default: return example ?? string(schema)
        }
    }

    private mutating func object(
        _ schema: JSONText, _ example: JSONText?, _ name: String, _ rate: Double, _ depth: Int
    ) -> JSONText {
        let required = Set(schema["required"]?.items.compactMap(\.string) ?? [])
        var fields: [(name: String, value: JSONText)] = []
        for (key, property) in schema["properties"]?.fields ?? [] where required.contains(key) || chance(0.6) {
            if rate > 0, chance(rate / 4) {
                lies.append("\(name).\(key) is missing")
                continue
            }
            // The example of a string is a plausible value: an id, a digest, a word.
            let isText = document.resolved(property)["type"]?.string == "string"
            if isText, let given = example?[key], !(rate > 0 && chance(rate)) {
                fields.append((key, given))
            } else {
                fields.append((key, make(property, name.isEmpty ? key : "\(name).\(key)", rate, depth: depth + 1)))
            }
        }
        if rate > 0, chance(rate), let twice = fields.first { fields.append(twice) }
        if rate > 0, chance(rate) { fields.reverse() }
        return .object(fields)
    }

    /// A number in the range of a schema, often one of its ends.
    private mutating func integer(_ schema: JSONText) -> Int {
        let (low, high) = (schema["minimum"]?.int ?? 0, schema["maximum"]?.int ?? 1 << 40)
        let near = [low, high, high - 1, low + 1, min(max(0, low), high), min(max(1, low), high)]
        if chance(0.35) { return pick(near) }
        return Int.random(in: low...min(high, low + 10_000), using: &generator)
    }

    private mutating func string(_ schema: JSONText) -> JSONText {
        schema["pattern"]?.string?.contains("{64}") == true
            ? .string(String(repeating: "a", count: 64)) : .string(pick(["x", "1", "2026", "h264", "front-door"]))
    }

    private mutating func lie(about schema: JSONText) -> JSONText {
        guard let low = schema["minimum"]?.int, let high = schema["maximum"]?.int else { return pick(Self.lies) }
        // The numbers just outside of the range are twice as frequent as each other lie.
        let index = Int.random(in: 0..<Self.lies.count + 4, using: &generator)
        return index < Self.lies.count ? Self.lies[index] : .raw(index % 2 == 0 ? "\(low - 1)" : "\(high + 1)")
    }

    private mutating func spoil(_ text: String) -> String {
        lies.append("the text")
        let bytes = Array(text.utf8)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: return String(decoding: bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)), as: UTF8.self)
        case 1: return text + text
        case 2: return String(decoding: generator.mutate(bytes), as: UTF8.self)
        default: return text + String(repeating: " ", count: 5_000) + "]"
        }
    }
}
