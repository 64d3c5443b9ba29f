// SPDX-License-Identifier: Apache-2.0
package import Media

/// A camera's description of a fragment that was found without a row: enough to store it again.
package struct FragmentProof: Sendable {
    /// SHA-256 of the fragment's bytes.
    package let digest: Digest
    /// SHA-256 of the init segment for its format.
    package let format: Digest
    /// The camera's segment number.
    package let segment: Int
    /// The first tick of the camera's segment.
    package let base: Tick
    /// Frames captured from its first tick to the next fragment's.
    package let captured: Int
    /// The frames that the epoch had captured by the end of that window; nil without an account.
    package let total: Int?
    /// The gaps in that window; the recording that they name is ignored.
    package let gaps: [Gap]
    /// The node id and the name of the camera.
    package let camera: (id: String, name: String)

    /// A proof; see the properties.
    package init(
        digest: Digest, format: Digest, segment: Int, base: Tick, captured: Int, total: Int? = nil, gaps: [Gap],
        camera: (id: String, name: String)
    ) {
        (self.digest, self.format, self.segment, self.base) = (digest, format, segment, base)
        (self.captured, self.total, self.gaps, self.camera) = (captured, total, gaps, camera)
    }
}
