// SPDX-License-Identifier: Apache-2.0

/// What a movie says about itself: when, by which camera and in which orientation it was captured, and its chapters.
///
/// Times are ticks of 1/90000 s from the first shown frame; `MovieHeader` converts them to its timescale.
package struct MovieMetadata: Equatable, Sendable {
    /// A moment with a title.
    package struct Chapter: Equatable, Sendable {
        /// When it begins.
        package let start: Int64
        package let title: String

        /// A chapter that lasts until the next one or the end.
        package init(start: Int64, title: String) {
            (self.start, self.title) = (start, title)
        }
    }

    /// The capture time of the first shown frame, in nanoseconds since 1970 UTC; nil if unknown.
    package var createdAt: Int64?
    /// The camera's name.
    package var name: String
    /// The make and model of the camera, as far as they are known, and the rotation that shows its pictures upright.
    package var device: CaptureDevice
    /// The time code of the first shown frame; nil for none.
    package var timecode: Timecode?
    /// In any order; the movie has none if this is empty.
    package var chapters: [Chapter]

    /// Metadata; see the properties.
    package init(
        createdAt: Int64? = nil, name: String, device: CaptureDevice = CaptureDevice(), timecode: Timecode? = nil,
        chapters: [Chapter] = []
    ) {
        (self.createdAt, self.name, self.device) = (createdAt, name, device)
        (self.timecode, self.chapters) = (timecode, chapters)
    }

    /// The creation time in seconds since 1904 UTC (ISO 14496-12 8.2.2.3); 0 if it is unknown.
    var creationTime: Int64 {
        guard let createdAt else { return 0 }
        return max(0, createdAt.flooredDivision(by: 1_000_000_000).quotient + 2_082_844_800)
    }
}
