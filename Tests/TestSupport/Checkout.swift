// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The checkout from which the tests were built.
package enum Checkout {
    /// The path of the checkout.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The path of a file in the checkout.
    package static func file(_ path: String) -> String { "\(root)/\(path)" }

    /// The lines in which a table differs from the one that a document has between its markers; writes it there if
    /// `LONGSHOT_WRITE_TABLES` is set.
    package static func difference(of table: String, from name: String, in page: String) throws -> [String] {
        let text = try String(contentsOfFile: file(page), encoding: .utf8)
        guard let begin = text.range(of: "<!-- \(name): begin -->\n"),
            let end = text.range(of: "\n<!-- \(name): end -->", range: begin.upperBound..<text.endIndex)
        else { throw WaitedInVain(description: "\(page) has no marks for \(name)") }
        let place = begin.upperBound..<end.lowerBound
        guard ProcessInfo.processInfo.environment["LONGSHOT_WRITE_TABLES"] != nil else {
            let now = table.split(separator: "\n", omittingEmptySubsequences: false)
            return now.difference(from: text[place].split(separator: "\n", omittingEmptySubsequences: false)).map {
                switch $0 {
                case .insert(_, let line, _): "now: \(line)"
                case .remove(_, let line, _): "in \(page): \(line)"
                }
            }
        }
        try text.replacingCharacters(in: place, with: table).write(
            toFile: file(page), atomically: true, encoding: .utf8)
        return []
    }
}
