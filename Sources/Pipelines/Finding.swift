// SPDX-License-Identifier: Apache-2.0

/// A problem in a range of a text, before conversion to line and column.
struct Finding: Sendable, Equatable {
    let severity: PipelineProblem.Severity
    /// The bytes that it concerns.
    let range: Range<Int>
    let reason: String
    /// What the owner should do next; empty if there is nothing to do.
    let remedy: String

    /// The pipeline cannot play.
    static func error(_ range: Range<Int>, _ reason: String, remedy: String) -> Finding {
        Finding(severity: .error, range: range, reason: reason, remedy: remedy)
    }

    /// The pipeline plays, but probably not as intended.
    static func warning(_ range: Range<Int>, _ reason: String, remedy: String) -> Finding {
        Finding(severity: .warning, range: range, reason: reason, remedy: remedy)
    }

    /// The owner should know this before trusting the text.
    static func note(_ range: Range<Int>, _ reason: String) -> Finding {
        Finding(severity: .note, range: range, reason: reason, remedy: "")
    }
}
