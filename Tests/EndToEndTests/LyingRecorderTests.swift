// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import TestSupport
import Testing
import Trust

/// A paired recorder sends invalid requests; the camera refuses or answers them, and continues.
@Suite("A recorder that lies", .serialized, .timeLimit(.minutes(4)))
struct LyingRecorderTests {
    private static let live: JSONText = [
        "transport": "udp", "mediaPort": 40_000, "controlPort": 40_001, "ssrc": 7, "retransmissionSSRC": 8,
        "firstSequenceNumber": 9, "latencyMilliseconds": 100, "cipher": "aes-256-gcm",
        "mediaKey": .string(Data(repeating: 1, count: 44).base64EncodedString()), "feedbackSSRC": 9,
        "feedbackKey": .string(Data(repeating: 2, count: 44).base64EncodedString()),
    ]
    private static let ends = [
        "-9223372036854775808", "-1", "4611686018427387904", "9223372036854775807", "18446744073709551616", "1e400",
        "0.5",
    ]

    /// Requests with invalid values; each is sent with the key of a paired recorder.
    private static var requests: [(method: String, path: String, body: JSONText?)] {
        let name = String(repeating: "a", count: 65)
        var requests: [(String, String, JSONText?)] = [
            ("PUT", "/v1/footage/holds/\(name)", [:]),
            ("PUT", "/v1/footage/holds/..%2F..%2Fx", ["beforeMilliseconds": -1]),
            ("DELETE", "/v1/footage/holds/%00", nil), ("POST", "/v1/stills/..%2Fx/receipts", ["sha256": "x"]),
            ("POST", "/v1/recordings/x/settlement", [:]),
        ]
        for end in ends {
            requests.append(("PUT", "/v1/footage/holds/h", ["beforeMilliseconds": .raw(end)]))
            requests.append(("POST", "/v1/footage/acks", ["epoch": .raw(end), "through": 1, "isFinal": false]))
            requests.append(
                ("POST", "/v1/footage/acks", ["epoch": 1, "through": .raw(end), "isFinal": true, "recording": "h"]))
            for field in [
                "mediaPort", "controlPort", "ssrc", "retransmissionSSRC", "firstSequenceNumber", "latencyMilliseconds",
            ] {
                var wish = live
                wish[field] = .raw(end)
                requests.append(("POST", "/v1/live", wish))
            }
            requests.append(("GET", "/v1/footage/manifest?epoch=\(end)&after=\(end)&limit=\(end)", nil))
            requests.append(("GET", "/v1/footage/manifest?from=x&after=\(end)", nil))
            requests.append(("GET", "/v1/footage/\(end)/\(end)", nil))
            requests.append(("GET", "/v1/stills?after=\(end)&limit=\(end)", nil))
        }
        return requests
    }

    @Test("is refused with a word, or answered, and the camera captures on")
    func requests() async throws {
        let nodes = try Nodes()
        try FileManager.default.createDirectory(atPath: nodes.cameraHome, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: nodes.recorderHome, withIntermediateDirectories: true)
        try PeerStore(home: FilePath(nodes.cameraHome)).add(
            Peer(
                certificate: NodeIdentity.open(home: FilePath(nodes.recorderHome)).certificate, name: PeerName("attic"),
                role: .recorder, grants: [.view, .record], pairedAt: 0))
        let camera = try nodes.camera(["--capture", "pattern", "--set", "format.caps=\(Picture.small)"])
        let address = try await camera.address()
        try await eventually("the camera captures: \(camera.output)") {
            try await nodes.ask(nodes.cameraHome, address, "/v1/state").contains(#""phase":"running""#)
        }
        let before = try #require(Memory.resident(camera.pid))
        let curl = nodes.curl(nodes.recorderHome) + " -m 8 -o /dev/null -w '%{http_code}\\n'"
        var commands: [String] = []
        for (index, request) in Self.requests.enumerated() {
            var command = "\(curl) -X \(request.method)"
            if let body = request.body {
                let file = try nodes.home.write(body.text, as: "body-\(index).json")
                command += " -H 'Content-Type: application/json' --data-binary @\(file)"
            }
            commands.append(command + " --path-as-is 'https://\(address)\(request.path)'")
        }
        // More holds than a recorder may have.
        commands.append(
            "for i in $(seq 1 80); do \(curl) -X PUT -H 'Content-Type: application/json' --data '{}' "
                + "https://\(address)/v1/footage/holds/r$i; done")
        let codes = try await Tool.run("sh", ["-c", commands.joined(separator: "; ")]).output.split(separator: "\n")
        #expect(codes.count == Self.requests.count + 80)
        for (request, code) in zip(Self.requests, codes) {
            #expect(
                !code.hasPrefix("5") && code != "000",
                "\(request.method) \(request.path) \(request.body?.text ?? ""): \(code)")
        }
        #expect(codes.suffix(80).count { $0 == "409" } >= 16, "more than 64 holds: \(codes.suffix(80))")
        #expect(LyingPeers.isAlive(camera), "\(camera.output.suffix(2_000))")
        #expect(try await nodes.ask(nodes.cameraHome, address, "/v1/state").contains(#""phase":"running""#))
        #expect((Memory.resident(camera.pid) ?? 0) - before < 64 << 20)
        #expect(try await camera.terminate().code == 0)
    }
}
