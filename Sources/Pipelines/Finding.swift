// SPDX-License-Identifier: Apache-2.0

/// Something to say about a stretch of a text, before it is turned into lines and columns.
struct Finding: Sendable, Equatable {
    /// How much it matters.
    let severity: PipelineProblem.Severity
    /// The bytes that it is about.
    let range: Range<Int>
    /// What is the matter.
    let reason: String
    /// What to do next; empty when there is nothing to do.
    let remedy: String

    /// Something that keeps the pipeline from playing.
    static func error(_ range: Range<Int>, _ reason: String, remedy: String) -> Finding {
        Finding(severity: .error, range: range, reason: reason, remedy: remedy)
    }

    /// Something that plays, and probably not as meant.
    static func warning(_ range: Range<Int>, _ reason: String, remedy: String) -> Finding {
        Finding(severity: .warning, range: range, reason: reason, remedy: remedy)
    }

    /// Something that the owner should know before trusting the text.
    static func note(_ range: Range<Int>, _ reason: String) -> Finding {
        Finding(severity: .note, range: range, reason: reason, remedy: "")
    }
}
