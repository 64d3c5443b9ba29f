// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Answers requests with lies that follow from a seed: values that violate `docs/openapi.yaml`, in malformed HTTP.
package final class LyingNode: Sendable {
    private struct State {
        var liar: Liar
        var told: [String] = []
        var count = 0
    }

    private let state: Mutex<State>
    private let camera: FakeCamera?
    /// The share of honest answers; a recorder that gets only lies never gets beyond its first requests.
    private let truth: Double

    /// A node whose lies follow from a seed; if a camera is given, the share `truth` of the answers comes from it.
    package init(_ document: APIDocument, seed: UInt64, camera: FakeCamera? = nil, truth: Double = 0) {
        state = Mutex(State(liar: Liar(document, seed: seed)))
        (self.camera, self.truth) = (camera, truth)
    }

    /// The number of lies told.
    package var count: Int { state.withLock { $0.count } }

    /// The last lies, for error messages.
    package var told: [String] { state.withLock { $0.told } }

    /// The answer to a request.
    package func answer(_ request: HostileServer.Request) -> HostileServer.Reply {
        state.withLock { state in
            let isStream = request.target.hasPrefix("/v1/events")
            if let camera, !isStream, state.liar.chance(truth) { return camera.answer(request) }
            state.count += isStream ? 5 : 1
            let (reply, lie) = Self.reply(to: request, &state.liar)
            state.told = state.told.suffix(7) + ["\(request.method) \(request.target.prefix(80)): \(lie)"]
            return reply
        }
    }

    private static func reply(to request: HostileServer.Request, _ liar: inout Liar) -> (HostileServer.Reply, String) {
        let path = request.target.prefix { $0 != "?" }
        if path == "/v1/events" { return events(&liar) }
        let route = liar.document.route(request.method, request.target)
        let body: [UInt8]
        if let schema = route?.response {
            body = Array(liar.value(of: schema).utf8)
        } else if liar.chance(0.5) {
            body = liar.generator.bytes(Int.random(in: 0...3_000, using: &liar.generator))
        } else {
            body = path.hasPrefix("/v1/footage/") ? fragment(&liar) : []
        }
        let lies = liar.lies.prefix(4).joined(separator: ", ")
        return framed(body, route?.response == nil ? "video/mp4" : "application/json", &liar, lies)
    }

    /// Bytes like a fragment or an init segment, whose boxes may have wrong sizes.
    package static func fragment(_ liar: inout Liar) -> [UInt8] {
        func box(_ type: String, _ content: [UInt8], _ excess: Int = 0) -> [UInt8] {
            let size = UInt32(truncatingIfNeeded: content.count + 8 + excess)
            return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * UInt32($0))) } + Array(type.utf8) + content
        }
        func word() -> [UInt8] {
            liar.pick([
                [0, 0, 0, 0], [0, 0, 0, 1], [0x7F, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0],
            ])
        }
        let header = box("mfhd", word() + word())
        let track = box("tfhd", [0, 2, 0, 0, 0, 0, 0, 1]) + box("tfdt", [1, 0, 0, 0] + word() + word())
        let run = box("trun", [0, 0, 7, 1] + word() + word() + word() + word() + word())
        return box("moof", header + box("traf", track + run), liar.pick([0, 0, -1, 1 << 20])) + box("mdat", word())
    }

    /// An HTTP response with the body; some have a wrong length, status or type, or stop in the middle.
    private static func framed(
        _ body: [UInt8], _ type: String, _ liar: inout Liar, _ lies: String
    ) -> (HostileServer.Reply, String) {
        func head(_ status: String, _ fields: String) -> [UInt8] {
            Array("HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n\(fields)\r\n".utf8)
        }
        guard liar.chance(0.12) else { return (HostileServer.Reply(type: type, body), lies) }
        if liar.chance(0.002) {
            return (
                HostileServer.Reply(
                    [.bytes(head("200 OK", "Content-Length: 5\r\n")), .wait(.seconds(60))], isLast: true), "silent"
            )
        }
        if liar.chance(0.02) {
            let spaces = [UInt8](repeating: 32, count: 1 << 20)
            let start = head("200 OK", "Transfer-Encoding: chunked\r\n")
            let chunk = Array("100000\r\n".utf8) + spaces + Array("\r\n".utf8)
            return (
                HostileServer.Reply([.bytes(start)] + Array(repeating: .bytes(chunk), count: 40), isLast: true),
                "endless"
            )
        }
        switch Int.random(in: 0...9, using: &liar.generator) {
        case 0:
            let length = liar.pick([
                "-1", "4611686018427387904", "9223372036854775808", "1000000", "0", "1e9", "1, 2", " ",
            ])
            let reply = head("200 OK", "Content-Length: \(length)\r\n") + body
            return (HostileServer.Reply([.bytes(reply)], isLast: true), "length \(length); \(lies)")
        case 1:
            let reply = head("200 OK", "Content-Length: \(body.count + 10)\r\n") + body
            return (HostileServer.Reply([.bytes(reply)], isLast: true), "truncated; \(lies)")
        case 2:
            let chunk = Array("ffffffffffffffff\r\n".utf8) + body
            return (
                HostileServer.Reply([.bytes(head("200 OK", "Transfer-Encoding: chunked\r\n") + chunk)], isLast: true),
                "a chunk of 2^64"
            )
        case 3:
            let status = liar.pick([
                "099 No", "000 X", "100 Continue", "101 Switching Protocols", "103 Early Hints", "304 Not Modified",
                "999 X", "200000 X", "-1 X", "OK 200", "301 Go", "503 No", "204 No Content",
            ])
            return (
                HostileServer.Reply(
                    [.bytes(head(status, "Location: https://127.0.0.1:1/\r\nContent-Length: 0\r\n"))], isLast: true),
                "status \(status)"
            )
        case 4: return (HostileServer.Reply([.bytes(liar.generator.bytes(200))], isLast: true), "no HTTP")
        case 5: return (HostileServer.Reply([], isLast: true), "nothing")
        case 6:
            let (first, rest) = (body.prefix(body.count / 2), body.suffix(from: body.count / 2))
            let start = head("200 OK", "Content-Length: \(body.count)\r\n") + first
            return (
                HostileServer.Reply([.bytes(start), .wait(.milliseconds(20)), .bytes(Array(rest))]), "slow; \(lies)"
            )
        case 7:
            let fields = String(repeating: "X-Field: \(String(repeating: "a", count: 900))\r\n", count: 40)
            return (
                HostileServer.Reply([.bytes(head("200 OK", fields + "Content-Length: 0\r\n"))], isLast: true),
                "long head"
            )
        default:
            let problem = liar.document.schema("Problem").map { liar.value(of: $0) } ?? ""
            let status = liar.pick(["400 X", "403 X", "404 X", "409 X", "410 X", "429 X", "500 X"])
            return (HostileServer.Reply(status, type: "application/problem+json", problem), "problem; \(lies)")
        }
    }

    private static func events(_ liar: inout Liar) -> (HostileServer.Reply, String) {
        let kinds = [
            "capture": "CaptureState", "fragment": "FragmentAnnouncement", "still-job": "StillJob", "still": "Still",
            "recording": "RecordingDescription", "transfer": "TransferProgress", "camera-link": "CameraLinkState",
            "peer": "PeerLinkState", "controls": "ControlUpdate", "recording-control": "RecordingControl",
            "moment-series": "MomentSeries",
            "unknown": "Problem",
        ].sorted { $0.key < $1.key }
        var text = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        for number in 1...Int.random(in: 1...20, using: &liar.generator) {
            let (kind, schema) = liar.chance(0.5) ? kinds[3] : liar.pick(kinds)
            let id = liar.chance(0.05) ? liar.pick(["-1", "x", "99999999999999999999", ""]) : "\(number)"
            let data = liar.document.schema(schema).map { liar.value(of: $0) } ?? ""
            text += "id: \(id)\nevent: \(kind)\ndata: \(data)\n\n"
        }
        if liar.chance(0.05) { text += "data: " + String(repeating: "x", count: 1_100_000) }
        let end = Duration.milliseconds(liar.pick([5, 20, 400]))
        return (HostileServer.Reply([.bytes(Array(text.utf8)), .wait(end)], isLast: true), "events")
    }
}
