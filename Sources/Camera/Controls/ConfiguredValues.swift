// SPDX-License-Identifier: Apache-2.0
import Pipelines

/// The values that are configured with a capture text (`--set`), and which of them apply to another text.
struct ConfiguredValues: Sendable {
    /// The text that they are configured with.
    let file: PipelineFile
    /// The values; a later one overrides an earlier one.
    let values: [String]

    /// The values that a text takes, and the names of the others, such as `encoder.bitrate`.
    ///
    /// The configured text, also if it was edited, takes all of them, so that a wrong one is refused. Values for an element that a chosen
    /// camera sets itself are not for it: the password of one camera is not sent to another.
    func divided(for text: CaptureText) throws(PipelineError) -> (taken: [String], leftOut: [String]) {
        let chosen = Set(try text.values.map { value throws(PipelineError) in try PipelineSetting(value).element })
        var (taken, leftOut): ([String], [String]) = ([], [])
        for value in values {
            let setting = try PipelineSetting(value)
            let isTaken =
                !chosen.contains(setting.element)
                && (text.file.name == file.name || text.file.takes(setting, of: file))
            if isTaken { taken.append(value) } else { leftOut.append(setting.name) }
        }
        return (taken, leftOut)
    }
}
