// SPDX-License-Identifier: Apache-2.0
import SystemPackage
import Wire

/// A moment in the JSON file beside its stills: the report, with the names of their files.
struct MomentRecord: Encodable {
    let report: MomentReport
    /// The name of each camera's file, by the camera's id.
    let files: [String: String]

    /// - Parameter fetched: by the camera's id.
    init(_ report: MomentReport, _ fetched: [String: Result<MomentFiles.Fetched, any Error>]) {
        self.report = report
        files = fetched.compactMapValues { try? FilePath($0.get().path).lastComponent?.string }
    }

    func encode(to encoder: any Encoder) throws {
        try report.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(files, forKey: .files)
    }

    private enum Key: String, CodingKey { case files }
}
