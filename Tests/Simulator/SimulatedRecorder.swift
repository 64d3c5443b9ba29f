// SPDX-License-Identifier: Apache-2.0
import Tasks
import Logging
import SystemPackage
import Trust
import Wire

@testable import Footage
@testable import Recorder

/// One life of a recorder: the product's whole node with a home on disk, connected over the simulated network.
final class SimulatedRecorder: @unchecked Sendable {
    let executor: OwnerExecutor
    private let home: FilePath
    private let network: Network
    private let truth: Truth
    private let wire: StoreWire
    private let keepSeconds: Int?
    private let logger: Logger
    private var task: Task<Void, Never>?
    private(set) var node: RecorderNode?
    private(set) var hasStopped = false

    init(
        home: FilePath, network: Network, truth: Truth, wire: StoreWire, keepSeconds: Int? = nil, logger: Logger
    ) {
        executor = OwnerExecutor(owner: Scheduler.shared.birth())
        self.keepSeconds = keepSeconds
        (self.home, self.network, self.truth, self.wire, self.logger) = (home, network, truth, wire, logger)
    }

    /// Starts the recorder without waiting.
    func start() {
        task = Task(executorPreference: executor) { [self] in
            while !Task.isCancelled {
                do {
                    try await run()
                } catch {
                    // Restarts like a service.
                    logger.error("recorder ended", metadata: ["error": "\(error)"])
                    try? await Task.sleep(for: .seconds(1))
                }
            }
            hasStopped = true
        }
    }

    /// Ends the recorder regularly.
    func stop() { task?.cancel() }

    private func run() async throws {
        var settings = RecorderSettings(home: home)
        settings.cameras = ["camera:1"]
        settings.latencyMilliseconds = 100
        settings.keepSeconds = keepSeconds
        let peers = try PeerStore(home: home)
        if peers.peers.isEmpty {
            try peers.add(
                Peer(
                    certificate: Self.certificate, name: PeerName("porch"), role: .camera, grants: [], pairedAt: 0))
        }
        let (network, truth) = (network, truth)
        let store = try await FootageStore(directory: settings.archive)
        let node = try await RecorderNode(
            settings, archive: Archive(wire.far(store, losesCalls: true)),
            as: NodeDescription(
                id: network.recorder, name: network.recorder, role: .recorder, version: "0", capabilities: []),
            peers: peers, connect: { _, _ in SimulatedConnection(network, truth: truth) },
            makeLane: { _ in SimulatedLane(network) }, logger: logger)
        self.node = node
        defer { self.node = nil }
        try await node.run()
    }

    /// Sends the node a command of a user; the body runs in the node.
    func ask<Answer: Sendable>(
        _ body: @escaping @Sendable (RecorderNode) async throws -> Answer
    ) async throws -> Answer {
        guard let node else { throw Problem.conflict("the recorder starts") }
        let pending = Pending<Result<Answer, any Error>>()
        let waiter = network.onRecorderEnd { pending.resolve(.failure($0)) }
        Task(executorPreference: executor) {
            do {
                pending.resolve(.success(try await body(node)))
            } catch {
                pending.resolve(.failure(error))
            }
        }
        let outcome = await pending.value()
        network.forgetRecorderEnd(waiter)
        guard let outcome else { throw CancellationError() }
        return try outcome.get()
    }

    private static let certificate: PinnedCertificate = {
        do {
            return try NodeIdentity().certificate
        } catch {
            preconditionFailure("no certificate: \(error)")
        }
    }()

    /// The camera's node id, from its certificate.
    static var camera: String { certificate.id.text }
}
