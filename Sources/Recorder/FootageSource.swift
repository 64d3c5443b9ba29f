// SPDX-License-Identifier: Apache-2.0
import Footage
package import Wire

/// A camera's footage: what a recorder asks of it to store all of a recording, also long after the capture.
///
/// A refusal of the camera is thrown as a `Problem`. Nothing is tried twice, and no bytes are checked: both are up to the caller.
package protocol FootageSource: Sendable {
    /// The camera's clocks now.
    func time() async throws -> ClockReading

    /// What the camera says of all its epochs.
    ///
    /// - Parameter isKept: whether the camera keeps accounts; without them its manifest tells the epochs.
    func accounts(isKept: Bool) async throws -> [EpochDescription]

    /// What the spool holds of an epoch, by sequence, from behind `sequence`; of all epochs without one.
    func manifest(epoch: Int?, after sequence: Int?, limit: Int) async throws -> FootageManifest

    /// What the spool holds of the epoch with an id, from behind `sequence`, and of all epochs behind it.
    func manifest(from id: String, after sequence: Int, limit: Int) async throws -> FootageManifest

    /// What the camera keeps for this recorder's recordings.
    func holds() async throws -> [FootageHold]

    /// Makes the camera keep its footage for a recording; the same recording again gets the same answer.
    func hold(_ recording: String, _ wish: FootageHoldRequest) async throws -> FootageHold

    /// Ends what the camera keeps for a recording; one that it does not know is fine.
    func release(_ recording: String) async throws

    /// The bytes that the camera gives for an announced fragment; they need not be those that were announced.
    func fragment(_ announcement: FragmentAnnouncement) async throws -> [UInt8]

    /// The bytes that the camera gives for the init segment of a fragment; they need not be those that were announced.
    func initSegment(of announcement: FragmentAnnouncement) async throws -> [UInt8]

    /// Tells the camera which fragments are synced and catalogued.
    func acknowledge(_ acknowledgement: FootageAcknowledgement) async throws
}

extension FootageSource {
    /// So many pages of a manifest are read at the most.
    private var mostPages: Int { 100_000 }
    /// So many fragments are asked for with one page.
    private var page: Int { 1_000 }

    /// Lends what the spool holds of an epoch behind a sequence number, in order and page by page, for as long as `body` wants
    /// more.
    ///
    /// Throws what `manifest` and the body throw, and a problem for a manifest that has no end.
    package func eachPage(
        epoch: Int, after sequence: Int, _ body: ([FragmentAnnouncement]) async throws -> Bool
    ) async throws {
        var after = sequence
        for _ in 0..<mostPages {
            let manifest = try await manifest(epoch: epoch, after: after, limit: page)
            guard let end = manifest.fragments.last, try await body(manifest.fragments), manifest.more else { return }
            guard end.sequence > after else { throw Problem.endlessManifest(after) }
            after = end.sequence
        }
        throw Problem.endlessManifest(after)
    }

    /// Lends what the spool holds of an epoch behind a sequence number and of all epochs behind it, in order and page by page,
    /// for as long as `body` wants more.
    ///
    /// Throws what `manifest` and the body throw, and a problem for a manifest that has no end.
    package func eachPage(
        from id: String, after sequence: Int, _ body: ([FragmentAnnouncement]) async throws -> Bool
    ) async throws {
        var place = (id: id, sequence: sequence)
        for _ in 0..<mostPages {
            let manifest = try await manifest(from: place.id, after: place.sequence, limit: page)
            guard let end = manifest.fragments.last, try await body(manifest.fragments), manifest.more else { return }
            let next = (id: end.epochID ?? id, sequence: end.sequence)
            guard next.id != place.id || next.sequence > place.sequence else {
                throw Problem.endlessManifest(place.sequence)
            }
            place = next
        }
        throw Problem.endlessManifest(place.sequence)
    }

    /// The bytes of an announced fragment: as many as announced, with the announced digest.
    ///
    /// Throws `DamagedFootage` for any other bytes.
    func checkedFragment(_ announcement: FragmentAnnouncement) async throws -> [UInt8] {
        let bytes = try await fragment(announcement)
        let what = "fragment \(announcement.epoch)/\(announcement.sequence)"
        guard bytes.count == announcement.bytes else {
            throw DamagedFootage(
                what: what, expected: announcement.bytes.counted("byte"), actual: bytes.count.counted("byte"))
        }
        return try DamagedFootage.check(bytes, what, sha256: announcement.sha256)
    }

    /// The bytes of a fragment's init segment, with the announced digest.
    ///
    /// Throws `DamagedFootage` for any other bytes.
    func checkedInitSegment(of announcement: FragmentAnnouncement) async throws -> [UInt8] {
        try DamagedFootage.check(
            try await initSegment(of: announcement), "the init segment of epoch \(announcement.epoch)",
            sha256: announcement.initDigest)
    }
}

extension Problem {
    /// The pages of a manifest do not come to an end.
    fileprivate static func endlessManifest(_ sequence: Int) -> Problem {
        .conflict("the camera's manifest does not go on behind fragment \(sequence)")
    }
}
