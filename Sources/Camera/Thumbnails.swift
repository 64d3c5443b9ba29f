// SPDX-License-Identifier: Apache-2.0
import Footage
import Wire

/// Small pictures of the stills: made when somebody first asks, and kept beside them.
struct Thumbnails: Sendable {
    let store: StillStore
    let developer: StillDeveloper
    /// One is made at a time: a page that shows a thousand must not slow the video down.
    private let turns = Turns(limit: 1)

    init(of store: StillStore, developer: StillDeveloper) {
        (self.store, self.developer) = (store, developer)
    }

    /// The thumbnail of a still, as JPEG that is turned like it.
    func thumbnail(of id: String) async throws -> [UInt8] {
        let still = try store.still(id)
        if let kept = try? await store.thumbnail(of: id) { return kept }
        try await turns.take()
        defer { turns.give() }
        // Somebody else may have waited for the same one.
        if let kept = try? await store.thumbnail(of: id) { return kept }
        let picture = try await store.picture(of: id)
        var thumbnail = try await developer.shrink(picture, type: still.type)
        if let tiff = PictureFile.tiff(in: picture) { thumbnail = PictureFile.inserting(tiff, into: thumbnail) }
        // On a full disk it is made again for the next one who asks.
        try? await store.keep(thumbnail: thumbnail, of: id)
        return thumbnail
    }
}
