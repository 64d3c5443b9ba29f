// SPDX-License-Identifier: Apache-2.0

/// What one camera has of a moment: its still, or why there is none.
package struct MomentShot: Codable, Sendable, Equatable {
    /// The camera's node id.
    package var camera: String
    /// The camera's name.
    package var name: String
    /// The still, whose `skew` is from the moment, and whose `uncertainty` says how wrong that may be; nil if there is none.
    package var still: Still?
    /// The id of the still's file on the recorder, which has it some moments later (`GET /v1/files/{id}`).
    package var file: String?
    /// Why there is none.
    package var problem: String?

    /// The shot of a camera.
    package init(camera: String, name: String, still: Still? = nil, problem: String? = nil) {
        (self.camera, self.name, self.still, self.problem) = (camera, name, still, problem)
    }
}
