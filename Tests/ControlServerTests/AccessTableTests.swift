// SPDX-License-Identifier: Apache-2.0
import AsyncHTTPClient
import ControlClient
import Foundation
import NIOCore
import NIOHTTP1
import SystemPackage
import TestSupport
import Testing
import Trust
import Wire

@testable import ControlServer

/// Requests every route of `docs/openapi.yaml` in every role, for things that exist.
///
/// The result is a table in `docs/design/threat-model.md`. `LONGSHOT_WRITE_TABLES=1` writes it there.
@Suite("Who gets what", .timeLimit(.minutes(2)))
struct AccessTableTests {
    /// The access of a role to a route.
    private enum Cell: String {
        case yes, no
        /// The answer leaves out things that the role may not see.
        case part
        /// The answer says that the thing does not exist.
        case hidden
    }

    /// The node's answer to one role.
    private struct Answer {
        /// Nil if the node refused the connection.
        var status: Int?
        /// Whether the answer contains the requested thing.
        var showsThing = false

        func cell(of role: AccessRole, besides owner: Answer) -> Cell {
            guard let status, status != 401, status != 403 else { return .no }
            if status == 404, owner.status != 404 || role == .viewOfOther { return .hidden }
            return owner.showsThing && !showsThing ? .part : .yes
        }
    }

    /// Something that exists on the node; its words show whether an answer was filtered.
    private struct Thing {
        /// The values of a path's parameters, by the beginning of the path.
        var ids: [(path: String, parameter: String, id: String)] = []
        /// Words that occur in answers that are not filtered.
        var words: [String] = []
    }

    private static let secret = "hunter2-in-a-comment"

    @Test("is as the table in the threat model says")
    func table() async throws {
        let operations = try OpenAPITests().operations()
        let camera = try await cells(of: operations, asking: "camera")
        let recorder = try await cells(of: operations, asking: "recorder")
        var lines: [String] = []
        for (title, role, cells) in [("a camera", "camera", camera), ("a recorder", "recorder", recorder)] {
            lines += ["", "On \(title):", ""]
            lines.append("| route | \(AccessRole.allCases.map(\.rawValue).joined(separator: " | ")) |")
            lines.append("|---|\(AccessRole.allCases.map { _ in "---|" }.joined())")
            for operation in operations where [role, "both"].contains(operation.servedBy) {
                let row = try AccessRole.allCases.map { try #require(cells[operation.name]?[$0]).rawValue }
                lines.append("| `\(operation.name)` | \(row.joined(separator: " | ")) |")
            }
        }
        let difference = try Checkout.difference(
            of: lines.joined(separator: "\n") + "\n", from: "access table", in: "docs/design/threat-model.md")
        #expect(difference == [], "LONGSHOT_WRITE_TABLES=1 writes the table as it is now")

        // The table repeats these rows; they must not change even if the table does.
        for (name, row) in recorder where name.contains("/v1/recordings/{id}") && name.hasPrefix("GET") {
            #expect(row[.view] == .yes && row[.viewOfThis] == .yes, "\(name)")
            #expect(row[.viewOfOther] == .hidden && row[.camera] == .no, "\(name)")
        }
        for name in ["GET /v1/cameras", "GET /v1/recordings", "GET /v1/files", "GET /v1/state"] {
            #expect(recorder[name]?[.viewOfThis] == .yes && recorder[name]?[.viewOfOther] == .part, "\(name)")
        }
        for name in ["GET /v1/cameras/{id}/picture", "POST /v1/cameras/{id}/whep", "GET /v1/files/{id}/content"] {
            #expect(recorder[name]?[.viewOfOther] == .hidden && recorder[name]?[.camera] == .no, "\(name)")
        }
        for name in ["GET /v1/pipelines/{name}", "GET /v1/pipelines/{name}/graph"] {
            for role in AccessRole.allCases {
                #expect((camera[name]?[role] == .yes) == [.admin, .owner].contains(role), "\(name) \(role)")
            }
        }
        #expect(camera["GET /v1/pipelines"]?[.view] == .part)
        for operation in operations where operation.servedBy != "camera" {
            let isAnswered = recorder[operation.name]?[.viewOfOther] != .no
            #expect(isAnswered == operation.hasBoundedView, "\(operation.name)")
        }
        for operation in operations where operation.servedBy != "recorder" {
            #expect(camera[operation.name]?[.viewOfOther] == .no, "\(operation.name)")
        }
    }

    /// The access of each role to each operation of a node.
    private func cells(
        of operations: [OpenAPITests.Operation], asking node: String
    ) async throws -> [String: [AccessRole: Cell]] {
        var cells: [String: [AccessRole: Cell]] = [:]
        try await withDirectory { home in
            let peers = try PeerStore(home: home)
            try await withThing(on: node, letting: peers) { server, thing in
                var owner: [String: Answer] = [:]
                for role in AccessRole.allCases.reversed() {
                    let client = try TestServer.client(try role.access(to: peers))
                    // The node ends a stranger's connection before HTTP.
                    let isStranger = role == .stranger
                    if isStranger { #expect(await status(server, client) == nil) }
                    for operation in operations where [node, "both"].contains(operation.servedBy) {
                        let answer =
                            isStranger ? Answer() : try await answer(to: operation, about: thing, server, client)
                        if role == .owner { owner[operation.name] = answer }
                        let besides = try #require(owner[operation.name])
                        cells[operation.name, default: [:]][role] = answer.cell(of: role, besides: besides)
                    }
                    try await client.shutdown()
                }
            }
        }
        return cells
    }

    /// The status of the answer to any request, or nil if the node ends the connection.
    private func status(_ server: TestServer, _ client: HTTPClient) async -> Int? {
        let request = HTTPClientRequest(url: "https://\(server.address)/v1/node")
        return (try? await client.execute(request, timeout: TestServer.patience)).map { Int($0.status.code) }
    }

    /// Runs the body with a camera that has a still and a pipeline, or a recorder that has a recording and a file of its camera.
    private func withThing(
        on node: String, letting peers: PeerStore, _ body: (TestServer, Thing) async throws -> Void
    ) async throws {
        guard node == "camera" else {
            return try await Nodes.withRecorder(letting: peers) { client, server in
                let camera = OwnNode.identity.id.text
                let recording = try await client.startRecording(RecordingRequest(camera: camera))
                // The recorder's camera has the same key as the recorder's owner.
                let file = try await client.offer(
                    FileOffer(name: "a.jpg", bytes: 3, sha256: String(repeating: "0", count: 64)))
                let ids = [
                    ("/v1/recordings/{id}", "{id}", recording.id), ("/v1/cameras/{id}", "{id}", camera),
                    ("/v1/files/{id}", "{id}", file.id),
                ]
                try await body(server, Thing(ids: ids, words: [camera]))
            }
        }
        let prepare = { @Sendable (home: FilePath) in
            try StoredStills.write(1, to: home) { _ in [] }
            let folder = home.appending("pipelines/capture").string
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try "# \(Self.secret)\n\nvideotestsrc name=camera ! jpegenc ! appsink name=encoded max-buffers=9"
                .write(toFile: folder + "/mine.pipeline", atomically: true, encoding: .utf8)
        }
        try await Nodes.withCamera(letting: peers, preparing: prepare) { client, server in
            let still = try #require(try await client.allStills().first?.id)
            let ids = [("/v1/stills/{id}", "{id}", still), ("/v1/pipelines/{name}", "{name}", "mine")]
            try await body(server, Thing(ids: ids, words: [still, Self.secret]))
        }
    }

    /// Sends an invalid body, so that the request has no effect, and names an existing thing only in GET and WHEP requests.
    private func answer(
        to operation: OpenAPITests.Operation, about thing: Thing, _ server: TestServer, _ client: HTTPClient
    ) async throws -> Answer {
        var path = operation.path
        let isHarmless = operation.method == "GET" || path.hasSuffix("/whep")
        for (prefix, parameter, id) in thing.ids where path.hasPrefix(prefix) && isHarmless {
            path = path.replacing(parameter, with: id)
        }
        if path == operation.path { path = operation.filled }
        var request = HTTPClientRequest(url: "https://\(server.address)\(path)")
        request.method = HTTPMethod(rawValue: operation.method)
        if ["POST", "PATCH", "PUT"].contains(operation.method) {
            request.headers.add(
                name: "Content-Type", value: path.hasSuffix("/whep") ? "application/sdp" : "application/json")
            request.body = .bytes(ByteBuffer(string: "[]"))
        }
        let response = try await execute(request, client)
        var answer = Answer(status: Int(response.status.code))
        // Streams have no end.
        guard response.headers.first(name: "Content-Type")?.hasPrefix("application/json") == true else { return answer }
        let text = try await String(buffer: response.body.collect(upTo: 1 << 20))
        answer.showsThing = thing.words.contains { text.contains($0) }
        return answer
    }

    /// Sends a request; once more if the node has just ended the connection that was kept for it.
    private func execute(_ request: HTTPClientRequest, _ client: HTTPClient) async throws -> HTTPClientResponse {
        do {
            return try await client.execute(request, timeout: TestServer.patience)
        } catch let error as HTTPClientError where error == .remoteConnectionClosed {
            return try await client.execute(request, timeout: TestServer.patience)
        }
    }
}
