// SPDX-License-Identifier: Apache-2.0
import Foundation
import SystemPackage
import TestSupport
import Testing
import Trust

/// Runs the real programs against a node whose answers are wrong in ways that follow from a seed.
@Suite("A node that lies to programs", .serialized, .timeLimit(.minutes(Lies.minutes)))
struct LyingNodeTests {
    private static let commands: [[String]] = [
        ["stills", "list"], ["stills", "list", "--json"], ["stills", "fetch", "--all", "-o", "PHOTOS"],
        ["snap", "-o", "PHOTOS"], ["snap", "--count", "2"], ["controls"], ["controls", "show"],
        ["controls", "show", "--json"],
        ["record", "start"], ["record", "status"], ["record", "status", "--json"], ["record", "stop"],
        ["recordings", "lock", "a"], ["recordings", "settle", "a"], ["files", "list"], ["files", "list", "--json"],
        ["files", "accept", "a"], ["pair", "list"], ["page", "list"], ["page", "link"], ["watch", "--no-discovery"],
        ["watch", "--no-discovery", "--json"],
    ]

    @Test("Each command ends by itself, with a code of its own, and sends nothing to the terminal that it would obey")
    func commands() async throws {
        let document = try APIDocument()
        let home = try Home()
        let identity = try NodeIdentity.open(home: FilePath(home.file("evil")))
        let photos = home.file("photos")
        try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
        let mine = try home.write("mine", as: "mine")
        let before = try Self.tree(home.path)
        let (total, start) = (Lies.count(100, atMost: 1_000), ContinuousClock.now)
        for index in 0..<total {
            let seed = Lies.seed + UInt64(index)
            let node = LyingNode(document, seed: seed)
            let command = Self.commands[index % Self.commands.count].map { $0 == "PHOTOS" ? photos : $0 }
            try await HostileServer.run(as: identity, answer: { node.answer($0) }) { port in
                let role = command[0].hasPrefix("record") ? "recorder" : "camera"
                _ = try home.write(#"{"host":"127.0.0.1","port":\#(port),"role":"\#(role)"}"#, as: "evil/run.json")
                let options = ["--home", home.file("evil")]
                let outcome = try await Tool.run("timeout", ["-s", "KILL", "60", Tool.longshot] + command + options)
                let words = "longshot \(command.joined(separator: " ")) LONGSHOT_LIES_SEED=\(seed): \(node.told)"
                #expect(outcome.code < 128, "\(words)\n\(outcome.errors.suffix(2_000))")
                for text in [outcome.output, outcome.errors] {
                    let obeyed = text.unicodeScalars.first { scalar in
                        Self.commanding.contains(scalar) && !(command[0] == "page" && scalar == "\u{1B}")
                    }
                    #expect(obeyed == nil, "\(words)\n\(text.debugDescription.suffix(2_000))")
                }
            }
        }
        #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
        let strange = try Self.tree(home.path).subtracting(before).filter {
            !$0.hasPrefix("photos/") && !$0.hasPrefix("evil/")
        }
        #expect(strange.isEmpty)
        Lies.report(total, in: .now - start)
    }

    @Test("A recorder and a camera live on beside it, and the recording of another camera has no gap")
    func programs() async throws {
        let document = try APIDocument()
        let peers = try LyingPeers()
        let honest = try peers.nodes.camera()
        let address = try await honest.address()
        let honestID = try NodeIdentity.open(home: FilePath(peers.nodes.cameraHome))
        try peers.add("honest", honestID, to: peers.nodes.recorderHome, at: address)
        // Pairs the camera with its recorder by writing the file: this test is not about pairing.
        let recorderKey = try NodeIdentity.open(home: FilePath(peers.nodes.recorderHome))
        _ = try await honest.terminate()
        try PeerStore(home: FilePath(peers.nodes.cameraHome)).add(
            Peer(
                certificate: recorderKey.certificate, name: PeerName("attic"), role: .recorder,
                grants: [.view, .record, .shoot],
                pairedAt: 0))
        // No frame numbers in the picture: the element that draws them retains 4 MB a second.
        let camera = try peers.nodes.camera(
            port: String(address.split(separator: ":").last ?? "0"),
            ["--capture", "pattern", "--set", "format.caps=\(Picture.small)"])
        _ = try await camera.address()

        let lies = LyingNode(document, seed: Lies.seed, camera: FakeCamera(peers.camera.id), truth: 0.6)
        try await HostileServer.run(as: peers.camera, answer: { lies.answer($0) }) { port in
            let recorder = try peers.run(port: port, ["--camera", address])
            let bound = try await recorder.address()
            try await eventually("the honest camera is recorded: \(recorder.output)") {
                let start = ["record", "start", "--home", peers.nodes.recorderHome, "--camera", honestID.id.text]
                return try await Tool.run(Tool.longshot, start).code == 0
            }
            let (recorderBefore, cameraBefore) = (Memory.resident(recorder.pid), Memory.resident(camera.pid))
            let (total, start) = (Lies.count(100, atMost: 1_000), ContinuousClock.now)
            let deadline = ContinuousClock.now + .seconds(max(20, total / 8))
            while lies.count < total, .now < deadline {
                try await peers.record(peers.camera.id.text)
                try await Self.lie(to: address, of: peers, document, seed: Lies.seed + UInt64(lies.count))
            }
            #expect(lies.count >= min(total, 20), "\(lies.told)")
            Lies.report(lies.count, in: .now - start)
            #expect(LyingPeers.isAlive(recorder) && LyingPeers.isAlive(camera), "\(lies.told)")
            for (process, before) in [(recorder, recorderBefore), (camera, cameraBefore)] {
                let grown = (Memory.resident(process.pid) ?? 0) - (before ?? 0)
                // Includes the start of a recording and of its picture.
                #expect(grown < 128 << 20, "\(grown) bytes more: \(lies.told)")
            }
            let state = try await peers.nodes.ask(peers.nodes.recorderHome, bound, "/v1/state")
            #expect(state.contains(#""health""#), "\(lies.told)")
            let id = try await peers.nodes.recording(
                #"map(select(.cameraName == "honest" or .camera == "\#(honestID.id.text)")) | .[0].id"#)
            let enough = #"map(select(.id == "\#(id)")) | .[0].frames.persisted > 50"#
            try await eventually("enough is stored: \(recorder.output.suffix(3_000)) \(lies.told)") {
                try await peers.nodes.recording(enough) == "true"
            }
            let stopped = try await Tool.longshot("record", "stop", "--home", peers.nodes.recorderHome, id)
            #expect(stopped.code == 0, "\(stopped.errors)")
            #expect(try await peers.nodes.recording(#"map(select(.id == "\#(id)")) | .[0].gaps | length"#) == "0")
            #expect(try await recorder.terminate().code == 0, "\(recorder.output.suffix(2_000))")
            for log in [recorder.output, camera.output] {
                #expect(
                    !log.unicodeScalars.contains { Self.commanding.contains($0) },
                    "\(log.debugDescription.suffix(2_000))")
            }
        }
    }

    /// Sends a camera invalid requests with its recorder's key, with curl.
    private static func lie(to address: String, of peers: LyingPeers, _ document: APIDocument, seed: UInt64)
        async throws
    {
        let paths = [
            ("PUT", "/v1/footage/holds/a"), ("POST", "/v1/footage/acks"), ("POST", "/v1/live"),
            ("POST", "/v1/files"), ("PATCH", "/v1/controls"), ("POST", "/v1/stills"), ("POST", "/v1/stills/a/receipts"),
        ]
        let numbers = ["0", "-1", "9223372036854775807", "4611686018427387904", "18446744073709551616", "x"]
        var liar = Liar(document, seed: seed)
        let home = peers.nodes.recorderHome
        var commands: [String] = []
        for _ in 0..<6 {
            let (method, path) = liar.pick(paths)
            let body = document.route(method, path)?.request.map { liar.value(of: $0, mustLie: true) } ?? "{}"
            let file = try peers.nodes.home.write(body, as: "lie-\(commands.count).json")
            commands.append(
                "\(peers.nodes.curl(home)) -m 5 -o /dev/null -X \(method) -H 'Content-Type: application/json' "
                    + "--data-binary @\(file) https://\(address)\(path)")
        }
        for path in [
            "manifest?epoch=NUMBER&after=NUMBER&limit=NUMBER", "manifest?from=NUMBER&after=NUMBER", "NUMBER/NUMBER",
        ] {
            let target = path.split(separator: "NUMBER", omittingEmptySubsequences: false).joined(
                separator: liar.pick(numbers))
            commands.append("\(peers.nodes.curl(home)) -m 5 -o /dev/null 'https://\(address)/v1/footage/\(target)'")
        }
        _ = try await Tool.run("sh", ["-c", commands.joined(separator: "; ")])
    }

    private static let commanding: Set<Unicode.Scalar> = [
        "\u{1B}", "\u{07}", "\u{08}", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{0}",
    ]

    private static func tree(_ folder: String) throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: folder))
    }
}
