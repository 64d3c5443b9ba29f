// SPDX-License-Identifier: Apache-2.0
import Camera
import CameraClient
import ControlClient
import FoundationEssentials
import HTTPTypes
import NIOHTTP1
import Recorder
import SystemPackage
import TestSupport
import Testing
import Trust
import Wire
import Yams

@testable import ControlServer

/// Compares `docs/openapi.yaml`, the contract, with the behaviour of the server.
@Suite("The OpenAPI description", .timeLimit(.minutes(2)))
struct OpenAPITests {
    struct Operation: Sendable {
        let method: String
        let path: String
        let servedBy: String
        let statuses: Set<Int>
        /// The example of the body's schema, as JSON.
        let body: String?
        let hasRange: Bool
        /// A peer needs one of these grants.
        let grants: Set<Grant>
        /// A view that is limited to some cameras suffices, and limits the answer.
        let hasBoundedView: Bool

        var name: String { "\(method) \(path)" }

        /// The path with a value for each parameter.
        var filled: String {
            path.split(separator: "/").map { segment in
                switch segment {
                case "{epoch}", "{sequence}": "1"
                case "{sha256}": String(repeating: "0", count: 64)
                default: segment.hasPrefix("{") ? "nothing" : String(segment)
                }
            }.reduce("") { "\($0)/\($1)" }
        }
    }

    let document: Node

    init() throws {
        let text = try String(contentsOfFile: Checkout.file("docs/openapi.yaml"), encoding: .utf8)
        document = try #require(try Yams.compose(yaml: text))
    }

    func operations() throws -> [Operation] {
        try #require(document["paths"]?.mapping).flatMap { path, methods in
            try #require(methods.mapping).map { method, operation in
                let codes = try #require(operation["responses"]?.mapping).keys.compactMap {
                    $0.string.flatMap { Int($0) }
                }
                let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"]?["$ref"]?
                    .string
                let name = schema?.split(separator: "/").last.map(String.init)
                return Operation(
                    method: try #require(method.string).uppercased(), path: try #require(path.string),
                    servedBy: try #require(operation["x-served-by"]?.string), statuses: Set(codes),
                    body: try name.map {
                        try json(of: #require(document["components"]?["schemas"]?[$0]?["example"]))
                    },
                    hasRange: codes.contains(206),
                    grants: Set(
                        try #require(operation["x-grants"]?.sequence).compactMap { $0.string.flatMap(Grant.init) }),
                    hasBoundedView: operation["x-bounded-view"]?.bool ?? false)
            }
        }
    }

    /// Converts YAML to JSON, as far as JSON can express it.
    func json(of node: Node) throws -> String {
        switch node {
        case .mapping(let mapping):
            let members = try mapping.map { key, value in "\(try json(of: key)):\(try json(of: value))" }
            return "{\(members.joined(separator: ","))}"
        case .sequence(let sequence):
            return "[\(try sequence.map(json).joined(separator: ","))]"
        default:
            if let value = node.bool { return "\(value)" }
            if let value = node.int { return "\(value)" }
            if let value = node.float { return "\(value)" }
            return String(decoding: try JSON.encode(try #require(node.string)), as: UTF8.self)
        }
    }

    @Test("It describes every route of either node, and no other")
    func routes() async throws {
        var served: [String: Set<String>] = [:]
        try await withDirectory { home in
            let description = NodeDescription(id: "", name: "", role: .camera, version: "", capabilities: [])
            let camera = try await CameraNode(
                CameraSettings(home: home.appending("c")), as: description, logger: TestServer.quiet)
            let recorder = try await RecorderNode(
                RecorderSettings(home: home.appending("r")), as: description,
                peers: try PeerStore(home: home), connect: ControlClient.dialer(as: OwnNode.identity),
                logger: TestServer.quiet)
            for (role, node) in [("camera", ServedNode.camera(camera)), ("recorder", .recorder(recorder))] {
                for route in try RouteTable(node).routes {
                    served["\(route.method.rawValue) \(route.path)", default: []].insert(role)
                }
            }
        }
        var described: [String: Set<String>] = [:]
        for operation in try operations() {
            described[operation.name] =
                operation.servedBy == "both" ? ["camera", "recorder"] : [operation.servedBy]
        }
        #expect(served == described)
    }

    @Test("Each camera operation answers as described")
    func camera() async throws {
        try await Nodes.withCamera { _, server in
            try await walk(as: "camera", server)
        }
    }

    @Test("Each recorder operation answers as described")
    func recorder() async throws {
        try await Nodes.withRecorder { _, server in
            try await walk(as: "recorder", server)
        }
    }

    func walk(as role: String, _ server: TestServer) async throws {
        for operation in try operations() where !["/v1/events", "/v1/live/picture"].contains(operation.path) {
            let method = HTTPMethod(rawValue: operation.method)
            let answer = try await server.send(method, operation.filled, body: operation.body)
            let problem = answer.status >= 400 ? try answer.json(Problem.self) : nil
            if operation.servedBy == role || operation.servedBy == "both" {
                #expect(answer.status != 405, "\(operation.name)")
                #expect(
                    problem?.detail.contains("docs/reference/api.md") != true,
                    "\(operation.name) is not served")
                #expect(
                    operation.statuses.contains(answer.status),
                    "\(operation.name): \(answer.status) \(answer.text)")
            } else {
                #expect(answer.status == 404, "\(operation.name)")
            }
            if let problem {
                #expect(problem.status == answer.status)
                #expect(problem.type.hasPrefix("tag:longshot,2026:"))
            }
        }
    }

    @Test("Each problem that is described is one that the document explains")
    func problems() throws {
        for (_, response) in try #require(document["components"]?["responses"]?.mapping) {
            let example = try #require(response["content"]?["application/problem+json"]?["example"])
            _ = try YAMLDecoder().decode(Problem.self, from: example)
        }
    }

    @Test("Each schema has the fields of the value that travels, and requires what the value requires")
    func schemas() throws {
        try check(Bracket.self)
        try check(CameraControl.self)
        try check(CameraDevice.self)
        try check(CameraLinkState.self)
        try check(ControlChange.self)
        try check(ControlSheet.self)
        try check(ControlUpdate.self)
        try check(BrowserSessionDescription.self)
        try check(CaptureState.self)
        try check(PipelineReturn.self)
        try check(ClockReading.self)
        try check(DiskState.self)
        try check(EpochDescription.self)
        try check(FileDecision.self)
        try check(FileOffer.self)
        try check(FootageAcknowledgement.self)
        try check(Backlog.self)
        try check(LiveStatistics.self)
        try check(FootageHold.self)
        try check(FootageHoldRequest.self)
        try check(FootageManifest.self)
        try check(LostFootage.self)
        try check(FootageTimeline.self)
        try check(FragmentAnnouncement.self)
        try check(FrameCounters.self)
        try check(GapDescription.self)
        try check(LiveEnd.self)
        try check(LiveRequest.self)
        try check(LiveSession.self)
        try check(NeighbouringFrames.self)
        try check(NetworkCamera.self)
        try check(NetworkPicture.self)
        try check(NetworkSearch.self)
        try check(NetworkStream.self)
        try check(NetworkUser.self)
        try check(NodeDescription.self)
        try check(NodeState.self)
        try check(RecordingControl.self)
        try check(RecordingReport.self)
        try check(RecordingSwitch.self)
        try check(PageLinkRequest.self)
        try check(PairingDecision.self)
        try check(PairingReport.self)
        try check(
            Peer.self,
            names: [
                "id", "name", "isNamedHere", "role", "certificate", "grants", "viewOf", "pairedAt", "lastSeen",
                "revoked", "revokedAt", "revokedByPeerAt", "addresses",
            ])
        try check(PeerEdit.self)
        try check(PipelineDescription.self)
        try check(PipelineProperty.self)
        try check(PipelineChange.self)
        try check(MissingMoment.self)
        try check(MomentReport.self)
        try check(MomentSeries.self)
        try check(Problem.self)
        try check(PeerLinkState.self)
        try check(RecordingChange.self)
        try check(RecordingDescription.self)
        try check(RecordingRequest.self)
        try check(SendChange.self)
        try check(SendRequest.self)
        try check(SessionRequest.self, names: ["token", "needs", "name"])
        try check(
            SessionTicket.self,
            names: ["token", "epoch", "resumed", "keepAliveMilliseconds", "resumableSeconds"])
        try check(SeenFrame.self)
        try check(ShutterState.self)
        try check(Still.self)
        try check(StillJob.self)
        try check(StillJobChange.self)
        try check(StillReceipt.self)
        try check(StillRequest.self)
        try check(TransferProgress.self)
        try check(ViewerCount.self)
    }

    /// The example must decode, and encode to the same fields, all of which are in the schema.
    ///
    /// Decoding must fail without a required field and succeed without an optional one. `names` replaces the names of the stored
    /// properties, for values that do not encode those.
    private func check<Value: Codable & Equatable>(_ type: Value.Type, names: Set<String>? = nil) throws {
        let schema = try #require(document["components"]?["schemas"]?["\(type)"], "\(type)")
        let properties = Set(try #require(schema["properties"]?.mapping).keys.compactMap(\.string))
        let required = Set(schema["required"]?.sequence?.compactMap(\.string) ?? [])
        let example = try #require(schema["example"])
        let value = try YAMLDecoder().decode(type, from: example)
        let encoded = try #require(
            try Yams.compose(yaml: String(decoding: try JSON.encode(value), as: UTF8.self)))
        let fields = Set(try #require(encoded.mapping).keys.compactMap(\.string))
        #expect(fields == Set(try #require(example.mapping).keys.compactMap(\.string)), "\(type)")
        #expect(fields.isSubset(of: properties), "\(type)")
        #expect(names ?? Self.names(of: value) == properties, "\(type)")
        for property in properties {
            var mapping = try #require(example.mapping)
            mapping[.scalar(.init(property))] = nil
            let isOptional = (try? YAMLDecoder().decode(type, from: .mapping(mapping))) != nil
            #expect(isOptional != required.contains(property), "\(type).\(property)")
        }
        for property in properties where schema["properties"]?[property]?["type"]?.string == "integer" {
            try checkRange(type, property, try #require(schema["properties"]?[property]), try #require(example.mapping))
        }
    }

    /// Both ends of the documented range must decode, and the numbers just outside must not.
    private func checkRange<Value: Codable & Equatable>(
        _ type: Value.Type, _ property: String, _ schema: Node, _ example: Node.Mapping
    ) throws {
        let smallest = try #require(schema["minimum"]?.int, "\(type).\(property) has no minimum")
        let largest = try #require(schema["maximum"]?.int, "\(type).\(property) has no maximum")
        func decodes(_ number: Int) throws -> Bool {
            var mapping = example
            mapping[.scalar(.init(property))] = .scalar(.init("\(number)"))
            let text = try json(of: .mapping(mapping))
            return (try? JSON.decode(type, from: Data(text.utf8))) != nil
        }
        #expect(try decodes(smallest) && decodes(largest), "\(type).\(property)")
        // An SSRC may have any value of its type.
        let isBounded = try !decodes(smallest - 1) && !decodes(largest + 1)
        #expect(isBounded || property.lowercased().contains("ssrc"), "\(type).\(property)")
    }

    private static func names(of value: Any) -> Set<String> {
        Set(
            Mirror(reflecting: value).children.compactMap(\.label).map {
                $0.hasPrefix("_") ? String($0.dropFirst()) : $0
            })
    }
}
