// SPDX-License-Identifier: Apache-2.0

/// A capture pipeline and its values, as `--capture auto` chooses them for a camera.
package struct CaptureChoice: Codable, Sendable, Equatable {
    /// The name of the shipped pipeline file.
    package var pipeline: String
    /// Values for its named elements, such as `camera.device=/dev/video0`.
    package var values: [String]
    /// The reason for the choice, for people.
    package var why: String

    /// A choice; see the properties.
    package init(pipeline: String, values: [String], why: String) {
        (self.pipeline, self.values, self.why) = (pipeline, values, why)
    }
}
