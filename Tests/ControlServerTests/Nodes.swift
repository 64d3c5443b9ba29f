// SPDX-License-Identifier: Apache-2.0
import Camera
import CameraClient
import ControlClient
import Recorder
import ServiceLifecycle
import SystemPackage
import TestSupport
import Transfers
import Trust
import Wire

@testable import ControlServer

/// Real nodes, each behind its server on a free port.
enum Nodes {
    /// Runs the body with a camera box that shows the test picture.
    ///
    /// - Parameter prepare: fills the camera's home before it starts.
    static func withCamera(
        letting peers: PeerStore? = nil, preparing prepare: (FilePath) async throws -> Void = { _ in },
        _ body: (ControlClient, TestServer) async throws -> Void
    ) async throws {
        try await withDirectory { home in
            try await prepare(home)
            let camera = try await camera(home: home)
            let known = try peers ?? PeerStore(home: home)
            if peers == nil {
                // The tests' recorder authenticates as the owner, and receives the stills.
                try known.add(
                    Peer(
                        certificate: OwnNode.identity.certificate, name: PeerName("attic"), role: .recorder, grants: [],
                        pairedAt: 0))
            }
            try await serve(
                camera, as: .camera(camera), letting: known, files: home.appending("received"), body)
        }
    }

    /// Runs the body with a camera box, and gives it the node itself.
    static func withCameraNode(_ body: (ControlClient, CameraNode) async throws -> Void) async throws {
        try await withDirectory { home in
            let camera = try await camera(home: home)
            try await serve(
                camera, as: .camera(camera), letting: PeerStore(home: home), files: home.appending("received")
            ) { client, _ in
                try await body(client, camera)
            }
        }
    }

    /// A camera with the test picture, not yet running.
    static func camera(home: FilePath) async throws -> CameraNode {
        var settings = CameraSettings(home: home)
        // A small picture, because many tests run in parallel.
        settings.values = [
            "encoder.key-int-max=15",
            "format.caps=video/x-raw,format=I420,width=320,height=240,framerate=30/1",
        ]
        return try await CameraNode(settings, as: description(.camera, "front-door"), logger: TestServer.quiet)
    }

    /// Runs the body with a recorder that is paired with one camera, which is unreachable unless its address is given.
    static func withRecorder(
        of camera: String = "127.0.0.1:1", letting visitors: PeerStore? = nil,
        _ body: (ControlClient, TestServer) async throws -> Void
    ) async throws {
        try await withDirectory { home in
            let settings = RecorderSettings(home: home)
            let peers = try PeerStore(home: home)
            // Both have one certificate, so the recorder authenticates to the camera as its owner.
            try peers.add(
                Peer(
                    certificate: OwnNode.identity.certificate, name: PeerName("front-door"), role: .camera, grants: [],
                    pairedAt: 0, addresses: [PeerAddress(camera)]))
            let recorder = try await RecorderNode(
                settings, as: description(.recorder, "attic", id: OwnNode.identity.id.text), peers: peers,
                connect: ControlClient.dialer(as: OwnNode.identity), logger: TestServer.quiet)
            try await serve(
                recorder, as: .recorder(recorder), letting: visitors ?? peers, files: home.appending("received"), body)
        }
    }

    /// Runs a node of this role behind a server that accepts these peers.
    static func serve(_ role: String, letting peers: PeerStore, _ body: (TestServer) async throws -> Void) async throws
    {
        if role == "camera" {
            try await withCamera(letting: peers) { _, server in try await body(server) }
        } else {
            try await withRecorder(letting: peers) { _, server in try await body(server) }
        }
    }

    private static func description(
        _ role: NodeDescription.Role, _ name: String, id: String? = nil
    ) -> NodeDescription {
        NodeDescription(
            id: id ?? "\(name)-id", name: name, role: role, version: "0.1.0",
            capabilities: ["live-udp", "live-tcp", "archive-lane", "stills"])
    }

    private static func serve(
        _ node: any Service, as served: ServedNode, letting peers: PeerStore, files: FilePath,
        _ body: (ControlClient, TestServer) async throws -> Void
    ) async throws {
        let desk = try PairingDesk(of: OwnNode.identity, peers: peers)
        let group = ServiceGroup(services: [node, desk], logger: TestServer.quiet)
        let inbox = Inbox(InboxSettings(directory: files), events: served.events, logger: TestServer.quiet)
        try await inbox.load()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await withServer {
                try ControlServer(
                    served, as: OwnNode.identity, peers: peers, pairing: desk,
                    browsers: BrowserDesk(
                        try BrowserStore(home: "/nonexistent"), of: OwnNode.identity.id, host: "127.0.0.1"),
                    inbox: inbox, outbox: Outbox(to: served.events, directory: files.appending("sends")),
                    host: "127.0.0.1", port: 0,
                    logger: $0, onRunning: $1)
            } _: { server in
                try await OwnNode.withClient(at: server.address) { try await body($0, server) }
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}

extension PairingDesk {
    /// The pairing desk of a node with this identity.
    convenience init(
        of identity: NodeIdentity, peers: PeerStore, onNotice: @escaping @Sendable (Notice?) -> Void = { _ in }
    ) throws {
        self.init(
            as: identity, name: try PeerName("front-door"), role: .camera, peers: peers, host: "127.0.0.1",
            logger: TestServer.quiet, onNotice: onNotice)
    }
}

extension RouteTable {
    /// The routes of a node without peers.
    init(_ node: ServedNode) throws {
        let peers = try PeerStore(home: "/nonexistent")
        let desk = try PairingDesk(of: OwnNode.identity, peers: peers)
        self.init(
            node,
            gate: NodeGate(
                node, as: OwnNode.identity, peers: peers, pairing: desk,
                browsers: BrowserDesk(
                    try BrowserStore(home: "/nonexistent"), of: OwnNode.identity.id, host: "127.0.0.1")),
            inbox: Inbox(InboxSettings(directory: "/nonexistent"), events: node.events, logger: TestServer.quiet),
            outbox: Outbox(to: node.events))
    }
}

extension AsyncSequence {
    /// The first result of the transformation that is not nil, or nil if the sequence ends before.
    func first<Result>(_ transform: (Element) throws -> Result?) async throws -> Result? {
        for try await element in self {
            if let result = try transform(element) { return result }
        }
        return nil
    }
}
