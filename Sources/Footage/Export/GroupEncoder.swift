// SPDX-License-Identifier: Apache-2.0
package import Media

/// Encodes the beginning of a movie again, so that it starts with its first shown frame.
package protocol GroupEncoder: Sendable {
    /// Decodes frames that start with a key frame, and encodes all but the first `hidden` as a group of pictures of their own.
    ///
    /// The new parameter sets have ids that `format` does not use, so that one sample description holds both.
    /// Throws if the footage cannot be decoded, and `CancellationError` if the task is cancelled.
    func encode(_ units: [AccessUnit], of format: VideoFormat, leavingOut hidden: Int) async throws -> EncodedGroup
}

/// A group of pictures that was encoded for a movie.
package struct EncodedGroup: Sendable {
    /// The units in canonical form; the first is a key frame.
    package let units: [AccessUnit]
    /// The parameter sets of these units.
    package let sets: ParameterSets

    /// A group of at least one unit.
    package init(units: [AccessUnit], sets: ParameterSets) {
        (self.units, self.sets) = (units, sets)
    }
}
