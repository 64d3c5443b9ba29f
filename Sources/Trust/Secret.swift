// SPDX-License-Identifier: Apache-2.0

/// A value that must not show up in logs, errors or dumps.
///
/// Code that needs it calls `reveal()`, which is easy to search for. It is not `Codable`, so it cannot end up in a file or a
/// message, and not `Equatable`, because a comparison must not stop at the first difference.
package struct Secret<Value: Sendable>: Sendable {
    private let value: Value

    /// Wraps a value.
    package init(_ value: Value) {
        self.value = value
    }

    /// The value, for the one place that uses it.
    package func reveal() -> Value {
        value
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
