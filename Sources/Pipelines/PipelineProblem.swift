// SPDX-License-Identifier: Apache-2.0

/// A problem of a pipeline file: place, reason and remedy.
package struct PipelineProblem: Sendable, Equatable {
    /// The importance of a problem.
    package enum Severity: String, Sendable, Codable {
        /// The pipeline cannot play, or not do its job.
        case error
        /// The pipeline plays, but probably not as intended.
        case warning
        /// The owner should know this before trusting the text.
        case note
    }

    /// The importance.
    package let severity: Severity
    /// The file's label.
    package let file: String
    /// The place where it begins.
    package let position: TextPosition
    /// The text that it concerns.
    package let word: String
    /// The reason.
    package let reason: String
    /// What the owner should do next; empty if there is nothing to do.
    package let remedy: String
    /// The line of the file.
    package let line: String

    /// Whether the pipeline cannot be used.
    package var isError: Bool { severity == .error }

    /// Converts a finding to line and column.
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
