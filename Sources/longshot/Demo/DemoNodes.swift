// SPDX-License-Identifier: Apache-2.0
import Camera
import CameraClient
import ControlClient
import ControlServer
import Foundation
import Logging
import Recorder
import ServiceLifecycle
import SystemPackage
import Tasks
import Transfers
import Trust
import Viewing
import Wire

/// The demo's two nodes, which are ordinary ones with homes side by side; they listen on this machine only.
struct DemoNodes: Sendable {
    /// Both nodes as their owner reaches them.
    struct Targets: Sendable {
        let camera: Target
        let recorder: Target
    }

    /// The recorder's folder.
    let recorderHome: FilePath
    /// The services of both nodes.
    let services: [any Service]
    private let frames: (camera: NodeFrame, recorder: NodeFrame)
    private let ports: (camera: Pending<Int>, recorder: Pending<Int>)

    init(
        _ settings: CameraSettings, recorderHome: FilePath, transport: Transport, logger: Logger
    ) async throws {
        func frame(_ home: FilePath, _ role: NodeDescription.Role) throws -> NodeFrame {
            let home = NodeHome(home.string, usually: "")
            return try NodeFrame(
                home, role: role, name: "demo-\(role.rawValue)", host: "127.0.0.1", isOnNetwork: false,
                page: NodeFrame.Page(port: 0, certificate: nil, hosts: []), files: InboxSettings(home: home),
                logger: logger)
        }
        let frames = (camera: try frame(settings.home, .camera), recorder: try frame(recorderHome, .recorder))
        let ports = (camera: Pending<Int>(), recorder: Pending<Int>())
        let camera = try await CameraNode(settings, as: frames.camera.description, logger: logger)
        var recording = RecorderSettings(home: recorderHome)
        recording.pictures = PictureProgram(home: recorderHome)
        recording.transport = transport
        let recorder = try await RecorderNode(
            recording, as: frames.recorder.description, peers: frames.recorder.peers,
            connect: ControlClient.dialer(as: frames.recorder.identity), room: frames.recorder.room, logger: logger)
        services =
            [camera] + (try await frames.camera.services(for: .camera(camera), port: 0) { ports.camera.resolve($0) })
            + [recorder]
            + (try await frames.recorder.services(for: .recorder(recorder), port: 0) { ports.recorder.resolve($0) })
        (self.recorderHome, self.frames, self.ports) = (recorderHome, frames, ports)
    }

    /// Both nodes as their owner reaches them, once they listen; nil after 15 s.
    func targets() async throws -> Targets? {
        guard await ports.camera.value(within: .seconds(15)) != nil,
            await ports.recorder.value(within: .seconds(15)) != nil
        else { return nil }
        return Targets(
            camera: try await Target(home: frames.camera.home.path),
            recorder: try await Target(home: frames.recorder.home.path))
    }

    /// Pairs the recorder with the camera by a code, as two people would, and stores both as peers.
    ///
    /// Runs at every start, because the camera's port changes.
    func pair(_ camera: ControlClient, _ recorder: ControlClient) async throws {
        let link = try PairingLink(try await camera.openPairing().link)
        let joiner = PairingClient(
            as: frames.recorder.identity, name: try PeerName(frames.recorder.description.name), role: .recorder,
            wants: .usual(for: .recorder, on: .camera), gives: .usual(for: .camera, on: .recorder))
        let words = Pending<[String]>()
        try await withThrowingTaskGroup(of: Peer?.self) { group in
            group.addTask { try await joiner.join(link, onWords: { words.resolve($0) }).peer }
            group.addTask {
                guard let shown = await words.value() else { return nil }
                let report = try await camera.pairing()
                guard let candidate = report.candidate, candidate.words == shown else { throw PairingError.refused }
                try await camera.decide(PairingDecision(session: candidate.session, approve: true))
                return nil
            }
            for try await peer in group {
                if let peer { try await recorder.add(peer) }
            }
        }
    }

    /// Closes the homes of both nodes after their end.
    func tidyUp() {
        for frame in [frames.camera, frames.recorder] { frame.close() }
    }
}
