// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// axe-core, which judges whether a page can be used by everybody.
enum Axe {
    private static let fetched = Task<String?, any Error> {
        let found = try await Tool.run(Tool.root + "/scripts/view/axe", [])
        if found.code == 77 { return nil }
        try #require(found.code == 0, "\(found.errors)")
        return try String(contentsOfFile: found.output.filter { !$0.isNewline }, encoding: .utf8)
    }

    /// Its source, or nil if it is not installed; the browser's own accessibility tree is checked in any case.
    static func source() async throws -> String? { try await fetched.value }
}
