// SPDX-License-Identifier: Apache-2.0

/// A pipeline file that a camera can run: an item of `GET /v1/pipelines`.
package struct PipelineDescription: Codable, Sendable, Equatable {
    /// Its name, which selects it.
    package var name: String
    /// `capture`, `live`, `still` or `check`.
    package var category: String
    /// `shipped`, or the path of the user's file; just `user` for a peer without `admin`.
    package var origin: String
    /// The first paragraph of its comment; empty in the user's files for a peer without `admin`.
    package var summary: String
    /// Whether it is running.
    package var active: Bool
    /// The output of the running pipeline as GStreamer caps; nil for the others, and before the first frame.
    package var caps: String?
    /// The configured values that are not for the running pipeline, such as `encoder.bitrate`; nil if there are none.
    package var leftOut: [String]?
    /// The configured values that the running pipeline has in place of its own, such as `encoder.bitrate`; nil if there are none.
    package var configured: [String]?

    /// Describes a pipeline file.
    package init(
        name: String, category: String, origin: String, summary: String, active: Bool, caps: String? = nil,
        leftOut: [String]? = nil, configured: [String]? = nil
    ) {
        (self.name, self.category, self.origin) = (name, category, origin)
        (self.summary, self.active, self.caps) = (summary, active, caps)
        (self.leftOut, self.configured) = (leftOut, configured)
    }

    /// A copy without the path and comment of a user's file, because the comment may contain passwords.
    package var withoutText: PipelineDescription {
        guard origin != "shipped" else { return self }
        return PipelineDescription(
            name: name, category: category, origin: "user", summary: "", active: active, caps: caps,
            leftOut: leftOut, configured: configured)
    }
}
