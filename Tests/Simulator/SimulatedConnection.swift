// SPDX-License-Identifier: Apache-2.0
import SystemPackage
import Tasks
import Wire

@testable import Camera
@testable import Footage
@testable import Recorder

/// A recorder's connection to the simulated camera: the camera's own answers over the simulated network.
final class SimulatedConnection: CameraConnection, @unchecked Sendable {
    let place = "simulated"
    private let network: Network
    private let truth: Truth
    /// The recorder, as the camera knows it.
    private let peer: String

    init(_ network: Network, truth: Truth) {
        (self.network, self.truth, peer) = (network, truth, network.recorder)
    }

    private func footage<Answer: Sendable>(
        _ name: String, _ body: @escaping @Sendable (CameraFootage) async throws -> Answer
    ) async throws -> Answer {
        try await network.request(name) { camera in
            guard let footage = camera.footage else { throw Problem.conflict("the camera starts or stops") }
            return try await body(footage)
        }
    }

    func node() async throws -> NodeDescription {
        try await network.request("node") { _ in SimulatedCamera.description }
    }
    func state() async throws -> NodeState { try await network.request("state") { $0.state } }
    func time() async throws -> ClockReading { try await network.request("time") { _ in MediaClock.reading() } }
    func compareClocks() async throws -> ClockOffset { ClockOffset(nanoseconds: 0, uncertainty: 0) }
    func ends() async throws -> (here: String, there: String) { ("127.0.0.1", "127.0.0.1") }

    func beginSession(token: String?, needs: [String], name: String?) async throws -> SessionTicket {
        try await network.request("session") { _ in
            SessionTicket(token: "token", epoch: 1, resumed: false, keepAliveMilliseconds: 2_000, resumableSeconds: 600)
        }
    }

    func leaveSession() {}
    func endSession(isRevoked: Bool) async throws {}
    func shutdown() async {}
    func report(_ report: RecordingReport) async throws {}
    func moveStills(job: String, startingHere change: StillJobChange) async throws -> StillJob { throw LinkBroken() }
    func cancelStills(job: String) async throws -> StillJob { throw LinkBroken() }
    func takeStills(pressedHere request: StillRequest) async throws -> StillJob { throw LinkBroken() }
    func still(_ id: String) async throws -> Still { throw LinkBroken() }
    func stillJob(_ id: String) async throws -> StillJob { throw LinkBroken() }
    func allStills() async throws -> [Still] { [] }
    func confirmStill(_ still: Still) async throws {}
    func fetch(
        _ still: Still, to target: FilePath, willWrite: @Sendable (_ bytes: Int) async throws -> Void,
        progress: @Sendable (_ bytes: Int) -> Void
    ) async throws { throw LinkBroken() }

    func happenings() async throws -> any AsyncSequence<NumberedEvent, any Error> & Sendable {
        let network = network
        return try await network.request("events") { camera in
            let (stream, continuation) = AsyncThrowingStream.makeStream(of: NumberedEvent.self)
            let waiter = network.onBreak { continuation.finish(throwing: $0) }
            let generation = network.generation
            let events = camera.events.events()
            Task(executorPreference: camera.executor) {
                for await event in events {
                    try? await Task.sleep(for: network.delay())
                    guard network.generation == generation else { return }
                    do {
                        continuation.yield(try network.told(event))
                    } catch {
                        return continuation.finish(throwing: error)
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in network.forget(waiter) }
            return stream
        }
    }

    func openLive(_ request: LiveRequest) async throws -> LiveSession {
        // The request's port identifies the lane.
        let lane = SimulatedLane.lanes[request.mediaPort]
        let network = network
        let (session, begins) = try await network.request("open live") { [peer] camera in
            let generation = network.generation
            let session = try await camera.openLive(request, for: peer) { unit in
                guard network.generation == generation else { return }
                lane?.send(unit)
            }
            return (session, camera.footage?.holds(of: peer).first { $0.recording == request.recording })
        }
        // An earlier hold takes precedence over this request.
        if let begins {
            truth.promise(
                begins.recording, (begins.epochID, begins.sequence, begins.isNextEpoch), isOfLive: true)
        }
        return session
    }

    func closeLive(_ id: String) async throws -> LiveEnd {
        try await network.request("close live") { try $0.closeLive(id) }
    }

    func accounts(isKept: Bool) async throws -> [EpochDescription] {
        try network.told(try await footage("accounts") { $0.accounts })
    }

    func manifest(epoch: Int?, after sequence: Int?, limit: Int) async throws -> FootageManifest {
        try network.told(
            try await footage("manifest") { try await $0.manifest(epoch: epoch, after: sequence, limit: min(limit, 7)) }
        )
    }

    func manifest(from id: String, after sequence: Int, limit: Int) async throws -> FootageManifest {
        // Short pages, so that runs cover their boundaries.
        try network.told(
            try await footage("manifest") { try await $0.manifest(from: id, after: sequence, limit: min(limit, 7)) })
    }

    func holds() async throws -> [FootageHold] {
        try network.told(try await footage("holds") { [peer] in $0.holds(of: peer) })
    }

    func hold(_ recording: String, _ wish: FootageHoldRequest) async throws -> FootageHold {
        let hold = try await footage("hold") { [peer] in try await $0.hold(recording, wish, for: peer) }
        truth.promise(recording, (hold.epochID, hold.sequence, hold.isNextEpoch))
        return try network.told(hold)
    }

    func release(_ recording: String) async throws {
        try await footage("release") { [peer] in await $0.release(recording, of: peer) }
    }

    func fragment(_ announcement: FragmentAnnouncement) async throws -> [UInt8] {
        let name = announcement.epochID ?? "\(announcement.epoch)"
        let bytes = try await footage("fragment \(announcement.sequence)") {
            try await $0.fragment(epoch: name, sequence: announcement.sequence).bytes
        }
        return network.damage(bytes)
    }

    func initSegment(of announcement: FragmentAnnouncement) async throws -> [UInt8] {
        network.damage(try await footage("init segment") { try await $0.initSegment(digest: announcement.initDigest) })
    }

    func acknowledge(_ acknowledgement: FootageAcknowledgement) async throws {
        try await footage("acknowledge") { [peer] in await $0.acknowledge(acknowledgement, of: peer) }
    }
}

extension Network {
    /// The event as it is told: a lying camera announces fragments that are not so.
    fileprivate func told(_ event: NumberedEvent) throws -> NumberedEvent {
        guard case .fragment(let announcement) = event.event else { return event }
        return NumberedEvent(id: event.id, event: .fragment(try told(announcement)))
    }
}
