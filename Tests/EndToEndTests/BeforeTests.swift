// SPDX-License-Identifier: Apache-2.0
import Tasks
import TestSupport
import Testing

@Suite("A recording that begins before it was started", .serialized, .timeLimit(.minutes(6)))
struct BeforeTests {
    @Test("has what the spool held of that time, without a seam to what came live", arguments: ["2s", "1h"])
    func reachesBack(_ before: String) async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let recorder = try await nodes.recorder(of: camera.address())
        _ = try await recorder.address()
        try await eventually("five fragments are in the spool: \(camera.output)") {
            let outcome = try await Tool.longshot("record", "status", "--home", nodes.recorderHome, "--json")
            let encoded = try await nodes.ask(
                nodes.cameraHome, try await camera.address(), "/v1/footage/manifest")
            return outcome.output.contains("connected") && encoded.contains("\"sequence\":5,")
        }
        let start = try await Tool.longshot("record", "start", "--home", nodes.recorderHome, "--before", before)
        #expect(start.code == 0, "\(start.errors)")
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        // The frames before the start, 30 in a second or in a fragment; the recording itself may last a single frame.
        let persisted = try await nodes.persisted()
        #expect(before == "2s" ? (61..<195).contains(persisted) : persisted > 150, "\(persisted)")
        #expect(try await nodes.recording(".[0].frames.missing") == "0")
        #expect(try await nodes.recording(".[0] | .startedAt - .capturedFrom > 1500000000") == "true")
        let verify = try await Tool.longshot("verify", nodes.recorderHome)
        #expect(verify.code == 0, "\(verify.output)")
        var numbers: [Int] = []
        for segment in try await nodes.segments() {
            numbers += try await Judge.numbers(in: segment, home: nodes.home).compactMap { $0 }
        }
        #expect(numbers.count > 60 && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 })
        guard before == "2s" else { return }
        // A moment in UTC finds its recording, although it is not the newest.
        let (first, moment) = (
            try await nodes.recording(".[0].id"),
            try await nodes.recording(".[0].capturedFrom / 1e9 + 1 | floor | todate")
        )
        _ = try await Tool.longshot("record", "start", "--home", nodes.recorderHome)
        try await eventually("another one is recorded") { try await nodes.persisted() > persisted + 30 }
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        let export = try await Tool.longshot(
            "export", "--home", nodes.recorderHome, "--from", moment, "-o", nodes.home.path)
        #expect(export.output.hasPrefix(nodes.home.file(first)), "\(export.output)\(export.errors)")
    }

    @Test("reaches back on each of several cameras that are started at once", .timeLimit(.minutes(2)))
    func several() async throws {
        let (nodes, others) = (try Nodes(), try Nodes())
        let (camera, second) = (try nodes.camera(["--name", "barn"]), try others.camera(["--name", "porch"]))
        let (own, other) = (try await camera.address(), try await second.address())
        try await nodes.pair()
        try await nodes.pair(with: others)
        let recorder = try await nodes.recorder(of: own, ["--camera", other])
        let home = ["--home", nodes.recorderHome]
        try await eventually("both have footage: \(recorder.output)") {
            let status = try await Tool.run(Tool.longshot, ["record", "status"] + home)
            for (one, child) in [(nodes, camera), (others, second)] {
                let manifest = try await one.ask(one.cameraHome, child.address(), "/v1/footage/manifest")
                guard manifest.contains("\"sequence\":8,") else { return false }
            }
            return status.output.split(separator: "\n").count { $0.hasSuffix("connected") } == 2
        }
        // A live session may be quicker than the request to reach back.
        for _ in 1...5 {
            let start = try await Tool.run(
                Tool.longshot, ["record", "start", "--camera", "all", "--before", "4s"] + home)
            #expect(start.code == 0 && start.output.split(separator: " before the start").count == 3, "\(start.output)")
            let stop = try await Tool.run(Tool.longshot, ["record", "stop", "--camera", "all"] + home)
            #expect(stop.code == 0, "\(stop.errors)")
        }
        let begins = try await nodes.recording("map(.startedAt - .capturedFrom > 3000000000) | unique | tostring")
        #expect(begins == "[true]")
        withExtendedLifetime((camera, second)) {}
    }

    @Test("begins with a press that arrives late, at the recorder and at the camera")
    func latePress() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        let recorder = try await nodes.recorder(of: address)
        let presses = [
            (nodes.recorderHome, try await recorder.address(), "POST", "recordings", ""),
            (nodes.cameraHome, address, "PUT", "recording/switch", "\"isOn\":true,"),
        ]
        try await eventually("eight fragments are in the spool: \(camera.output)") {
            let control = try await nodes.ask(nodes.cameraHome, address, "/v1/state")
            let manifest = try await nodes.ask(nodes.cameraHome, address, "/v1/footage/manifest")
            return control.contains("\"recorders\":[{") && manifest.contains("\"sequence\":8,")
        }
        for (index, (home, node, method, path, body)) in presses.enumerated() {
            let pressed = (clock: monotonicNanoseconds() - 5_000_000_000, utc: wallNanoseconds() - 5_000_000_000)
            let answer = try await Tool.run(
                "sh",
                [
                    "-c",
                    "\(nodes.curl(home)) -f -m 10 -X \(method) -H 'Content-Type: application/json' "
                        + "-d '{\(body)\"pressedAt\":\(pressed.clock)}' https://\(node)/v1/\(path)",
                ])
            #expect(answer.code == 0, "\(answer.output)")
            let begin = ".[0].capturedFrom // 0 | . - \(pressed.utc) | . / 1e6 | floor"
            try await eventually("recording \(index + 1) has footage") {
                try await nodes.recording("length == \(index + 1) and .[0].frames.persisted > 0") == "true"
            }
            // The fragment of the press: of a second.
            let milliseconds = Int(try await nodes.recording(begin)) ?? -1
            #expect((-1_100...100).contains(milliseconds), "\(milliseconds) ms after the press at \(path)")
            let stop = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
            #expect(stop.code == 0, "\(stop.errors)")
        }
        let verify = try await Tool.longshot("verify", nodes.recorderHome)
        #expect(verify.code == 0, "\(verify.output)")
        withExtendedLifetime(camera) {}
    }

    @Test("of more than an hour is refused with the bound")
    func bounded() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let recorder = try await nodes.recorder(of: camera.address())
        _ = try await recorder.address()
        try await eventually("the camera is known") {
            try await Tool.longshot("record", "status", "--home", nodes.recorderHome).output.contains("connected")
        }
        let outcome = try await Tool.longshot("record", "start", "--home", nodes.recorderHome, "--before", "2h")
        #expect(outcome.code != 0)
        #expect(outcome.errors.contains("--before is at most 1h"), "\(outcome.errors)")
    }
}
