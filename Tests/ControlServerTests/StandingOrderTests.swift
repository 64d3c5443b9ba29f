// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Foundation
import SystemPackage
import TestSupport
import Testing
import Trust
import Wire

@testable import ControlServer

@Suite("What a visitor has begun ends with the right to begin it", .timeLimit(.minutes(2)))
struct StandingOrderTests {
    private static let slow = StillRequest(timerSeconds: 600, count: 3, everyMilliseconds: 60_000)

    @Test("A peer that is revoked, or loses the grant, takes no more stills; another's series goes on")
    func camera() async throws {
        try await Guest.at(camera: [.shoot]) { guest in
            let other = try guest.another("other", [.shoot])
            let job = try await guest.withClient { try await $0.takeStills(Self.slow).id }
            let others = try await other.withClient { try await $0.takeStills(Self.slow).id }
            try await OwnNode.withClient(at: guest.server.address) { owner in
                let own = try await owner.takeStills(Self.slow).id
                try guest.peers.revoke(guest.id, at: 1)
                try await eventually("the series of the revoked one is over") {
                    try await owner.stillJob(job).phase == .cancelled
                }
                #expect(try await owner.stillJob(others).phase == .countdown)
                _ = try await owner.edit(other.id, PeerEdit(grants: [.view]))
                try await eventually("the other's is over, too") {
                    try await owner.stillJob(others).phase == .cancelled
                }
                #expect(try await owner.stillJob(own).phase == .countdown)
                _ = try await owner.cancelStills(job: own)
            }
        }
    }

    @Test(
        "A series that a restart resumes ends all the same; that of one who was revoked before the restart does not go on"
    )
    func restarted() async throws {
        let ids = (kept: "20261201T000000Z-00001", barred: "20261201T000000Z-00002", own: "20261201T000000Z-00003")
        let stranger = try NodeIdentity()
        try await Guest.at(camera: [.shoot]) { home, guest in
            let folder = URL(fileURLWithPath: home.appending("series").string)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let start = Int64(Date().timeIntervalSince1970 + 1_000) * 1_000_000_000
            let askers = [ids.kept: "peer \(guest.text)", ids.barred: "peer \(stranger.id.text)", ids.own: nil]
            for (id, asker) in askers {
                let asked = asker.map { #","asker":"\#($0)""# } ?? ""
                let request = #"{"count":100,"everyMilliseconds":60000,"save":"camera"}"#
                try Data(#"{"id":"\#(id)","request":\#(request),"start":\#(start)\#(asked)}"#.utf8)
                    .write(to: folder.appending(path: "\(id).json"))
            }
        } _: { guest in
            try await OwnNode.withClient(at: guest.server.address) { owner in
                try await eventually("two go on, and no third one") {
                    try await owner.state().stills?.jobs.map(\.id).sorted() == [ids.kept, ids.own]
                }
                try guest.peers.revoke(guest.id, at: 1)
                try await eventually("only the owner's goes on") {
                    try await owner.state().stills?.jobs.map(\.id) == [ids.own]
                }
                _ = try await owner.cancelStills(job: ids.own)
            }
        }
    }

    @Test("A recorder cancels at its cameras what a revoked visitor has begun there")
    func recorder() async throws {
        let visitor = try NodeIdentity()
        try await Nodes.withCamera { camera, server in
            try await withDirectory { home in
                let peers = try PeerStore(home: home)
                try peers.add(
                    Peer(
                        certificate: visitor.certificate, name: PeerName("guest"), role: .remote, grants: [.shoot],
                        pairedAt: 0))
                try await Nodes.withRecorder(of: server.address, letting: peers) { recorder, at in
                    try await eventually("the camera is connected") {
                        try await recorder.cameras().first?.phase == .connected
                    }
                    let guest = Guest(identity: visitor, peers: peers, server: at)
                    let jobs = try await guest.withClient { client in
                        let one = try await client.takeStills(Self.slow, of: OwnNode.identity.id.text)
                        let moment = MomentRequest(cameras: [], timerSeconds: 600, count: 3, everyMilliseconds: 60_000)
                        let several = try await client.beginSeries(pressedHere: moment)
                        return [one.id, try #require(several.cameras.first?.job?.id)]
                    }
                    for job in jobs { #expect(try await camera.stillJob(job).phase == .countdown) }
                    try peers.revoke(visitor.id, at: 1)
                    for job in jobs {
                        try await eventually("\(job) is over") {
                            try await camera.stillJob(job).phase == .cancelled
                        }
                    }
                }
            }
        }
    }

    @Test("Of too many, the oldest are forgotten; what cannot be cancelled does not keep the others")
    func bounded() async throws {
        struct Away: Error {}
        let (orders, cancelled) = (StandingOrders(), Counter())
        for number in 0...StandingOrders.most {
            orders.note("\(number)", of: .browser("b")) {
                if number == 1 { throw Away() }
                await cancelled.count()
            }
        }
        await orders.end(of: .browser("another"))
        #expect(await cancelled.value == 0)
        await orders.end(of: .browser("b"))
        #expect(await cancelled.value == StandingOrders.most - 1)
    }

    private actor Counter {
        private(set) var value = 0
        func count() { value += 1 }
    }
}
