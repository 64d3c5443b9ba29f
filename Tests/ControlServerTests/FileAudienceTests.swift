// SPDX-License-Identifier: Apache-2.0
import ControlClient
import SystemPackage
import TestSupport
import Testing
import Transfers
import Trust
import Wire
import _NIOFileSystem

@testable import ControlServer

@Suite("Files are told of to those who may know", .timeLimit(.minutes(1)))
struct FileAudienceTests {
    private static func file(_ kind: TransferProgress.Kind, _ peer: NodeID) -> TransferProgress {
        var file = TransferProgress(id: "f", kind: kind, name: "a", peer: peer.text, total: 1, sha256: "00")
        (file.path, file.phase) = ("/home/kim/a", .received)
        return file
    }

    @Test("The owner and who administers see all with its path; people all without; a node what is of it or for it")
    func table() async throws {
        try await withDirectory { home in
            let peers = try PeerStore(home: home)
            func add(_ role: PeerRole, _ grants: Grants) throws -> NodeID {
                let identity = try NodeIdentity()
                try peers.add(
                    Peer(
                        certificate: identity.certificate, name: PeerName("\(role)-\(identity.id.short)"), role: role,
                        grants: grants, pairedAt: 0))
                return identity.id
            }
            let (camera, other) = (try add(.camera, [.view, .send]), try add(.recorder, [.view, .record, .send]))
            let (phone, mute) = (try add(.remote, [.view, .shoot, .record]), try add(.remote, [.shoot]))
            let audience = FileAudience(peers: peers)
            for kind in [TransferProgress.Kind.still, .file, .sent] {
                let file = Self.file(kind, camera)
                let usual = peers[camera]?.grants ?? []
                #expect(audience.shown(file, to: .owner, with: Rights(.all)) == file)
                #expect(audience.shown(file, to: .peer(phone), with: Rights([.view, .admin])) == file)
                #expect(audience.shown(file, to: .browser("b"), with: Rights(.all)) == file)
                for (visitor, grants) in [
                    (Visitor.peer(camera), usual), (.peer(camera), [.send]), (.peer(phone), [.view]),
                    (.browser("b"), [.view]),
                ] as [(Visitor, Grants)] {
                    #expect(audience.shown(file, to: visitor, with: Rights(grants)) == file.withoutPath)
                }
                for (visitor, grants) in [
                    (.peer(other), [.view, .record, .send]), (.peer(mute), [.shoot]), (.browser("b"), [.shoot]),
                    (.anonymous, [.view]), (nil, [.view]),
                ] as [(Visitor?, Grants)] {
                    #expect(audience.shown(file, to: visitor, with: Rights(grants)) == nil)
                }
                for visitor in [Visitor.peer(phone), .browser("b")] {
                    let (here, elsewhere) = (Rights([.send], viewOf: [camera]), Rights([.send], viewOf: [other]))
                    #expect(audience.shown(file, to: visitor, with: here) == file.withoutPath)
                    #expect(audience.shown(file, to: visitor, with: elsewhere) == nil)
                }
            }
            #expect(Self.file(.file, camera).withoutPath.path == nil)
        }
    }

    @Test("A node with every usual grant finds, fetches and hears nothing of another's file; its own has no path")
    func overTheWire() async throws {
        try await withDirectory { home in
            let (one, other) = (try NodeIdentity(), try NodeIdentity())
            let peers = try PeerStore(home: home)
            for (identity, name) in [(one, "one"), (other, "other")] {
                try peers.add(
                    Peer(
                        certificate: identity.certificate, name: PeerName(name), role: .camera,
                        grants: [.view, .send, .record], pairedAt: 0))
            }
            let path = home.appending("holiday.jpg")
            try await FileTests.bytes.write(toFileAt: path)
            let outgoing = try await OutgoingFile(reading: path)
            try await Nodes.serve("recorder", letting: peers) { server in
                func ask<Result: Sendable>(
                    _ identity: NodeIdentity, _ body: (ControlClient) async throws -> Result
                ) async throws -> Result {
                    try await ControlClient.withClient(
                        NodeAddress(server.address), Access(as: identity, to: OwnNode.identity.certificate), body)
                }
                try await ask(other) { spy in
                    let heard = try await spy.connectedEvents()
                    let file = try await ask(one) { client in
                        let offered = try await client.offer(outgoing.offer)
                        let file = try await client.upload(outgoing, as: offered.id)
                        let listed = try await client.files()
                        #expect(listed == [file] && file.path == nil && file.phase == .received)
                        return file
                    }
                    #expect(try await spy.files().isEmpty)
                    let copy = home.appending("copy.jpg")
                    for attempt in [
                        { _ = try await spy.file(file.id) }, { try await spy.download(Download(file, to: copy)) },
                        { try await spy.removeFile(file.id) },
                    ] {
                        #expect(await problem(attempt)?.status == 404)
                    }
                    // The event of its own offer arrives after all events of the other peer.
                    let own = try await spy.offer(FileTests.offer("mine", [1]))
                    let first = try await heard.first { numbered -> TransferProgress? in
                        if case .transfer(let progress) = numbered.event { progress } else { nil }
                    }
                    #expect(first == own && own.path == nil)
                    try await OwnNode.withClient(at: server.address) { owner in
                        #expect(try await owner.file(file.id).path?.hasSuffix("/received/holiday.jpg") == true)
                        try await owner.download(Download(file, to: copy))
                    }
                }
            }
        }
    }
}
