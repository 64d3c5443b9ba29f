// SPDX-License-Identifier: Apache-2.0

/// One result of `longshot doctor`.
struct Diagnosis: Codable, Sendable, Equatable {
    enum Verdict: String, Codable, Sendable {
        /// As it should be.
        case ok
        /// It works, but maybe not for long or not well.
        case warning
        /// The cause of a failure.
        case problem
    }

    /// The thing that was checked.
    let subject: String
    let verdict: Verdict
    /// The result of the check.
    let finding: String
    /// The advice to the user.
    let remedy: String?

    init(_ subject: String, _ verdict: Verdict, _ finding: String, remedy: String? = nil) {
        (self.subject, self.verdict, self.finding, self.remedy) = (subject, verdict, finding, remedy)
    }

    /// The spaces before the remedy.
    static let indent = 10

    /// The diagnosis as text: the finding, and the remedy, which is often a command to copy.
    var text: (finding: String, remedy: String?) {
        let mark =
            switch verdict {
            case .ok: "ok      "
            case .warning: "warning "
            case .problem: "PROBLEM "
            }
        return ("\(mark) \(subject): \(finding)", remedy.map { String(repeating: " ", count: Self.indent) + $0 })
    }
}
