// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Both ends survive each other", .serialized, .timeLimit(.minutes(6)))
struct SurvivalTests {
    @Test("a recorder that is killed goes on by itself, and nothing is lost", arguments: ["udp", "tcp"])
    func recorderKilled(_ transport: String) async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        let first = try await nodes.recorder(of: address, ["--continuous", "--transport", transport])
        try await eventually("something is in the archive: \(first.output)") { try await nodes.persisted() > 60 }
        first.killHard()
        // The files on the disk open without repair.
        for segment in try await nodes.segments() {
            #expect(try await Judge.probe(segment).frames > 0)
        }
        let before = try await nodes.persisted()
        // The camera goes on capturing, and nobody stores that now.
        let open = try await Tool.longshot("verify", nodes.recorderHome)
        #expect(open.code == 4 && open.output.contains("no recorder runs here"), "\(open)")
        let second = try await nodes.recorder(of: address, ["--continuous"])
        try await eventually("recording goes on: \(second.output)") { try await nodes.persisted() > before + 90 }
        _ = try await second.address()
        let stopped = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome, "--json")
        #expect(stopped.code == 0, "\(stopped.errors)")
        #expect(try await nodes.recording("length") == "1")
        #expect(try await nodes.recording(".[0].frames.missing") == "0")
        #expect(try await Tool.longshot("verify", nodes.recorderHome).code == 0)
    }

    @Test("a camera that is killed comes back as another epoch of the same recording, with a gap that says so")
    func cameraKilled() async throws {
        let nodes = try Nodes()
        let first = try nodes.camera()
        let address = try await first.address()
        let killed = try await nodes.recorder(of: address, ["--continuous"])
        try await eventually("something is in the archive: \(killed.output)") { try await nodes.persisted() > 30 }
        first.killHard()
        let before = try await nodes.persisted()
        let port = try #require(address.split(separator: ":").last.map(String.init))
        let second = try nodes.camera(port: port)
        try await eventually("recording goes on: \(second.output)") { try await nodes.persisted() > before + 30 }
        // Frames are missing, and the camera may have more: open, and not only missing.
        killed.killHard()
        let open = try await Tool.longshot("verify", nodes.recorderHome)
        #expect(open.code == 4 && open.output.contains("no recorder runs here"), "\(open)")
        let stored = try await nodes.persisted()
        let recorder = try await nodes.recorder(of: second.address())
        try await eventually("and goes on again: \(recorder.output)") { try await nodes.persisted() > stored + 30 }
        // The camera says of itself that it does not know how much it lost, and how much at most.
        let state = try await nodes.ask(nodes.cameraHome, try await second.address(), "/v1/state")
        #expect(state.contains(#""isUncounted":true"#) && state.contains(#""atMost":"#))
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        #expect(try await nodes.recording(".[0].gaps | map(.reason) | unique | join(\",\")") == "camera-restarted")
        #expect(try await nodes.segments().count >= 2)
        // The missing frames of the unfinished fragment are counted.
        let missing = try await nodes.recording(".[0].frames.missing")
        let counted = try await nodes.recording(".[0].gaps | map(.frames) | add | tostring")
        #expect(missing == counted)
        #expect(Int(missing) ?? 99 <= 45)
        #expect([0, 3].contains(try await Tool.longshot("verify", nodes.recorderHome).code))
        // The timeline contains the interruption, from the last frame to the next first one.
        let id = try await nodes.recording(".[0].id")
        let timeline = nodes.home.file("timeline.json")
        try await nodes.ask(nodes.recorderHome, recorder.address(), "/v1/recordings/\(id)/timeline", into: timeline)
        let between = """
            [.parts | map(select(.epoch == 1))[-1].to, map(select(.epoch == 2))[0].from] as [$last, $next]
            | .gaps | map(select(.frames == 0)) | length == 1 and (.[0] | .reason == "camera-restarted" and .isUncounted
                and .to == $next and .from > $last + 30000000 and .from < $last + 37000000)
            """
        let isShown = try await Tool.run("jq", [between, timeline])
        let text = try String(contentsOfFile: timeline, encoding: .utf8)
        #expect(isShown.output == "true\n", "\(text)")
        // In words, the gap begins where the stored frames end, too, although the camera had not counted all of them.
        let told = try await nodes.recording(".[0].gaps | map(select(.frames == 0))[0].from")
        let begins = try await Tool.run("jq", [".gaps | map(select(.frames == 0))[0].from", timeline]).output
        let apart = try #require(Int(told)) - (try #require(Int(begins.trimmingCharacters(in: .newlines))))
        #expect(abs(apart) < 50_000_000, "\(apart) ns apart")
    }

    @Test("a recording that is settled without its camera has the uncounted frames behind the stored ones, everywhere")
    func settled() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let recorder = try await nodes.recorder(of: camera.address(), ["--continuous"])
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 100 }
        camera.killHard()
        let id = try await nodes.recording(".[0].id")
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        let settled = try await Tool.longshot("recordings", "settle", id, "--home", nodes.recorderHome)
        #expect(settled.code == 0, "\(settled.errors)")
        #expect(try await nodes.recording(".[0].gaps | map(.reason) | unique | join(\",\")") == "never-received")
        let timeline = nodes.home.file("timeline.json")
        try await nodes.ask(nodes.recorderHome, recorder.address(), "/v1/recordings/\(id)/timeline", into: timeline)
        let order = try await Tool.run(
            "jq", [".parts[-1].to <= (.gaps | map(select(.isUncounted))[0].from)", timeline])
        let shown = try String(contentsOfFile: timeline, encoding: .utf8)
        #expect(order.output == "true\n", "\(shown)")
        let movie = nodes.home.file("all.mp4")
        let export = try await Tool.longshot(
            "export", id, "--home", nodes.recorderHome, "--timestamps", "csv", "-o", movie)
        #expect(export.code == 0 || export.code == 3, "\(export.errors)")
        let table = try String(contentsOfFile: nodes.home.file("all.csv"), encoding: .utf8)
        let rows = table.split(separator: "\r\n")
        let missing = rows.dropFirst().filter { $0.contains(",missing,") }
        #expect(missing.count == 1 && rows.last == missing.last, "\(missing) \(rows.suffix(3))")
    }

    @Test(
        "a recording that is stopped while its camera is away ends when the camera is back, and has what the spool has",
        arguments: [false, true])
    func stoppedWhileAway(recorderRestarts: Bool) async throws {
        let nodes = try Nodes()
        let first = try nodes.camera()
        let address = try await first.address()
        let recorder = try await nodes.recorder(of: address, [])
        _ = try await recorder.address()
        try await eventually("the recording starts") {
            try await Tool.longshot("record", "start", "--home", nodes.recorderHome).code == 0
        }
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 30 }
        let end = try await first.terminate()
        #expect(end.code == 0)
        Promise.check("a camera ends", within: .seconds(2), took: end.duration)
        #expect(!first.output.contains("live session failed"), "\(first.output)")
        try await eventually("the recorder notices: \(recorder.output)") { recorder.output.contains("camera stopped") }
        let status = try await Tool.longshot("record", "status", "--home", nodes.recorderHome)
        #expect(status.code == 0 && !status.output.contains("CancellationError"), "\(status.output)\(status.errors)")
        let stopped = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        #expect(stopped.code == 0 && stopped.output.contains("stopping"), "\(stopped.output)\(stopped.errors)")
        let port = try #require(address.split(separator: ":").last.map(String.init))
        if recorderRestarts { #expect(try await recorder.terminate().code == 0) }
        let last = recorderRestarts ? try await nodes.recorder(of: address, []) : recorder
        let second = try nodes.camera(port: port)
        try await eventually("the recording ends: \(second.output) \(last.output)") {
            try await nodes.recording(".[0].state") == "stopped"
        }
        for output in [first.output, recorder.output, last.output, second.output] {
            #expect(!output.contains("CancellationError"), "\(output)")
        }
        #expect(try await Tool.longshot("verify", nodes.recorderHome).code == 0)
    }

    @Test("a recorder that is asked while it ends logs no failed request")
    func askedAtTheEnd() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let recorder = try await nodes.recorder(of: try await camera.address(), ["--continuous"])
        let address = try await recorder.address()
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 30 }
        // Each loop ends with the recorder.
        let curl = "\(nodes.curl(nodes.recorderHome)) -f -m 5 -o /dev/null https://\(address)/v1/recordings"
        let asking = try Child(
            shell: "for i in 1 2 3 4; do while \(curl); do echo answered; done & done; wait", home: nodes.home)
        try await eventually("it answers: \(asking.output)") { asking.output.contains("answered") }
        #expect(try await recorder.terminate(SIGINT).code == 0, "\(recorder.output)")
        #expect(!recorder.output.contains("request failed"), "\(recorder.output)")
        asking.killHard()
        withExtendedLifetime(camera) {}
    }

    @Test("a second node in the same home is refused, also one of the other role, and the first one is not disturbed")
    func sameHome() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        _ = try await camera.address()
        let second = try await Tool.longshot("camera", "--home", nodes.cameraHome, "--port", "0")
        #expect(second.code == 1)
        #expect(second.errors.contains("is in use by another Longshot (process \(camera.pid))"), "\(second.errors)")
        for (command, remedy) in [
            (["recorder"], "give the recorder another folder, for example --home \(nodes.recorderHome)"),
            (["record", "start"], "give one with --recorder NAME or --home FOLDER"),
            (["recordings"], "give the folder of a recorder"),
            (["export", "-o", nodes.home.file("x.mp4")], "give the folder of a recorder"),
        ] {
            let refused = try await Tool.run(Tool.longshot, command + ["--home", nodes.cameraHome])
            #expect(refused.code == 1)
            #expect(refused.errors.contains("a camera") && refused.errors.contains(remedy), "\(refused.errors)")
        }
        #expect(try await Tool.longshot("stills", "list", "--home", nodes.cameraHome).code == 0)
        camera.killHard()
        let next = try nodes.camera()
        _ = try await next.address()
        #expect(try await next.terminate().code == 0)
    }

    @Test("packets that are lost come again: a twentieth lost, and the live lane still brings every frame")
    func retransmission() async throws {
        let nodes = try Nodes()
        // The camera's own file replaces the shipped one with the same name, and drops packets.
        let shipped = try String(contentsOfFile: Tool.root + "/pipelines/live/send-udp.pipeline", encoding: .utf8)
        let lossy = shipped.replacingOccurrences(
            of: "! udpsink name=media", with: "! netsim drop-probability=0.05\n! udpsink name=media")
        try #require(lossy != shipped)
        _ = try nodes.home.write(lossy, as: "camera/pipelines/live/send-udp.pipeline")
        let camera = try nodes.camera(["--set", "encoder.bitrate=4000"])
        let recorder = try await nodes.recorder(of: camera.address(), ["--continuous", "--latency", "800ms"])
        try await eventually("five seconds are in the archive: \(recorder.output)") {
            try await nodes.persisted() >= 150
        }
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        #expect(try await nodes.recording(".[0].frames | .received == .captured | tostring") == "true")
        #expect(try await nodes.recording(".[0].frames.missing") == "0")
        #expect(!recorder.output.contains("did not bring a fragment whole"), "\(recorder.output)")
    }

    @Test("a recorder that is there first waits for its camera")
    func recorderFirst() async throws {
        let nodes = try Nodes()
        let probe = try nodes.camera()
        let address = try await probe.address()
        try await nodes.pair()
        _ = try await probe.terminate()
        let recorder = try await nodes.recorder(of: address, ["--continuous"])
        _ = try await recorder.address()
        let port = try #require(address.split(separator: ":").last.map(String.init))
        let camera = try nodes.camera(port: port)
        try await eventually("something is in the archive: \(camera.output)") { try await nodes.persisted() > 0 }
    }

    @Test("both end at a signal, with files closed and without a complaint", arguments: [SIGTERM, SIGINT])
    func endQuickly(_ signal: Int32) async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let recorder = try await nodes.recorder(of: camera.address(), ["--continuous"])
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 0 }
        let before = [recorder, camera].map(\.output.count)
        let recorderEnd = try await recorder.terminate(signal)
        let cameraEnd = try await camera.terminate(signal)
        #expect(recorderEnd.code == 0 && cameraEnd.code == 0)
        Promise.check("a recorder ends", within: .seconds(2), took: recorderEnd.duration)
        Promise.check("a camera ends", within: .seconds(2), took: cameraEnd.duration)
        for (child, count) in zip([recorder, camera], before) {
            // A slow machine may have had something to complain of while it recorded.
            let complaints = child.output.dropFirst(count).split(separator: "\n").filter {
                $0.contains(/\s(warning|error|critical) (camera|recorder):/)
            }
            #expect(complaints.isEmpty, "\(complaints)")
            #expect(!child.output.contains("CancellationError"), "\(child.output)")
        }
        #expect(try await Tool.longshot("verify", nodes.recorderHome).code == 4)
    }
}
