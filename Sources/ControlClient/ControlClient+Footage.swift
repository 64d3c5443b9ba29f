// SPDX-License-Identifier: Apache-2.0
import Media
import NIOHTTP1
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

    /// The bytes that the camera gives for an announced fragment, no more than were announced; the caller checks them.
    package func fragment(_ announcement: FragmentAnnouncement) async throws -> [UInt8] {
        let epoch = announcement.epochID ?? "\(announcement.epoch)"
        return try await bytes(
            Request(.GET, "footage", epoch, "\(announcement.sequence)"), limit: announcement.bytes)
    }

    /// The bytes that the camera gives for the init segment of a fragment; the caller checks them.
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
