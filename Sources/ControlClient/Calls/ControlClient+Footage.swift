// SPDX-License-Identifier: Apache-2.0
import Media
import NIOHTTP1
package import Wire

/// The archive lane: the requests of a recorder to a camera.
extension ControlClient {
    /// The spool's fragments of an epoch, in order, after `sequence`; without an epoch: of all epochs.
    package func manifest(
        epoch: Int? = nil, after sequence: Int? = nil, limit: Int = 1_000
    ) async throws -> FootageManifest {
        let query = [
            ("epoch", epoch.map(String.init)), ("after", sequence.map(String.init)), ("limit", "\(limit)"),
        ]
        return try await answer(Request(.GET, "footage", "manifest", query: query))
    }

    /// The spool's fragments of the epoch with this id after `sequence`, and those of all later epochs.
    package func manifest(from id: String, after sequence: Int, limit: Int = 1_000) async throws -> FootageManifest {
        let query = [("from", id), ("after", "\(sequence)"), ("limit", "\(limit)")]
        return try await answer(Request(.GET, "footage", "manifest", query: query))
    }

    /// The camera's descriptions of all its epochs.
    ///
    /// If `isKept`, the camera keeps accounts of its epochs; cameras of earlier versions only list them in the manifest.
    package func accounts(isKept: Bool) async throws -> [EpochDescription] {
        let request = Request(.GET, "footage", "accounts")
        let epochs = isKept ? try await answer(request) : try await manifest(limit: 1_000).epochs
        guard epochs.count <= Limits.epochs else { throw unexpected(request, "\(epochs.count) epochs") }
        return epochs
    }

    /// The footage that the camera holds for this recorder's recordings.
    package func holds() async throws -> [FootageHold] {
        try await answer(Request(.GET, "footage", "holds"))
    }

    /// Makes the camera hold its footage for a recording; a retry for the same recording gets the same answer.
    package func hold(_ recording: String, _ wish: FootageHoldRequest) async throws -> FootageHold {
        try await answer(Request(.PUT, "footage", "holds", recording).sending(wish))
    }

    /// Releases the footage that the camera holds for a recording; an unknown recording is no error.
    package func release(_ recording: String) async throws {
        _ = try await bytes(Request(.DELETE, "footage", "holds", recording), limit: Limits.document)
    }

    /// The bytes of an announced fragment, at most as many as were announced; the caller checks the digest.
    package func fragment(_ announcement: FragmentAnnouncement) async throws -> [UInt8] {
        let epoch = announcement.epochID ?? "\(announcement.epoch)"
        return try await bytes(
            Request(.GET, "footage", epoch, "\(announcement.sequence)"), limit: announcement.bytes)
    }

    /// The bytes of a fragment's init segment; the caller checks the digest.
    package func initSegment(of announcement: FragmentAnnouncement) async throws -> [UInt8] {
        let epoch = announcement.epochID ?? "\(announcement.epoch)"
        return try await bytes(
            Request(.GET, "footage", epoch, "init", announcement.initDigest), limit: Limits.initSegment)
    }

    /// Tells the camera which fragments are synced and catalogued.
    package func acknowledge(_ acknowledgement: FootageAcknowledgement) async throws {
        _ = try await bytes(
            Request(.POST, "footage", "acks").sending(acknowledgement), limit: Limits.document)
    }
}
