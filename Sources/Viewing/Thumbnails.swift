// SPDX-License-Identifier: Apache-2.0
import Media
import Tasks
import Wire

/// Thumbnails of photographs: made for the first request, and stored with the photographs.
package struct Thumbnails: Sendable {
    /// A store of photographs and their thumbnails.
    package protocol Shelf: Sendable {
        /// The thumbnail of a photograph; throws if it has not been made.
        func thumbnail(of id: String) async throws -> [UInt8]
        /// A photograph and its media type; throws a problem if there is none.
        func picture(of id: String) async throws -> (bytes: [UInt8], type: String)
        /// Stores the thumbnail of a photograph that exists.
        func keep(thumbnail: [UInt8], of id: String) async throws
    }

    private let shelf: any Shelf
    private let developer: StillDeveloper
    /// Makes one thumbnail at a time, so that a page that shows a thousand does not slow the video down.
    private let turns = Turns(limit: 1)

    /// Creates the thumbnails of a shelf.
    package init(of shelf: any Shelf, developer: StillDeveloper) {
        (self.shelf, self.developer) = (shelf, developer)
    }

    /// The thumbnail of a photograph as JPEG with the same orientation, and its SHA-256 in hexadecimal.
    package func thumbnail(of id: String) async throws -> (jpeg: [UInt8], sha256: String) {
        let jpeg = try await make(id)
        return (jpeg, Digest(of: jpeg).hex)
    }

    private func make(_ id: String) async throws -> [UInt8] {
        if let kept = try? await shelf.thumbnail(of: id) { return kept }
        try await turns.take()
        defer { turns.give() }
        // Another task may have made it meanwhile.
        if let kept = try? await shelf.thumbnail(of: id) { return kept }
        let (picture, type) = try await shelf.picture(of: id)
        var thumbnail = try await developer.shrink(picture, type: type)
        if let tiff = PictureFile.tiff(in: picture), let size = PictureFile.size(of: thumbnail) {
            thumbnail = PictureFile.inserting(PictureFile.resized(tiff, to: size), into: thumbnail)
        }
        // If storing fails, for example on a full disk, the next request makes it again.
        try? await shelf.keep(thumbnail: thumbnail, of: id)
        return thumbnail
    }
}
