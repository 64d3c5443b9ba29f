// SPDX-License-Identifier: Apache-2.0
import Media

/// The group of pictures (GOP) of a stream that is in progress: the last key frame and all later pictures.
///
/// With it, a new viewer need not wait for the next key frame. A group that becomes larger than `limit` is discarded, and new
/// viewers wait. The pictures share their bytes with the other readers of the stream.
struct CurrentGOP<Picture: Sendable>: Sendable {
    /// The largest size of a group in bytes: 10 s at 13 Mbit/s.
    static var limit: Int { 16 << 20 }

    /// The pictures in order; empty before the first key frame, and for a group that was discarded.
    private(set) var pictures: [Picture] = []
    private var byteCount = 0

    /// Appends a picture of this size in bytes; a key frame starts the next group.
    mutating func add(_ picture: Picture, isSync: Bool, byteCount count: Int) {
        if isSync { self = CurrentGOP() }
        guard isSync || !pictures.isEmpty else { return }
        byteCount += max(AccessUnit.leastWeight, count)
        pictures.append(picture)
        if byteCount > Self.limit { self = CurrentGOP() }
    }
}
