// SPDX-License-Identifier: Apache-2.0

/// Something to say about a pipeline file: what, where, and what to do next.
package struct PipelineProblem: Sendable, Equatable {
    /// How much it matters.
    package enum Severity: String, Sendable, Codable {
        /// The pipeline cannot play, or not do its job.
        case error
        /// It plays, and probably not as meant.
        case warning
        /// The owner should know before trusting the text.
        case note
    }

    /// How much it matters.
    package let severity: Severity
    /// The file, as people speak of it.
    package let file: String
    /// Where it begins.
    package let position: TextPosition
    /// The word that it is about.
    package let word: String
    /// What is the matter.
    package let reason: String
    /// What to do next; empty when there is nothing to do.
    package let remedy: String
    /// The line, as it stands in the file.
    package let line: String

    /// Whether it keeps the pipeline from being used.
    package var isError: Bool { severity == .error }

    /// Turns a finding into lines and columns.
    init(_ finding: Finding, in file: PipelineFile) {
        severity = finding.severity
        self.file = file.label
        position = file.launch.position(of: finding.range.lowerBound)
        word = String(decoding: Array(file.text.utf8)[finding.range], as: UTF8.self)
        reason = finding.reason
        remedy = finding.remedy
        let lines = file.launch.lines
        line = position.line <= lines.count ? String(lines[position.line - 1]) : ""
    }
}

extension PipelineProblem: CustomStringConvertible {
    /// In words, with the line and a mark under the word.
    package var description: String {
        let width = max(1, min(word.prefix { $0 != "\n" }.count, line.count - position.column + 1))
        let mark =
            String(repeating: " ", count: position.column - 1) + "^"
            + String(repeating: "~", count: max(0, width - 1))
        var text =
            "\(file):\(position.line):\(position.column): \(severity.rawValue): \(reason)\n    \(line)\n    \(mark)"
        if !remedy.isEmpty { text += "\n  remedy: \(remedy)" }
        return text
    }
}
