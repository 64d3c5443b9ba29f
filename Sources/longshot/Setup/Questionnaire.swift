// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Asks short questions on a terminal, each with a default; takes the defaults if nobody is to be asked.
struct Questionnaire: Sendable {
    let asks: Bool

    /// Asks for a text, until it is accepted.
    ///
    /// - Parameters:
    ///   - remark: what is said about the default.
    ///   - accept: the value of a text; throws why it is not accepted.
    func text<Value>(
        _ question: String, default fallback: String, remark: String? = nil,
        accept: (String) async throws -> Value
    ) async throws -> Value {
        guard asks else { return try await accept(fallback) }
        let shown = [fallback, remark].compactMap { $0 }.joined(separator: ", ")
        while true {
            let answer = try await Terminal.ask("\(question) [\(shown)] ").trimmingCharacters(in: .whitespaces)
            do {
                return try await accept(answer.isEmpty ? fallback : answer)
            } catch let error as CancellationError {
                throw error
            } catch {
                // At the end of the input nobody would answer the next time.
                guard !answer.isEmpty else { throw error }
                Terminal.complain(block: Terminal.words(for: error))
            }
        }
    }

    /// Lists choices, and asks for the number of one; returns its index.
    func choice(_ question: String, of titles: [String], default fallback: Int) async throws -> Int {
        if asks {
            for (index, title) in titles.enumerated() { Terminal.complain("  \(index + 1)  \(title)") }
        }
        return try await text(question, default: "\(fallback + 1)") { answer in
            guard let number = Int(answer), titles.indices.contains(number - 1) else {
                throw InvalidAnswer(description: "a number from 1 to \(titles.count), please")
            }
            return number - 1
        }
    }

    /// Asks for yes or no.
    func confirm(_ question: String, default fallback: Bool) async throws -> Bool {
        try await text(question, default: fallback ? "yes" : "no") { answer in
            switch answer.lowercased() {
            case "y", "yes": true
            case "n", "no": false
            default: throw InvalidAnswer(description: "yes or no, please")
            }
        }
    }

    private struct InvalidAnswer: Error, CustomStringConvertible {
        let description: String
    }
}
