// SPDX-License-Identifier: Apache-2.0
import ControlClient
import TestSupport
import Testing
import Trust
import Wire

@testable import ControlServer

@Suite("A view of some cameras", .timeLimit(.minutes(1)))
struct BoundedViewTests {
    @Test("Events of other cameras are not heard, and a bound that is set later counts at once")
    func events() async throws {
        try await withDirectory { home in
            let (identity, peers) = (try NodeIdentity(), try PeerStore(home: home))
            try peers.add(
                Peer(
                    certificate: identity.certificate, name: PeerName("guest"), role: .remote, grants: [],
                    viewOf: [OwnNode.identity.id], pairedAt: 0))
            try await Nodes.withRecorder(letting: peers) { owner, server in
                let access = Access(as: identity, to: OwnNode.identity.certificate)
                try await ControlClient.withClient(NodeAddress(server.address), access) { guest in
                    var events = try await guest.connectedEvents(after: nil).makeAsyncIterator()
                    let seen = try await owner.startRecording(RecordingRequest(camera: OwnNode.identity.id.text))
                    var heard: [String] = []
                    while heard.last != seen.id, let event = try await events.next() {
                        if case .recording(let recording) = event.event { heard.append(recording.id) }
                    }
                    #expect(heard.last == seen.id)
                    #expect(try await guest.recordings().map(\.id) == [seen.id])

                    // From here on the guest sees only events of itself; they mark how far its stream has come.
                    try peers.edit(identity.id, PeerEdit(grants: [], viewOf: [identity.id]))
                    _ = try await owner.stopRecording(seen.id)
                    _ = try await guest.beginSession()
                    while let event = try await events.next() {
                        if case .recording(let recording) = event.event { Issue.record("heard of \(recording.id)") }
                        if case .peer(let link) = event.event, link.peer == identity.id.text { break }
                    }
                    try peers.edit(identity.id, PeerEdit(grants: [], viewOf: [try NodeIdentity().id]))
                    #expect(try await guest.recordings().isEmpty)
                    #expect(try await guest.state().cameras.isEmpty)
                    await #expect(throws: Problem.self) { try await guest.recording(seen.id) }
                }
            }
        }
    }

    @Test("A change by somebody who knows no bounds ends the bound and gives no view")
    func edits() throws {
        let camera = try NodeIdentity().id
        let bounded = Rights([.view, .send], viewOf: [camera])
        #expect(bounded.grants == .send && bounded.viewOf == [camera])
        #expect(bounded.scope().includes(camera.text) && !bounded.scope().includes("other"))
        #expect(!bounded.scope().includes(nil))
        #expect(bounded.on(camera: camera).grants == [.view, .send])
        #expect(bounded.on(camera: try NodeIdentity().id) == Rights(.send))
        #expect(bounded.on(camera: nil) == bounded)
        #expect(Rights(.view).scope() == .all)
        #expect(Rights(.record).scope(or: .record) == .all && Rights(.record).scope() == .cameras([]))
    }
}
