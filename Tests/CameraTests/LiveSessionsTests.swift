// SPDX-License-Identifier: Apache-2.0
import Foundation
import Logging
import Media
import Pipelines
import Tasks
import Testing
import TestSupport
import Wire

@testable import Camera

@Suite("The live sessions of a camera", .timeLimit(.minutes(1)))
struct LiveSessionsTests {
    /// Runs the body with the live sessions of a camera that already has a picture.
    private func withSessions(
        startLimit: Duration = .seconds(5), _ body: (LiveSessions) async throws -> Void
    ) async throws {
        let nursery = Nursery()
        let sessions = LiveSessions(
            library: PipelineLibrary(home: nil), nursery: nursery,
            status: CaptureStatus(pipeline: "p", events: EventFeed()), logger: Logger(label: "test"),
            startLimit: startLimit)
        let sets = ParameterSets(
            sequence: [[0x67, 0x42, 0x00, 0x0A, 0xFB, 0xC8]], picture: [[0x68, 0xEE, 0x3C, 0x80]])
        let unit = AccessUnit(tick: Tick(rawValue: 0), isSync: true, bytes: [0, 0, 0, 1, 0x65])
        var fragmenter = Fragmenter(nominalInterval: 3_000)
        _ = try sessions.advance(FormattedAccessUnit(unit: unit, format: try .h264(sets)), &fragmenter)
        try await withThrowingTaskGroup(of: Void.self) { group in
            // Returns when the last session has ended.
            group.addTask { await nursery.run() }
            defer { nursery.close() }
            try await body(sessions)
            sessions.endAll()
        }
    }

    private func request(_ transport: Transport = .udp, port: Int = 40_000) -> LiveRequest {
        let key = { (byte: UInt8) in Confidential(Data(repeating: byte, count: 44).base64EncodedString()) }
        return LiveRequest(
            transport: transport, mediaPort: port, controlPort: 40_001, ssrc: 1, retransmissionSSRC: 2,
            firstSequenceNumber: 0, latencyMilliseconds: 10, cipher: "aes-256-gcm", mediaKey: key(1),
            feedbackSSRC: transport == .udp ? 3 : 0, feedbackKey: transport == .udp ? key(2) : nil)
    }

    private func party(_ name: String) -> LiveParty {
        LiveParty(peer: name, address: "127.0.0.1", localAddress: "127.0.0.1")
    }

    @Test("A peer that opens one session after the other has the newest, and no other peer is refused")
    func retries() async throws {
        try await withSessions { sessions in
            var last = ""
            for _ in 0..<(2 * LiveSessions.limit) { last = try await sessions.open(request(), for: party("a")).id }
            let other = try await sessions.open(request(), for: party("b")).id
            #expect(sessions.ids == [last, other].sorted())
            // No peer keeps the session of another one going.
            let renewed = sessions.renewedAt(other)
            sessions.renew(other, of: "a")
            #expect(sessions.renewedAt(other) == renewed)
            sessions.renew(other, of: "b")
            #expect(sessions.renewedAt(other) != renewed)
            // Closing a replaced session must not close the newer one.
            #expect(throws: Problem.self) { _ = try sessions.close("live-0-1", for: "a") }
        }
    }

    @Test("A session whose epoch has ended names no last fragment, while it still sends what it has")
    func ended() async throws {
        try await withSessions { sessions in
            let first = try await sessions.open(request(), for: party("a")).id
            sessions.endAll()
            let problem = #expect(throws: Problem.self) { _ = try sessions.close(first, for: "a") }
            #expect(problem?.status == 404)
        }
    }

    @Test("Of peers that come at the same time, as many are let in as there are places")
    func crowd() async throws {
        try await withSessions { sessions in
            let admitted = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<(2 * LiveSessions.limit) {
                    group.addTask { (try? await sessions.open(request(), for: party("\(number)"))) != nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(admitted == LiveSessions.limit)
            #expect(sessions.ids.count == LiveSessions.limit)
        }
    }

    @Test("A session that starts too late is given up, and does not run on when it can start after all")
    func late() async throws {
        // A further connection waits, because the queue of the listener takes one.
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let port = try #require(listen(listener))
        var open = [listener, connect(to: port)]
        defer { open.forEach { close($0) } }
        try await withSessions(startLimit: .milliseconds(300)) { sessions in
            let problem = await #expect(throws: Problem.self) {
                _ = try await sessions.open(request(.tcp, port: port), for: party("a"))
            }
            #expect(problem?.status == 502 && problem?.detail.contains("did not start") == true)
            #expect(sessions.ids.isEmpty)
            // Accepts both, so that the pipeline connects. It must end by itself: `withSessions` waits for that.
            try await eventually("both are accepted") {
                let accepted = accept(listener, nil, nil)
                if accepted >= 0 { open.append(accepted) }
                return open.count == 4
            }
        }
    }

    /// Listens on the loopback without blocking, with the shortest possible queue; returns the port.
    private func listen(_ listener: Int32) -> Int? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let outcome = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && Glibc.listen(listener, 0) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        return outcome ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    /// Starts to connect without blocking; returns the socket.
    private func connect(to port: Int) -> Int32 {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        _ = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                Glibc.connect(client, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return client
    }
}
