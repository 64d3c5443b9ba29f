// SPDX-License-Identifier: Apache-2.0
import Synchronization
import Wire

@testable import Recorder

/// A camera that is killed once it has answered the request for a hold.
final class DyingSource: FootageSource {
    private let source: FixedSource
    private let isDead = Mutex(false)

    init(source: FixedSource) { self.source = source }

    private func living() throws -> FixedSource {
        guard !isDead.withLock({ $0 }) else { throw SimulatedFailure() }
        return source
    }

    func time() async throws -> ClockReading { try await living().time() }
    func accounts(isKept: Bool) async throws -> [EpochDescription] { try await living().accounts(isKept: isKept) }
    func manifest(epoch: Int?, after sequence: Int?, limit: Int) async throws -> FootageManifest {
        try await living().manifest(epoch: epoch, after: sequence, limit: limit)
    }
    func manifest(from id: String, after sequence: Int, limit: Int) async throws -> FootageManifest {
        try await living().manifest(from: id, after: sequence, limit: limit)
    }
    func holds() async throws -> [FootageHold] { try await living().holds() }
    func hold(_ recording: String, _ wish: FootageHoldRequest) async throws -> FootageHold {
        defer { isDead.withLock { $0 = true } }
        return try await living().hold(recording, wish)
    }
    func release(_ recording: String) async throws { try await living().release(recording) }
    func fragment(_ announcement: FragmentAnnouncement) async throws -> [UInt8] {
        try await living().fragment(announcement)
    }
    func initSegment(of announcement: FragmentAnnouncement) async throws -> [UInt8] {
        try await living().initSegment(of: announcement)
    }
    func acknowledge(_ acknowledgement: FootageAcknowledgement) async throws {
        try await living().acknowledge(acknowledgement)
    }
}
