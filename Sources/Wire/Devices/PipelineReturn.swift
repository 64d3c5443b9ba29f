// SPDX-License-Identifier: Apache-2.0

/// A pipeline that a camera left because it failed, for the one before it.
package struct PipelineReturn: Codable, Sendable, Equatable {
    /// The name of the pipeline that was left.
    package var pipeline: String
    /// Why it was left, in words.
    package var reason: String
    /// When it was left, in seconds since 1970 UTC.
    @Within<Bounds.UTCSeconds, Int64> package var at: Int64

    /// Describes a pipeline that was left.
    package init(pipeline: String, reason: String, at: Int64) {
        (self.pipeline, self.reason) = (pipeline, reason)
        self.at = at
    }
}
