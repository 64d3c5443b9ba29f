// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The checkout from which the tests were built.
package enum Checkout {
    /// The path of the checkout.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The path of a file in the checkout.
    package static func file(_ path: String) -> String { "\(root)/\(path)" }

    /// Whether a document has this table between its markers; writes it there if `LONGSHOT_WRITE_TABLES` is set.
    package static func compare(_ table: String, with name: String, in page: String) throws -> Bool {
        let text = try String(contentsOfFile: file(page), encoding: .utf8)
        guard let begin = text.range(of: "<!-- \(name): begin -->\n"),
            let end = text.range(of: "\n<!-- \(name): end -->", range: begin.upperBound..<text.endIndex)
        else { throw WaitedInVain(description: "\(page) has no marks for \(name)") }
        let place = begin.upperBound..<end.lowerBound
        guard ProcessInfo.processInfo.environment["LONGSHOT_WRITE_TABLES"] != nil else { return text[place] == table }
        try text.replacingCharacters(in: place, with: table).write(
            toFile: file(page), atomically: true, encoding: .utf8)
        return true
    }
}
