// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
package import Trust

/// Answers a recorder like a camera without accounts; each part can be replaced by a lie.
package final class FakeCamera: Sendable {
    /// The answers of the camera; each part may be a lie.
    package struct Plan: Sendable {
        package var stills: [(still: JSONText, body: [UInt8])] = []
        /// The events that the camera repeats while the recorder is connected.
        package var events: [(kind: String, data: JSONText)] = []
        package var capture: [String: JSONText] = [:]
        package var live: [String: JSONText] = [:]
        /// The monotonic clock in its answers; nil for the true one.
        package var monotonic: JSONText?
        /// The Content-Length of fragments that are not in `fragments`; nil answers them with 404.
        package var fragmentLength: String?
        /// The bytes of its fragments, by number.
        package var fragments: [Int: [UInt8]] = [:]

        /// A plan without lies.
        package init() {}
    }

    private let id: NodeID
    private let name: String
    private let plan: Mutex<Plan>
    private let rounds = Atomic(0)

    /// A camera with this id.
    package init(_ id: NodeID, name: String = "evil", _ plan: Plan = Plan()) {
        (self.id, self.name) = (id, name)
        self.plan = Mutex(plan)
    }

    /// How often the camera has sent all of its events.
    package var told: Int { rounds.load(ordering: .relaxed) }

    /// Replaces the plan from now on.
    package func change(_ plan: Plan) { self.plan.withLock { $0 = plan } }

    /// The answer to a request.
    package func answer(_ request: HostileServer.Request) -> HostileServer.Reply {
        let plan = plan.withLock { $0 }
        let path = String(request.target.prefix { $0 != "?" })
        switch (request.method, path) {
        case ("GET", "/v1/node"):
            return json([
                "id": .string(id.text), "name": .string(name), "role": "camera", "version": "0.1.0",
                "capabilities": ["live-udp", "live-tcp", "archive-lane", "stills", "pipelines", "files"],
            ])
        case ("GET", "/v1/state"):
            return json([
                "health": "green", "reasons": [], "capture": capture(plan), "live": [], "recordings": [], "cameras": [],
                "peers": [],
            ])
        case ("GET", "/v1/time"):
            let now = Int(DispatchTime.now().uptimeNanoseconds)
            return json(["monotonic": plan.monotonic ?? .raw("\(now)"), "utc": .raw("1795233600000000000")])
        case ("POST", "/v1/session"):
            return json([
                "token": .string(Data(repeating: 120, count: 32).base64EncodedString()), "epoch": 1, "resumed": false,
                "keepAliveMilliseconds": 2_000, "resumableSeconds": 600,
            ])
        case ("POST", "/v1/live"):
            var session: JSONText = [
                "id": "live-1-1", "epoch": 1, "nextSequence": 6, "codec": "h264", "feedbackPort": 45_999,
            ]
            for (name, value) in plan.live { session[name] = value }
            return json(session)
        case ("GET", "/v1/stills"):
            return json(request.target.contains("after=") ? [] : .array(plan.stills.map(\.still)))
        case ("GET", "/v1/footage/manifest"):
            return json([
                "fragments": [],
                "epochs": [["epoch": 1, "began": "camera-restarted", "utcAtTickZero": 1, "uncertainty": 1]],
                "capture": capture(plan), "more": false,
            ])
        case ("GET", "/v1/events"): return events(plan)
        case ("GET", _) where path.hasSuffix("/content"):
            let id = path.split(separator: "/").dropLast().last.map(String.init)?.removingPercentEncoding
            let still = plan.stills.first { $0.still["id"]?.string == id }
            return HostileServer.Reply(type: "image/jpeg", still?.body ?? [])
        case ("GET", _) where path.hasPrefix("/v1/footage/"):
            if let number = path.split(separator: "/").last.flatMap({ Int($0) }), let body = plan.fragments[number] {
                return HostileServer.Reply(type: "video/mp4", body)
            }
            guard let length = plan.fragmentLength else { return HostileServer.Reply.missing }
            let head = "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: \(length)\r\n\r\n"
            return HostileServer.Reply(
                [.bytes(Array(head.utf8) + [UInt8](repeating: 0, count: 1_000)), .wait(.seconds(1))], isLast: true)
        case ("GET", _): return HostileServer.Reply.missing
        default: return .done
        }
    }

    private func capture(_ plan: Plan) -> JSONText {
        var capture: JSONText = [
            "phase": "running", "pipeline": "test", "epoch": 1, "codec": "h264", "width": 640, "height": 360,
            "nominalInterval": 3_000, "openSequence": 5, "utcAtTickZero": 1, "uncertainty": 1,
            "began": "camera-restarted",
        ]
        for (name, value) in plan.capture { capture[name] = value }
        return capture
    }

    private func events(_ plan: Plan) -> HostileServer.Reply {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n: hello\n\n"
        var pieces: [HostileServer.Reply.Piece] = [.bytes(Array(head.utf8)), .wait(.seconds(1))]
        // Repeats the events, because a recording may begin at any time.
        for _ in 0..<200 {
            let texts = plan.events.enumerated().map { index, event in
                "id: \(index + 1)\nevent: \(event.kind)\ndata: \(event.data.text)\n\n"
            }
            pieces += [
                .bytes(Array((texts.joined() + ":\n\n").utf8)),
                .tell { [self] in _ = rounds.add(1, ordering: .relaxed) }, .wait(.milliseconds(300)),
            ]
        }
        return HostileServer.Reply(pieces, isLast: true)
    }

    private func json(_ value: JSONText) -> HostileServer.Reply { HostileServer.Reply("200 OK", value.text) }

    /// A still in the list of this camera.
    package func still(
        _ id: String, name: String, camera: String? = nil, for recorder: NodeID, _ body: [UInt8], sha256: String
    )
        -> JSONText
    {
        [
            "id": .string(id), "job": "j", "name": .string(name), "camera": .string(camera ?? self.id.text),
            "type": "image/jpeg", "width": 1, "height": 1, "bytes": .raw("\(body.count)"), "sha256": .string(sha256),
            "askedAt": 1, "shownAt": 1, "tick": 1, "epoch": 1, "skew": 0, "uncertainty": 0, "clamped": false,
            "source": "ring", "save": "both", "recipients": [.string(recorder.text)],
        ]
    }

    /// The announcement of a closed fragment.
    package static func fragment(
        _ sequence: Int, _ ticks: (first: String, last: String), _ other: [String: JSONText] = [:]
    )
        -> JSONText
    {
        var fragment: JSONText = [
            "epoch": 1, "sequence": .raw("\(sequence)"), "segment": 1, "base": 0,
            "initDigest": .string(String(repeating: "0", count: 64)), "codec": "h264", "width": 640, "height": 360,
            "firstTick": .raw(ticks.first), "lastTick": .raw(ticks.last), "nominalInterval": 3_000, "frames": 30,
            "bytes": 1_000, "sha256": .string(String(repeating: "1", count: 64)), "isSync": true, "captured": 30,
            "spooled": true, "gaps": [],
        ]
        for (name, value) in other { fragment[name] = value }
        return fragment
    }
}

extension HostileServer.Reply {
    /// The answer 404.
    package static let missing = HostileServer.Reply(
        "404 Not Found", type: "application/problem+json",
        #"{"type":"tag:longshot,2026:not-found","title":"Not found","status":404,"detail":"there is no such thing"}"#)
}
