// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Pipelines

@Suite("The name that was meant")
struct SuggestionTests {
    @Test(
        "is the one that begins so or has a typing error, whatever its case and accents",
        arguments: [
            ("proch", "porch"), ("porc", "porch"), ("PORCH", "porch"), ("kuche", "Küche"), ("KÜCHE", "Küche"),
            ("kuhce", "Küche"), ("kü", nil), ("garage", nil), ("", nil),
        ])
    func closest(word: String, meant: String?) {
        #expect(Suggestion.closest(to: word, in: ["porch", "Küche", "barn"]) == meant)
    }
}
