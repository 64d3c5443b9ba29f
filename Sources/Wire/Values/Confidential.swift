// SPDX-License-Identifier: Apache-2.0

/// A text that is sent to peers but never shown in logs, errors or dumps.
///
/// In JSON it is the text itself.
package struct Confidential: Sendable, Equatable {
    private let text: String

    /// Wraps a text.
    package init(_ text: String) {
        self.text = text
    }

    /// The text, for the one place that uses it.
    package func reveal() -> String { text }
}

extension Confidential: Codable {
    package init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension Confidential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
