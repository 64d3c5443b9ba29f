// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import ControlClient
import Crypto
import Foundation
import Media
import NIOCore
import NIOHTTP1
import Synchronization
import SystemPackage
import TestSupport
import Testing
import Transfers
import Trust
import Wire

@testable import ControlServer

@Suite("Files that are handed over", .timeLimit(.minutes(2)))
struct FileTests {
    static let bytes: [UInt8] = {
        var generator = SeededGenerator(seed: 3)
        return generator.bytes(5_000_011)
    }()

    static func offer(_ name: String, _ bytes: [UInt8] = FileTests.bytes) -> FileOffer {
        let digest = SHA256.hash(data: bytes).hexadecimal
        return FileOffer(name: name, bytes: bytes.count, sha256: digest)
    }

    private func upload(
        _ server: TestServer, _ id: String, from offset: Int, _ bytes: some Collection<UInt8>, isLast: Bool = true
    ) async throws -> TestServer.Answer {
        var request = HTTPClientRequest(url: "https://\(server.address)/v1/files/\(id)")
        request.method = .PATCH
        request.headers = [
            "Content-Type": "application/partial-upload", "Upload-Offset": "\(offset)",
            "Upload-Complete": isLast ? "?1" : "?0",
        ]
        request.body = .bytes(ByteBuffer(bytes: bytes))
        let response = try await TestServer.client.execute(request, timeout: TestServer.patience)
        let body = try await response.body.collect(upTo: 1 << 20)
        return TestServer.Answer(
            status: Int(response.status.code), headers: response.headers, body: Array(body.readableBytesView))
    }

    @Test("arrive over TLS, and can be fetched from there", arguments: ["camera", "recorder"])
    func whole(role: String) async throws {
        try await withDirectory { home in
            let path = home.appending("a.bin")
            #expect(FileManager.default.createFile(atPath: path.string, contents: Data(Self.bytes)))
            try await Nodes.serve(role, letting: PeerStore(home: home)) { server in
                try await OwnNode.withClient(at: server.address) { client in
                    let file = try await OutgoingFile(reading: path)
                    let offered = try await client.offer(file.offer)
                    let told = Mutex<[Int]>([])
                    let received = try await client.upload(file, as: offered.id) { count in
                        told.withLock { $0.append(count) }
                    }
                    #expect(received.phase == .received && received.bytes == Self.bytes.count)
                    #expect(told.withLock { $0.first == 0 && $0.last == Self.bytes.count && $0 == $0.sorted() })
                    #expect(try await client.offer(file.offer).phase == .received)
                    let listed = try #require(try await client.files().first)
                    #expect(listed.kind == .file && listed.peer == OwnNode.identity.id.text)
                    let copy = home.appending("copy.bin")
                    try await client.download(Download(listed, to: copy))
                    #expect(FileManager.default.contents(atPath: copy.string).map { [UInt8]($0) } == Self.bytes)
                    try await client.removeFile(listed.id)
                    #expect(try await client.files().isEmpty)
                }
            }
        }
    }

    @Test("go on where they stopped, as the fields of the draft say")
    func resuming() async throws {
        try await Nodes.withRecorder { client, server in
            let id = try await client.offer(Self.offer("a.bin")).id
            let path = "/v1/files/\(id)"
            let some = try await upload(server, id, from: 0, Self.bytes.prefix(2_000_000), isLast: false)
            #expect(some.status == 200 && some["Upload-Complete"] == "?0" && some["Upload-Offset"] == "2000000")
            let head = try await server.send(.HEAD, path)
            #expect(head.status == 200 && head["Upload-Offset"] == "2000000" && head["Upload-Length"] == "5000011")
            #expect(head["Cache-Control"] == "no-store")
            let wrong = try await upload(server, id, from: 1_000_000, Self.bytes.dropFirst(1_000_000))
            #expect(wrong.status == 409 && wrong["Upload-Offset"] == "2000000")
            #expect(try wrong.json(Problem.self).type.hasSuffix(":mismatching-upload-offset"))
            let rest = try await upload(server, id, from: 2_000_000, Self.bytes.dropFirst(2_000_000))
            #expect(rest.status == 200 && rest["Upload-Complete"] == "?1")
            #expect(try rest.json(TransferProgress.self).phase == .received)
            #expect(try await upload(server, id, from: 5_000_011, []).status == 409)
        }
    }

    @Test("are taken up after a connection that broke, with what it brought")
    func cut() async throws {
        try await Nodes.withRecorder { client, server in
            let id = try await client.offer(Self.offer("a.bin")).id
            let connection = try await RawConnection(port: server.port)
            try await connection.write(
                "PATCH /v1/files/\(id) HTTP/1.1\r\nHost: x\r\nContent-Type: application/partial-upload\r\n"
                    + "Upload-Offset: 0\r\nUpload-Complete: ?1\r\nContent-Length: \(Self.bytes.count)\r\n\r\n")
            try await connection.write(Array(Self.bytes.prefix(3_000_000)))
            await connection.close()
            try await eventually("what came is kept") { try await client.file(id).phase == .suspended }
            let offset = try await client.file(id).bytes
            #expect(offset == 3_000_000)
            #expect(try await upload(server, id, from: offset, Self.bytes.dropFirst(offset)).status == 200)
        }
    }

    @Test("are refused with the reason before a byte is read, when they cannot come")
    func refusals() async throws {
        try await Nodes.withRecorder { client, server in
            let huge = FileOffer(name: "huge", bytes: 1 << 50, sha256: String(repeating: "a", count: 64))
            let refused = await #expect(throws: Problem.self) { try await client.offer(huge) }
            #expect(refused?.status == 507)
            for (name, sha, bytes) in [("", "a", 1), ("a", "xyz", 1), ("a", String(repeating: "a", count: 64), -1)] {
                let bad = await #expect(throws: Problem.self) {
                    try await client.offer(FileOffer(name: name, bytes: bytes, sha256: sha))
                }
                #expect(bad?.status == 400)
            }
            let id = try await client.offer(Self.offer("a.bin")).id
            for (fields, status) in [
                ("Upload-Offset: 0\r\nUpload-Complete: ?1\r\nContent-Length: 1099511627776", "413"),
                ("Upload-Offset: 0\r\nUpload-Complete: ?1\r\nContent-Length: 10", "400"),
                ("Upload-Offset: 7\r\nUpload-Complete: ?0\r\nContent-Length: 10", "409"),
                ("Upload-Offset: 0\r\nContent-Length: 1099511627776", "400"),
                ("Upload-Offset: -1\r\nUpload-Complete: ?1\r\nContent-Length: 1099511627776", "400"),
            ] {
                let connection = try await RawConnection(port: server.port)
                try await connection.write(
                    "PATCH /v1/files/\(id) HTTP/1.1\r\nHost: x\r\nContent-Type: application/partial-upload\r\n\(fields)\r\n\r\n"
                )
                let answer = try await connection.read { $0.contains("\r\n\r\n") && $0.hasSuffix("}") }
                #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(fields): \(answer)")
                #expect(try await connection.isClosed(), "\(fields)")
                await connection.close()
            }
        }
    }

    @Test("that were given up in the middle are refused with that reason")
    func cancelled() async throws {
        try await Nodes.withRecorder { client, server in
            let id = try await client.offer(Self.offer("a.bin")).id
            let connection = try await RawConnection(port: server.port)
            try await connection.write(
                "PATCH /v1/files/\(id) HTTP/1.1\r\nHost: x\r\nContent-Type: application/partial-upload\r\n"
                    + "Upload-Offset: 0\r\nUpload-Complete: ?1\r\nContent-Length: \(Self.bytes.count)\r\n\r\nabc")
            try await eventually("it comes") { try await client.file(id).phase == .transferring }
            try await client.removeFile(id)
            let answer = try await connection.read { $0.hasSuffix("}") }
            #expect(answer.hasPrefix("HTTP/1.1 410") && answer.contains("given up") || answer.contains("cancelled"))
            #expect(try await connection.isClosed())
        }
    }

    @Test(
        "that were changed or grew while they were sent are not kept, and the sender says why",
        arguments: [7_999_999, 8_000_000])
    func changed(at offset: Int) async throws {
        try await withDirectory { home in
            let path = home.appending("a.bin")
            let count = 8_000_000
            #expect(FileManager.default.createFile(atPath: path.string, contents: Data(count: count)))
            try await Nodes.withRecorder { client, _ in
                let file = try await OutgoingFile(reading: path)
                let id = try await client.offer(file.offer).id
                await #expect(throws: TransferError.changed(path: path.string)) {
                    try await client.upload(file, as: id) { sent in
                        guard sent > 0, let handle = FileHandle(forWritingAtPath: path.string) else { return }
                        defer { try? handle.close() }
                        try? handle.seek(toOffset: UInt64(offset))
                        try? handle.write(contentsOf: Data([1]))
                    }
                }
                #expect(try await client.file(id).phase == .cancelled)
                let again = try await OutgoingFile(reading: path)
                let next = try await client.offer(again.offer).id
                #expect(next != id)
                #expect(try await client.upload(again, as: next).phase == .received)
            }
        }
    }

    @Test("that were deleted while they were sent arrive nevertheless")
    func deleted() async throws {
        try await withDirectory { home in
            let path = home.appending("a.bin")
            #expect(FileManager.default.createFile(atPath: path.string, contents: Data(Self.bytes)))
            try await Nodes.withRecorder { client, _ in
                let file = try await OutgoingFile(reading: path)
                let id = try await client.offer(file.offer).id
                let received = try await client.upload(file, as: id) { sent in
                    if sent > 0 { try? FileManager.default.removeItem(atPath: path.string) }
                }
                #expect(received.phase == .received)
            }
        }
    }

    @Test("with another digest than was announced are refused with that type of problem")
    func wrongDigest() async throws {
        try await withDirectory { home in
            let path = home.appending("a.bin")
            #expect(FileManager.default.createFile(atPath: path.string, contents: Data([1, 2, 3])))
            try await Nodes.withRecorder { client, _ in
                let file = try await OutgoingFile(reading: path)
                let id = try await client.offer(Self.offer("a.bin", [1, 2, 4])).id
                let refused = await #expect(throws: Problem.self) { try await client.upload(file, as: id) }
                #expect(refused?.isWrongDigest == true && refused?.status == 422, "\(String(describing: refused))")
            }
        }
    }

    @Test("belong to their sender: others without the grant to view find none of them")
    func privacy() async throws {
        try await withDirectory { home in
            let (one, other) = (try NodeIdentity(), try NodeIdentity())
            let peers = try PeerStore(home: home)
            for (identity, name) in [(one, "one"), (other, "other")] {
                try peers.add(
                    Peer(
                        certificate: identity.certificate, name: PeerName(name), role: .camera, grants: [.send],
                        pairedAt: 0))
            }
            try await Nodes.serve("recorder", letting: peers) { server in
                func ask<Result: Sendable>(
                    _ identity: NodeIdentity, _ body: (ControlClient) async throws -> Result
                ) async throws -> Result {
                    try await ControlClient.withClient(
                        NodeAddress(server.address), Access(as: identity, to: OwnNode.identity.certificate), body)
                }
                let id = try await ask(one) { try await $0.offer(Self.offer("mine", [1, 2, 3])).id }
                let listed = try await ask(one) { try await $0.files().map(\.id) }
                #expect(listed == [id])
                try await ask(other) { client in
                    #expect(try await client.files().isEmpty)
                    let unseen = await #expect(throws: Problem.self) { try await client.file(id) }
                    let unharmed = await #expect(throws: Problem.self) { try await client.removeFile(id) }
                    #expect(unseen?.status == 404 && unharmed?.status == 404)
                    let mine = try await client.offer(Self.offer("mine", [1, 2, 3]))
                    #expect(mine.id != id)
                }
                let stolen = try TestServer.client(Access(as: other, to: OwnNode.identity.certificate))
                var request = HTTPClientRequest(url: "https://\(server.address)/v1/files/\(id)")
                request.method = .PATCH
                request.headers = [
                    "Content-Type": "application/partial-upload", "Upload-Offset": "0", "Upload-Complete": "?1",
                ]
                request.body = .bytes(ByteBuffer(bytes: [1, 2, 3]))
                #expect(try await stolen.execute(request, timeout: TestServer.patience).status == .notFound)
                try await stolen.shutdown()
            }
        }
    }
}
