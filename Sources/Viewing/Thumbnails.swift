// SPDX-License-Identifier: Apache-2.0
import Media
import Tasks
import Wire

/// Small pictures of photographs: made when somebody first asks, and kept beside them.
package struct Thumbnails: Sendable {
    /// Where photographs and their thumbnails are.
    package protocol Shelf: Sendable {
        /// The thumbnail of a photograph, if it has been made; throws when it has not.
        func thumbnail(of id: String) async throws -> [UInt8]
        /// A photograph and its media type; throws a problem when there is none.
        func picture(of id: String) async throws -> (bytes: [UInt8], type: String)
        /// Keeps the thumbnail of a photograph that is there.
        func keep(thumbnail: [UInt8], of id: String) async throws
    }

    private let shelf: any Shelf
    private let developer: StillDeveloper
    /// One is made at a time: a page that shows a thousand must not slow the video down.
    private let turns = Turns(limit: 1)

    /// Thumbnails of what is on a shelf.
    package init(of shelf: any Shelf, developer: StillDeveloper) {
        (self.shelf, self.developer) = (shelf, developer)
    }

    /// The thumbnail of a photograph, as JPEG that is turned like it, and its SHA-256 in hexadecimal.
    package func thumbnail(of id: String) async throws -> (jpeg: [UInt8], sha256: String) {
        let jpeg = try await make(id)
        return (jpeg, Digest(of: jpeg).hex)
    }

    private func make(_ id: String) async throws -> [UInt8] {
        if let kept = try? await shelf.thumbnail(of: id) { return kept }
        try await turns.take()
        defer { turns.give() }
        // Somebody else may have waited for the same one.
        if let kept = try? await shelf.thumbnail(of: id) { return kept }
        let (picture, type) = try await shelf.picture(of: id)
        var thumbnail = try await developer.shrink(picture, type: type)
        if let tiff = PictureFile.tiff(in: picture) { thumbnail = PictureFile.inserting(tiff, into: thumbnail) }
        // On a full disk it is made again for the next one who asks.
        try? await shelf.keep(thumbnail: thumbnail, of: id)
        return thumbnail
    }
}
