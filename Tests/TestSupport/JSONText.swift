// SPDX-License-Identifier: Apache-2.0

/// JSON that may be invalid: fields may occur twice, and values may be any text.
package indirect enum JSONText: Sendable {
    case object([(name: String, value: JSONText)])
    case array([JSONText])
    case string(String)
    /// A literal text, such as a number of any size.
    case raw(String)

    /// The text that is sent.
    package var text: String {
        switch self {
        case .object(let fields):
            "{\(fields.map { "\(Self.quoted($0.name)):\($0.value.text)" }.joined(separator: ","))}"
        case .array(let items): "[\(items.map(\.text).joined(separator: ","))]"
        case .string(let text): Self.quoted(text)
        case .raw(let text): text
        }
    }

    /// The value of a string, or nil.
    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The value of a number, or nil.
    package var int: Int? { if case .raw(let text) = self { Int(text) } else { nil } }

    /// The items of a list; empty for other values.
    package var items: [JSONText] { if case .array(let items) = self { items } else { [] } }

    /// The fields of an object; empty for other values.
    package var fields: [(name: String, value: JSONText)] { if case .object(let fields) = self { fields } else { [] } }

    /// The value of a field of an object.
    package subscript(name: String) -> JSONText? {
        get {
            guard case .object(let fields) = self else { return nil }
            return fields.first { $0.name == name }?.value
        }
        set {
            guard case .object(var fields) = self else { return }
            if let newValue, let index = fields.firstIndex(where: { $0.name == name }) {
                fields[index].value = newValue
            } else if let newValue {
                fields.append((name, newValue))
            } else {
                fields.removeAll { $0.name == name }
            }
            self = .object(fields)
        }
    }

    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 32 || $0 == 34 || $0 == 92 }) else { return "\"\(text)\"" }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 32:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension JSONText: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(integerLiteral value: Int) { self = .raw("\(value)") }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(booleanLiteral value: Bool) { self = .raw("\(value)") }
    package init(arrayLiteral elements: JSONText...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONText)...) {
        self = .object(elements.map { (name: $0.0, value: $0.1) })
    }
}
