// SPDX-License-Identifier: Apache-2.0

extension Error {
    /// The description in one line: without the quoted line of a pipeline and the mark beneath it, which need a line each.
    package var line: String {
        "\(self)".split(separator: "\n").filter { !$0.hasPrefix("    ") }
            .map { $0.drop { $0 == " " } }.joined(separator: " ")
    }
}
