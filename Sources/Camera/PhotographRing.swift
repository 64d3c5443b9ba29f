// SPDX-License-Identifier: Apache-2.0
import Footage
import Synchronization

/// The last pictures of a camera that gives JPEG itself: each is a photograph already.
final class PhotographRing: Sendable {
    /// One such picture.
    struct Photograph: Sendable {
        let bytes: [UInt8]
        let width: Int
        let height: Int
        let capturedAt: Int64
        let epoch: Int
    }

    /// How many are kept: half a second at 30 frames per second.
    static let capacity = 15

    private let kept = Mutex<[Photograph]>([])

    /// Keeps a picture; the storage is shared with the access unit.
    func keep(_ unit: AccessUnit, format: VideoFormat, epoch: Int) {
        let photograph = Photograph(
            bytes: unit.bytes, width: format.width, height: format.height, capturedAt: unit.tick.nanoseconds,
            epoch: epoch)
        kept.withLock { kept in
            if kept.count == PhotographRing.capacity { kept.removeFirst() }
            kept.append(photograph)
        }
    }

    /// Forgets everything: another epoch begins.
    func clear() {
        kept.withLock { $0.removeAll() }
    }

    /// The picture nearest to the press (monotonic, nanoseconds), and whether the press is outside what is kept.
    func nearest(to press: Int64) -> (photograph: Photograph, clamped: Bool)? {
        kept.withLock { kept in
            guard
                let nearest = kept.min(by: { abs($0.capturedAt - press) < abs($1.capturedAt - press) }),
                let oldest = kept.first, let newest = kept.last
            else { return nil }
            let slack: Int64 = 100_000_000
            return (nearest, press < oldest.capturedAt - slack || press > newest.capturedAt + slack)
        }
    }
}
