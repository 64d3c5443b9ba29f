// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text with a full stop, unless it ends with another mark.
    package var sentence: String { [".", "?", "!"].contains { hasSuffix($0) } ? self : "\(self)." }
}
