// SPDX-License-Identifier: Apache-2.0
import CameraClient
import ControlClient
import Foundation
import NIOHTTP1
import Recorder
import Synchronization
import SystemPackage
import TestSupport
import Testing
import Trust
import Wire

@testable import ControlServer

/// Client and recorder survive every answer of a node, throw an error with a text, and use bounded memory.
@Suite("A node that lies", .serialized, .timeLimit(.minutes(Lies.minutes)))
struct HostileServerTests {
    /// The memory growth that a suite may have, in bytes; includes caches and the allocator's reserve.
    static let memory = 64 << 20
    /// The number of lying nodes that run at once.
    private static let lanes = 16

    @Test("is read by a client, which answers or throws")
    func client() async throws {
        let total = Lies.count(8_500)
        let start = ContinuousClock.now
        let tally = Tally()
        // The first half fills caches, thread stacks and the arenas of the allocator.
        try await Self.hear(total / 2, of: total, tally)
        let before = Memory.resident() ?? 0
        try await Self.hear(total, of: total, tally)
        let sum = tally.told.load(ordering: .relaxed)
        let grown = (Memory.resident() ?? 0) - before
        #expect(grown < Self.memory, "\(grown) bytes more after \(sum) lies")
        Lies.report(sum, in: .now - start)
    }

    /// Calls lying nodes until that many lies were told in all, and at least once in each lane.
    ///
    /// In parallel, because many lies are silences until a timeout.
    private static func hear(_ limit: Int, of total: Int, _ tally: Tally) async throws {
        let document = try APIDocument()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<lanes {
                group.addTask {
                    repeat {
                        let seed = Lies.seed + UInt64(tally.nodes.add(1, ordering: .relaxed).oldValue)
                        let count = min(100, max(1, total / lanes))
                        let heard = try await hear(count, from: LyingNode(document, seed: seed), seed: seed)
                        tally.told.add(heard, ordering: .relaxed)
                    } while tally.told.load(ordering: .relaxed) < limit
                }
            }
            try await group.waitForAll()
        }
    }

    /// Calls a lying node in ways that follow from the seed; returns the number of lies told.
    private static func hear(_ count: Int, from node: LyingNode, seed: UInt64) async throws -> Int {
        let calls = Calls.all
        var generator = SeededGenerator(seed: seed)
        let words = "LONGSHOT_LIES_SEED=\(seed)"
        try await HostileServer.run(as: OwnNode.identity, answer: { node.answer($0) }) { port in
            try await OwnNode.withClient(at: "127.0.0.1:\(port)") { client in
                for _ in 0..<count {
                    let call = calls[Int.random(in: calls.indices, using: &generator)]
                    let start = ContinuousClock.now
                    do {
                        try await call.run(client)
                    } catch let error as CancellationError {
                        throw error
                    } catch {
                        #expect(!"\(error)".isEmpty, "\(call.name), \(words), \(type(of: error)): \(node.told)")
                    }
                    // Client timeouts are at most 10 s. The bound is far higher, so that a busy machine does not fail the test.
                    #expect(.now - start < .seconds(300), "\(call.name) took too long, \(words): \(node.told)")
                }
            }
        }
        return node.count
    }

    @Test("is recorded by a recorder, which goes on")
    func recorder() async throws {
        let document = try APIDocument()
        let total = Lies.count(500)
        let start = ContinuousClock.now
        let camera = FakeCamera(OwnNode.identity.id)
        let node = LyingNode(document, seed: Lies.seed, camera: camera, truth: 0.6)
        try await HostileServer.run(as: OwnNode.identity, answer: { node.answer($0) }) { port in
            try await Nodes.withRecorder(of: "127.0.0.1:\(port)") { _, server in
                let deadline = ContinuousClock.now + .seconds(max(20, total / 20))
                var before: Int?
                while node.count < total, .now < deadline {
                    // A recording makes the recorder send more requests. It may have been refused or have ended.
                    let body = #"{"transport":"tcp"}"#
                    let started = try await server.send(.POST, "/v1/recordings", body: body)
                    #expect(started.status < 500 || started.status == 502, "\(started.text) \(node.told)")
                    if before == nil, node.count > total / 5 { before = Memory.resident() }
                    try await Task.sleep(for: .milliseconds(300))
                }
                #expect(node.count >= min(total, 50), "the recorder hears hardly a lie: \(node.told)")
                for path in ["/v1/state", "/v1/recordings", "/v1/cameras", "/v1/files", "/metrics"] {
                    let answer = try await server.send(.GET, path)
                    #expect(answer.status == 200, "\(path): \(answer.text.prefix(300)) \(node.told)")
                }
                _ = try await server.send(.GET, "/v1/state").json(NodeState.self)
                _ = try await server.send(.GET, "/v1/recordings").json([RecordingDescription].self)
                let grown = (Memory.resident() ?? 0) - (before ?? 0)
                #expect(before == nil || grown < Self.memory, "\(grown) bytes more after \(node.count) lies")
                Lies.report(node.count, in: .now - start)
            }
        }
    }
}

/// Counters that the lanes of a test share.
private final class Tally: Sendable {
    /// The number of lies told.
    let told = Atomic(0)
    /// The number of nodes that told them, each with a seed of its own.
    let nodes = Atomic(0)
}

/// A call that a client can make to a node.
private struct Calls: Sendable {
    let name: String
    let run: @Sendable (ControlClient) async throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (ControlClient) async throws -> some Sendable) {
        self.name = name
        self.run = { _ = try await run($0) }
    }

    static let all: [Calls] = [
        Calls("node") { try await $0.node() }, Calls("state") { try await $0.state() },
        Calls("time") { try await $0.clockOffset(exchanges: 2) }, Calls("cameras") { try await $0.cameras() },
        Calls("recordings") { try await $0.recordings() }, Calls("recording") { try await $0.recording("a") },
        Calls("start") { try await $0.startRecording(RecordingRequest()) },
        Calls("lock") { try await $0.lockRecording("a", true) }, Calls("settle") { try await $0.settleRecording("a") },
        Calls("stop") { try await $0.stopRecording("a") }, Calls("delete") { try await $0.deleteRecording("a") },
        Calls("stills") { try await $0.stills(limit: 3) }, Calls("still") { try await $0.still("a") },
        Calls("all stills") { client in try await brief { try await client.allStills() } },
        Calls("all files") { client in try await brief { try await client.files() } },
        Calls("press") { try await $0.takeStills(StillRequest()) }, Calls("job") { try await $0.stillJob("a") },
        Calls("controls") { try await $0.controls() },
        Calls("set") { try await $0.changeControls(ControlChange(use: "a")) },
        Calls("pipelines") { try await $0.pipelines() }, Calls("text") { try await $0.pipelineText("a") },
        Calls("activate") { try await $0.activatePipeline("a") }, Calls("holds") { try await $0.holds() },
        Calls("hold") { try await $0.hold("a", FootageHoldRequest(beforeMilliseconds: 1)) },
        Calls("manifest") { try await $0.manifest(epoch: 1, after: 2) },
        Calls("accounts") { try await $0.accounts(isKept: true) },
        Calls("epochs") { try await $0.accounts(isKept: false) },
        Calls("pages") { client in try await brief { try await client.eachPage(epoch: 1, after: 0) { _ in true } } },
        Calls("pages from") { client in
            try await brief { try await client.eachPage(from: "a", after: 0) { _ in true } }
        },
        Calls("fragment") { try await $0.fragment(fragment) },
        Calls("init segment") { try await $0.initSegment(of: fragment) },
        Calls("live end") { try await $0.closeLive("a") },
        Calls("acknowledge") { try await $0.acknowledge(FootageAcknowledgement(epoch: 1, through: 1)) },
        Calls("session") { try await $0.beginSession() }, Calls("file") { try await $0.file("a") },
        Calls("offer") { try await $0.offer(FileOffer(name: "a", bytes: 1, sha256: "a")) },
        Calls("decide") { try await $0.decide("a", FileDecision(accept: true)) },
        Calls("peers") { try await $0.peers() }, Calls("window") { try await $0.openPairing() },
        Calls("pairing") { try await $0.pairing() }, Calls("pages") { try await $0.pageSessions() },
        Calls("events") { client in for try await _ in try await client.connectedEvents() {} },
        Calls("download") { client in
            let folder = FilePath(NSTemporaryDirectory()).appending("longshot-lie-\(UUID().uuidString)")
            try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder.string) }
            let target = folder.appending("still")
            try await client.download(Download(try await client.still("a"), to: target))
        },
    ]

    private static let fragment = FragmentAnnouncement(
        epoch: 1, sequence: 1, segment: 1, base: 0, initDigest: "a", codec: "h264", width: 1, height: 1, firstTick: 0,
        lastTick: 1, nominalInterval: 1, frames: 1, bytes: 1_000, sha256: "a", isSync: true, captured: 1, spooled: true,
        gaps: [])

    /// Reads a list for at most 20 ms: an endless list would end only at a limit of the client.
    private static func brief(_ body: @escaping @Sendable () async throws -> some Sendable) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await body() }
            group.addTask { try await Task.sleep(for: .milliseconds(20)) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
