// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import TestSupport
import Testing
import Trust

/// A paired camera sends invalid values; its recorder continues and stays intact.
@Suite("A camera that lies", .serialized, .timeLimit(.minutes(4)))
struct LyingCameraTests {
    /// Lies that once crashed a recorder.
    enum Lie: String, CaseIterable {
        /// A picture that claims 2^32 - 1 pixels a side.
        case picture
        /// A monotonic clock of -2^63.
        case clock
        /// Ticks at both ends of 64 bits.
        case ticks
        /// Ticks that go backwards.
        case order
        /// A fragment of 2^62 bytes.
        case length
        /// An epoch of 2^62.
        case epoch
        /// Fragments that match their announced digest but have invalid boxes.
        case fragment

        func plan(_ peers: LyingPeers, _ camera: FakeCamera) -> FakeCamera.Plan {
            var plan = FakeCamera.Plan()
            let (low, high, large) = ("-9223372036854775808", "9223372036854775807", "4611686018427387904")
            switch self {
            case .picture:
                plan.stills = [LyingCameraTests.still("boom", "boom.png", LyingCameraTests.png, peers, camera)]
            case .clock: plan.monotonic = .raw(low)
            case .ticks:
                plan.events = [
                    ("fragment", FakeCamera.fragment(6, ("0", high))), ("fragment", FakeCamera.fragment(7, ("0", low))),
                ]
            case .order: plan.events = (6...8).map { ("fragment", FakeCamera.fragment($0, ("90000", "1"))) }
            case .length:
                (plan.capture, plan.live) = (["epoch": 9], ["epoch": 9])
                plan.fragmentLength = large
                plan.events = [
                    ("fragment", FakeCamera.fragment(6, ("0", "90000"), ["bytes": .raw(large), "epoch": 9])),
                    ("fragment", FakeCamera.fragment(7, ("0", "90000"), ["epoch": 9])),
                ]
            case .fragment: plan = Self.fragment()
            case .epoch:
                plan.events = [("fragment", FakeCamera.fragment(6, ("0", "90000"), ["epoch": .raw(large)]))]
                plan.capture = ["epoch": .raw("2147483648")]
            }
            return plan
        }

        /// A fragment that matches its announced digest but has invalid boxes.
        static func fragment() -> FakeCamera.Plan {
            var plan = FakeCamera.Plan()
            let number = 6
            guard let document = try? APIDocument() else { return plan }
            var liar = Liar(document, seed: UInt64(number))
            let body = LyingNode.fragment(&liar)
            (plan.capture, plan.live) = (["epoch": 9], ["epoch": 9])
            plan.fragments = [number: body]
            let said: [String: JSONText] = [
                "epoch": 9, "bytes": .raw("\(body.count)"), "sha256": .string(LyingCameraTests.digest(body)),
            ]
            let ticks = (first: "\(number * 90_000)", last: "\(number * 90_000 + 87_000)")
            plan.events = [("fragment", FakeCamera.fragment(number, ticks, said))]
            return plan
        }
    }

    @Test("does not end its recorder", arguments: Lie.allCases)
    func survives(lie: Lie) async throws {
        let peers = try LyingPeers()
        let camera = FakeCamera(peers.camera.id)
        camera.change(lie.plan(peers, camera))
        let asked = Asked()
        try await HostileServer.run(
            as: peers.camera,
            answer: {
                asked.note($0); return camera.answer($0)
            }
        ) { port in
            let recorder = try peers.run(port: port)
            let address = try await recorder.address()
            try await eventually("the recorder talks to the camera: \(recorder.output)") { asked.has("/v1/events") }
            if lie == .picture {
                try await eventually("the still is there: \(recorder.output)") {
                    try await peers.nodes.ask(peers.nodes.recorderHome, address, "/v1/files").contains("received")
                }
                let files = try await peers.nodes.ask(peers.nodes.recorderHome, address, "/v1/files")
                let id = try #require(files.firstMatch(of: /"id":"([^"]*)"/)?.1)
                _ = try await peers.nodes.ask(peers.nodes.recorderHome, address, "/v1/files/\(id)/thumbnail")
            } else {
                // Retries, because a lie may end the link before the recording begins.
                try await eventually("the recorder asks for live video: \(recorder.output)") {
                    try await peers.record()
                    return asked.has(lie == .clock ? "/v1/time" : "/v1/live")
                }
                if lie == .fragment {
                    try await eventually("the fragment is refused: \(recorder.output)") {
                        recorder.output.contains("fragment=9/6 reason=spool-damaged")
                    }
                } else {
                    let told = camera.told
                    try await eventually("the lies are told again and again") { camera.told >= told + 4 }
                }
            }
            #expect(LyingPeers.isAlive(recorder), "\(recorder.output.suffix(2_000))")
            let state = try await peers.nodes.ask(peers.nodes.recorderHome, address, "/v1/state")
            #expect(state.contains(#""health""#), "\(state)")
            let list = try await Tool.longshot("recordings", "--home", peers.nodes.recorderHome)
            #expect(list.code == 0, "\(list.errors)")
            #expect(try await recorder.terminate().code == 0, "\(recorder.output.suffix(2_000))")
        }
    }

    @Test("does not get its recorder's key by a still that is a record")
    func key() async throws {
        let peers = try LyingPeers()
        let camera = FakeCamera(peers.camera.id)
        let key = peers.nodes.recorderHome + "/identity/key.pem"
        let size = try #require(FileManager.default.contents(atPath: key)).count
        let record = """
            {"id":"loot","kind":"still","name":"holiday.jpg","peer":"\(peers.camera.id.text)","phase":"received","bytes":\(size),\
            "total":\(size),"sha256":"\(String(repeating: "00", count: 32))","path":"\(key)"}
            """
        var plan = FakeCamera.Plan()
        plan.stills = [Self.still("loot", "loot.json", Array(record.utf8), peers, camera, as: ".stills")]
        camera.change(plan)
        try await HostileServer.run(as: peers.camera, answer: { camera.answer($0) }) { port in
            for _ in 0..<2 {
                let recorder = try peers.run(port: port)
                let address = try await recorder.address()
                try await eventually("the still is there: \(recorder.output)") {
                    try await peers.nodes.ask(peers.nodes.recorderHome, address, "/v1/files").contains("received")
                }
                let secret = try String(contentsOfFile: key, encoding: .utf8)
                for home in [peers.nodes.recorderHome, peers.nodes.home.file("evil")] {
                    let stolen = try await peers.nodes.ask(home, address, "/v1/files/loot/content")
                    #expect(stolen != secret)
                }
                _ = try await recorder.terminate()
            }
        }
    }

    @Test("does not write outside the folder into which its stills are fetched")
    func path() async throws {
        let peers = try LyingPeers()
        let camera = FakeCamera(peers.camera.id)
        var plan = FakeCamera.Plan()
        plan.stills = [Self.still("s1", "../overwritten", Array("by the camera".utf8), peers, camera)]
        camera.change(plan)
        let mine = try peers.nodes.home.write("mine", as: "overwritten")
        let photos = peers.nodes.home.file("photos")
        try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
        try await HostileServer.run(as: peers.camera, answer: { camera.answer($0) }) { port in
            _ = try peers.nodes.home.write(
                #"{"host":"127.0.0.1","port":\#(port),"role":"camera"}"#, as: "evil/run.json")
            let fetched = try await Tool.longshot(
                "stills", "fetch", "--home", peers.nodes.home.file("evil"), "--all", "-o", photos)
            #expect(fetched.code < 128, "\(fetched.errors)")
            #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
        }
    }

    private static func still(
        _ id: String, _ name: String, _ body: [UInt8], _ peers: LyingPeers, _ camera: FakeCamera,
        as owner: String? = nil
    ) -> (still: JSONText, body: [UInt8]) {
        (camera.still(id, name: name, camera: owner, for: peers.recorder, body, sha256: digest(body)), body)
    }

    fileprivate static func digest(_ body: [UInt8]) -> String {
        SHA256.hash(data: body).map { String(format: "%02x", $0) }.joined()
    }

    /// The head of a PNG file of 2^32 - 1 pixels a side (PNG third edition, 11.2.1).
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [UInt8](repeating: 0xFF, count: 8) + [8, 2, 0, 0, 0] + [UInt8](repeating: 0, count: 68)
}
