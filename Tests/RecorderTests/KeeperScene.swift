// SPDX-License-Identifier: Apache-2.0
import Media
import CameraClient
import ControlClient
import Footage
import FootageSupport
import Foundation
import Logging
import Synchronization
import SystemPackage
import TestSupport
import Wire

@testable import Recorder

/// A recorder's keeper of fragments with an archive, and a simulated camera on the loopback, over real HTTPS.
struct KeeperScene: Sendable {
    /// The fragments of the camera, and the requests that it received.
    final class Camera: Sendable {
        private struct State {
            var bodies: [Int: [UInt8]] = [:]
            var acknowledged: [Int] = []
            var asked = 0
        }

        private let state = Mutex(State())

        /// The sequence numbers that the recorder has acknowledged.
        var acknowledged: [Int] { state.withLock { $0.acknowledged } }
        /// The number of requests for a fragment.
        var asked: Int { state.withLock { $0.asked } }

        /// Serves these bytes as a fragment from now on.
        func serve(_ bytes: [UInt8], as sequence: Int) { state.withLock { $0.bodies[sequence] = bytes } }

        func answer(_ request: HostileServer.Request, format: InitSegment) -> HostileServer.Reply {
            let words = request.target.split(separator: "/").map(String.init)
            if request.method == "POST" {
                guard let told = try? JSON.decode(FootageAcknowledgement.self, from: Data(request.body)) else {
                    return .missing
                }
                state.withLock { $0.acknowledged.append(told.through) }
                return .done
            }
            if words.contains("init") { return HostileServer.Reply(type: "video/mp4", format.bytes) }
            let bytes = state.withLock { state in
                state.asked += 1
                return words.last.flatMap { Int($0) }.flatMap { state.bodies[$0] }
            }
            return bytes.map { HostileServer.Reply(type: "video/mp4", $0) } ?? .missing
        }
    }

    static let recording = "r"

    let camera: Camera
    let archive: Archive
    let keeper: FragmentKeeper

    /// Runs the body with a keeper; the archive has the recording unless `isOpen` is false.
    static func with(
        _ store: any FootageArchive = MemoryStore(), isOpen: Bool = true, _ body: (KeeperScene) async throws -> Void
    ) async throws {
        let archive = Archive(store)
        let recording = Recording(id: recording, camera: "c", cameraName: "c", transport: "tcp", startedAt: 0)
        if isOpen { try await archive.store.open(recording) }
        let (camera, format) = (Camera(), InitSegment(try .jpeg(width: 64, height: 48)))
        try await HostileServer.run(as: OwnNode.identity, answer: { camera.answer($0, format: format) }) { port in
            try await OwnNode.withClient(at: "127.0.0.1:\(port)") { client in
                let open = OpenRecording(recording, transport: .tcp, latencyMilliseconds: 10)
                let keeper = FragmentKeeper(
                    open: open, session: nil, client: client, archive: archive, buffer: UnitBuffer(),
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
                try await body(KeeperScene(camera: camera, archive: archive, keeper: keeper))
            }
        }
        try await archive.store.close()
    }

    /// The stored fragments by sequence number.
    var stored: [Int: StoredFragment] {
        get async throws {
            let all = try await archive.store.fragments(recording: Self.recording, epoch: 1, sequences: 1...100)
            return Dictionary(uniqueKeysWithValues: all.map { ($0.id.sequence, $0) })
        }
    }

    /// The camera's announcement of a fragment.
    static func announcement(_ closed: ClosedFragment, gaps: [GapDescription] = []) -> FragmentAnnouncement {
        let fragment = closed.fragment
        return FragmentAnnouncement(
            epoch: 1, sequence: fragment.sequence, segment: closed.segment, base: fragment.base.rawValue,
            initDigest: InitSegment(closed.format).digest.hex, codec: "jpeg", width: 64, height: 48,
            firstTick: fragment.firstTick.rawValue, lastTick: fragment.lastTick.rawValue,
            nominalInterval: SampleFootage.interval, frames: fragment.frames, bytes: fragment.bytes.count,
            sha256: fragment.digest.hex, isSync: true, captured: fragment.frames, spooled: true, gaps: gaps)
    }
}
