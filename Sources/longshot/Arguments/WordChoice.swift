// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// Words of which an option takes one.
///
/// The parser would add them to the help of the option by itself, behind its default.
protocol WordChoice: RawRepresentable<String>, CaseIterable, Sendable {}

extension WordChoice {
    /// The completion of an option that takes one.
    static var completion: CompletionKind { .list(allCases.map(\.rawValue)) }

    /// Reads the value of an option.
    init(reading text: String) throws {
        guard let word = Self(rawValue: text) else {
            let words = Self.allCases.map(\.rawValue)
            throw ValidationError("it is \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")")
        }
        self = word
    }
}
