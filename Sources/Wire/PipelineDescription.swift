// SPDX-License-Identifier: Apache-2.0

/// A pipeline file that a camera may run: an item of `GET /v1/pipelines`.
package struct PipelineDescription: Codable, Sendable, Equatable {
    /// Its name, by which it is chosen.
    package var name: String
    /// `capture`, `live`, `still` or `check`.
    package var category: String
    /// `shipped`, or the path of the user's file; `user` instead of the path for who lacks `admin`.
    package var origin: String
    /// The first paragraph of its comment; empty in the user's files for who lacks `admin`.
    package var summary: String
    /// Whether it runs now.
    package var active: Bool
    /// What the running pipeline gives, as GStreamer writes caps; nil for the others, and before the first frame.
    package var caps: String?

    /// Describes a pipeline file.
    package init(
        name: String, category: String, origin: String, summary: String, active: Bool, caps: String? = nil
    ) {
        (self.name, self.category, self.origin) = (name, category, origin)
        (self.summary, self.active, self.caps) = (summary, active, caps)
    }

    /// The same without the comment, which is a part of the text: passwords may stand in it.
    package var withoutText: PipelineDescription {
        guard origin != "shipped" else { return self }
        return PipelineDescription(
            name: name, category: category, origin: "user", summary: "", active: active, caps: caps)
    }
}
