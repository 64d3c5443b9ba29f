// SPDX-License-Identifier: Apache-2.0

/// One thing that `longshot doctor` has looked at.
struct Diagnosis: Codable, Sendable, Equatable {
    /// How it is.
    enum Verdict: String, Codable, Sendable {
        /// As it should be.
        case ok
        /// It works, and may not for long, or not well.
        case warning
        /// This is why something does not work.
        case problem
    }

    /// What was looked at.
    let subject: String
    let verdict: Verdict
    /// What was found.
    let finding: String
    /// What to do about it.
    let remedy: String?

    init(_ subject: String, _ verdict: Verdict, _ finding: String, remedy: String? = nil) {
        (self.subject, self.verdict, self.finding, self.remedy) = (subject, verdict, finding, remedy)
    }

    /// The diagnosis for a person.
    var line: String {
        let mark =
            switch verdict {
            case .ok: "ok      "
            case .warning: "warning "
            case .problem: "PROBLEM "
            }
        return "\(mark) \(subject): \(finding)" + (remedy.map { "\n          \($0)" } ?? "")
    }
}
