// SPDX-License-Identifier: Apache-2.0
import Crypto
import Media
import NIOHTTP1
import Transfers
package import Wire

/// The archive lane: what a recorder asks of a camera.
extension ControlClient {
    /// What the camera's spool holds of an epoch, by sequence, from behind `sequence`; of all epochs without one.
    package func manifest(
        epoch: Int? = nil, after sequence: Int? = nil, limit: Int = 1_000
    ) async throws -> FootageManifest {
        let query = [
            ("epoch", epoch.map(String.init)), ("after", sequence.map(String.init)), ("limit", "\(limit)"),
        ]
        return try await answer(Request(.GET, "footage", "manifest", query: query))
    }

    /// What the camera's spool holds of the epoch with an id, from behind `sequence`, and of all epochs behind it.
    package func manifest(from id: String, after sequence: Int, limit: Int = 1_000) async throws -> FootageManifest {
        let query = [("from", id), ("after", "\(sequence)"), ("limit", "\(limit)")]
        return try await answer(Request(.GET, "footage", "manifest", query: query))
    }

    /// What the camera says of all its epochs.
    package func accounts(isKept: Bool) async throws -> [EpochDescription] {
        let request = Request(.GET, "footage", "accounts")
        let epochs = isKept ? try await answer(request) : try await manifest(limit: 1_000).epochs
        guard epochs.count <= Limits.epochs else { throw unexpected(request, "\(epochs.count) epochs") }
        return epochs
    }

    /// What the camera keeps for this recorder's recordings.
    package func holds() async throws -> [FootageHold] {
        try await answer(Request(.GET, "footage", "holds"))
    }

    /// Makes the camera keep its footage for a recording; the same recording again gets the same answer.
    package func hold(_ recording: String, _ wish: FootageHoldRequest) async throws -> FootageHold {
        try await answer(Request(.PUT, "footage", "holds", recording).sending(wish))
    }

    /// Lets go of what the camera keeps for a recording; one that it does not know is fine.
    package func release(_ recording: String) async throws {
        _ = try await bytes(Request(.DELETE, "footage", "holds", recording), limit: Limits.document)
    }

    /// Lends what the spool holds of an epoch behind a sequence number, in order and page by page, for as long as `body` wants
    /// more.
    ///
    /// Throws what `manifest` and the body throw.
    package func eachPage(
        epoch: Int, after sequence: Int, _ body: ([FragmentAnnouncement]) async throws -> Bool
    ) async throws {
        var after = sequence
        for _ in 0..<Limits.manifestPages {
            let manifest = try await manifest(epoch: epoch, after: after)
            guard let end = manifest.fragments.last, try await body(manifest.fragments), manifest.more else { return }
            guard end.sequence > after else { throw endless(after) }
            after = end.sequence
        }
        throw endless(after)
    }

    /// Lends what the spool holds of an epoch behind a sequence number and of all epochs behind it, in order and page by page,
    /// for as long as `body` wants more.
    ///
    /// Throws what `manifest` and the body throw.
    package func eachPage(
        from id: String, after sequence: Int, _ body: ([FragmentAnnouncement]) async throws -> Bool
    ) async throws {
        var place = (id: id, sequence: sequence)
        for _ in 0..<Limits.manifestPages {
            let manifest = try await manifest(from: place.id, after: place.sequence)
            guard let end = manifest.fragments.last, try await body(manifest.fragments), manifest.more else { return }
            let next = (id: end.epochID ?? id, sequence: end.sequence)
            guard next.id != place.id || next.sequence > place.sequence else { throw endless(place.sequence) }
            place = next
        }
        throw endless(place.sequence)
    }

    /// The pages of a manifest do not come to an end.
    private func endless(_ sequence: Int) -> ControlClientError {
        unexpected(
            Request(.GET, "footage", "manifest"), "a list that does not go on behind fragment \(sequence)")
    }

    /// The bytes of an announced fragment; they are as many as announced and have the announced digest.
    package func fragment(_ announcement: FragmentAnnouncement) async throws -> [UInt8] {
        let epoch = announcement.epochID ?? "\(announcement.epoch)"
        let request = Request(.GET, "footage", epoch, "\(announcement.sequence)")
        let bytes = try await bytes(request, limit: announcement.bytes)
        let what = "Fragment \(announcement.epoch)/\(announcement.sequence)"
        guard bytes.count == announcement.bytes else {
            throw ControlClientError.damaged(
                what: what, expected: "\(announcement.bytes) bytes", actual: "\(bytes.count)")
        }
        return try verified(bytes, what, sha256: announcement.sha256)
    }

    /// The init segment with a digest.
    package func initSegment(of announcement: FragmentAnnouncement) async throws -> [UInt8] {
        let (epoch, digest) = (announcement.epochID ?? "\(announcement.epoch)", announcement.initDigest)
        let request = Request(.GET, "footage", epoch, "init", digest)
        let bytes = try await bytes(request, limit: Limits.initSegment)
        return try verified(bytes, "The init segment of epoch \(epoch)", sha256: digest)
    }

    /// Tells the camera which fragments are synced and catalogued.
    package func acknowledge(_ acknowledgement: FootageAcknowledgement) async throws {
        _ = try await bytes(
            Request(.POST, "footage", "acks").sending(acknowledgement), limit: Limits.document)
    }

    private func verified(_ bytes: [UInt8], _ what: String, sha256 expected: String) throws -> [UInt8] {
        let actual = SHA256.hash(data: bytes).hexadecimal
        guard actual == expected.lowercased() else {
            throw ControlClientError.damaged(what: what, expected: "SHA-256 \(expected)", actual: actual)
        }
        return bytes
    }
}
