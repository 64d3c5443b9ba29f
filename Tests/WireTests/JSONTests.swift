// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import Wire

@Suite("Text in JSON")
struct JSONTests {
    @Test("With more values than any list has is refused before it takes fifty times its memory")
    func parts() throws {
        let few = "[" + String(repeating: "[],", count: 900_000) + "[]]"
        #expect(try JSON.decode([[Int]].self, from: Data(few.utf8)).count == 900_001)
        let many = "[" + String(repeating: "[],", count: 1_100_000) + "[]]"
        #expect(throws: DecodingError.self) { try JSON.decode([[Int]].self, from: Data(many.utf8)) }
        // As large, but a single string.
        let text = "\"" + String(repeating: "x", count: 3_300_000) + "\""
        #expect(try JSON.decode(String.self, from: Data(text.utf8)).count == 3_300_000)
    }
}
