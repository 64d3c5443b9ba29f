// SPDX-License-Identifier: Apache-2.0

/// A pipeline file that a camera may run: an item of `GET /v1/pipelines`.
package struct PipelineDescription: Codable, Sendable, Equatable {
    /// Its name, by which it is chosen.
    package var name: String
    /// `capture`, `live`, `still` or `check`.
    package var category: String
    /// `shipped`, or the path of the user's file.
    package var origin: String
    /// The first line of its comment.
    package var summary: String
    /// Whether it runs now.
    package var active: Bool

    /// Describes a pipeline file.
    package init(name: String, category: String, origin: String, summary: String, active: Bool) {
        (self.name, self.category, self.origin) = (name, category, origin)
        (self.summary, self.active) = (summary, active)
    }
}
