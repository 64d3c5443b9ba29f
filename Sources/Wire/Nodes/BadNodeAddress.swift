// SPDX-License-Identifier: Apache-2.0

/// A text that is not a node address.
package struct BadNodeAddress: Error, Sendable, Equatable {
    /// The text.
    package let text: String
    /// The reason, in a few words.
    package let reason: String

    /// Names a text and the reason.
    package init(text: String, reason: String) {
        (self.text, self.reason) = (text, reason)
    }
}

extension BadNodeAddress: CustomStringConvertible {
    package var description: String {
        "\"\(text)\" is no node address: \(reason). Write HOST:PORT, like 127.0.0.1:5664."
    }
}
