// SPDX-License-Identifier: Apache-2.0
import Footage
package import Wire

/// A camera's footage, as a recorder requests it during a recording or long after.
///
/// Throws a refusal of the camera as a `Problem`. Does not retry and does not verify bytes: the caller does.
package protocol FootageSource: Sendable {
    /// The camera's clocks now.
    func time() async throws -> ClockReading

    /// The camera's accounts of all its epochs.
    ///
    /// - Parameter isKept: whether the camera keeps accounts; if not, its manifest lists the epochs.
    func accounts(isKept: Bool) async throws -> [EpochDescription]

    /// The spool's fragments of an epoch after `sequence`, in order; of all epochs if `epoch` is nil.
    func manifest(epoch: Int?, after sequence: Int?, limit: Int) async throws -> FootageManifest

    /// The spool's fragments of the epoch with an id after `sequence`, and of all later epochs.
    func manifest(from id: String, after sequence: Int, limit: Int) async throws -> FootageManifest

    /// The camera's holds for this recorder's recordings.
    func holds() async throws -> [FootageHold]

    /// Begins the camera's hold for a recording; a repeated request gets the same answer.
    func hold(_ recording: String, _ wish: FootageHoldRequest) async throws -> FootageHold

    /// Releases the camera's hold for a recording; does nothing if there is none.
    func release(_ recording: String) async throws

    /// The camera's bytes for an announced fragment, not verified.
    func fragment(_ announcement: FragmentAnnouncement) async throws -> [UInt8]

    /// The camera's bytes for the init segment of a fragment, not verified.
    func initSegment(of announcement: FragmentAnnouncement) async throws -> [UInt8]

    /// Tells the camera which fragments are synced and catalogued.
    func acknowledge(_ acknowledgement: FootageAcknowledgement) async throws
}

extension FootageSource {
    /// The maximum number of pages of a manifest.
    private var mostPages: Int { 100_000 }
    /// The number of fragments per page.
    private var page: Int { 1_000 }

    /// Calls `body` with each page of an epoch's fragments after a sequence, in order, until `body` returns false.
    ///
    /// Throws the errors of `manifest` and `body`, and a problem if the manifest does not end.
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

    /// Calls `body` with each page of the fragments of an epoch after a sequence, and of all later epochs, in order, until `body`
    /// returns false.
    ///
    /// Throws the errors of `manifest` and `body`, and a problem if the manifest does not end.
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

    /// Calls `body` with what the spool has of an epoch between two sequences, in order; not at all if the camera has forgotten the
    /// epoch, because no recording needs it.
    ///
    /// - Parameter id: the camera's id of the epoch; nil if it has none, and then the number is its own.
    func eachFragment(
        of epoch: Int, id: String?, in sequences: ClosedRange<Int>, _ body: (FragmentAnnouncement) -> Void
    ) async throws {
        let last = sequences.upperBound
        var (after, more) = (sequences.lowerBound - 1, true)
        while more {
            let manifest: FootageManifest
            do {
                manifest =
                    if let id { try await self.manifest(from: id, after: after, limit: page) } else {
                        try await self.manifest(epoch: epoch, after: after, limit: page)
                    }
            } catch let problem as Problem where problem.status == 404 {
                return
            }
            let found = manifest.fragments.filter { (id == nil || $0.epochID == id) && $0.sequence <= last }
            found.forEach(body)
            let end = found.last?.sequence ?? last
            // Stops if the camera repeats a page, because the loop would never end.
            more = manifest.more && end < last && end > after
            after = end
        }
    }

    /// The bytes of an announced fragment, with the announced length and digest.
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
    /// The pages of the manifest do not advance.
    fileprivate static func endlessManifest(_ sequence: Int) -> Problem {
        .conflict("the camera's manifest does not go on behind fragment \(sequence)")
    }
}
