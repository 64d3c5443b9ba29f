// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The pipeline of a running camera, by command", .serialized, .timeLimit(.minutes(6)))
struct PipelineUseTests {
    private struct Property: Decodable {
        let name, standard, range: String
        let value, unit: String?
    }

    private func epoch(_ nodes: Nodes, _ address: String) async throws -> Int {
        struct State: Decodable {
            struct Capture: Decodable { let epoch: Int }
            let capture: Capture
        }
        let answer = try await nodes.ask(nodes.cameraHome, address, "/v1/state")
        return try JSONDecoder().decode(State.self, from: Data(answer.utf8)).capture.epoch
    }

    private func bitrate(_ nodes: Nodes, _ pipeline: String, _ arguments: String...) async throws -> Property? {
        let outcome = try await Tool.run(
            Tool.longshot, ["pipeline", "set", pipeline, "--home", nodes.cameraHome, "--json"] + arguments)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try JSONDecoder().decode([Property].self, from: Data(outcome.output.utf8))
            .first { $0.name == "encoder.bitrate" }
    }

    @Test("is exchanged by name, in a new epoch; the one that runs is left alone")
    func use() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        let home = ["--home", nodes.cameraHome]
        let used = try await Tool.run(Tool.longshot, ["pipeline", "use", "pattern"] + home)
        #expect(used.code == 0, "\(used.errors)")
        #expect(
            used.output.hasPrefix("pattern runs: video/x-h264,width=640,height=360\n  with ")
                && used.output.contains(" as configured (camera.set, --set), not as in its text\n"), "\(used.output)")
        let before = try await epoch(nodes, address)
        let again = try await Tool.run(Tool.longshot, ["pipeline", "use", "pattern", "--json"] + home)
        #expect(again.code == 0 && again.output.contains("\"active\" : true"), "\(again.output)\(again.errors)")
        #expect(try await epoch(nodes, address) == before)
        // One that ends right behind its first picture is no better than one without any.
        let single = Picture.capture(source: "videotestsrc name=camera is-live=true num-buffers=1")
        _ = try nodes.home.write(single, as: "camera/pipelines/single.pipeline")
        let ended = try await Tool.run(Tool.longshot, ["pipeline", "use", "single"] + home)
        #expect(ended.code == 1 && ended.errors.contains("comes to its end at once"), "\(ended)")
        try await eventually("the old one runs again: \(camera.output)") {
            try await Tool.run(Tool.longshot, ["pipeline", "set"] + home).output.contains("pattern runs")
        }
        // What one letter makes a text of another kind is still refused as a text that captures.
        let slip = Picture.capture().replacingOccurrences(of: "name=frames", with: "name=frame")
        _ = try nodes.home.write(slip, as: "camera/pipelines/slip.pipeline")
        let kind = try await Tool.longshot("pipeline", "check", "slip", "--home", nodes.cameraHome)
        #expect(kind.code == 0 && !kind.output.contains("still pipeline"), "\(kind)")
        let encoder = "x264enc name=encoder key-int-max=30 speed-preset=ultrafast option-string=bframes=2:b-adapt=0"
        _ = try nodes.home.write(Picture.capture(encoder: encoder), as: "camera/pipelines/reordering.pipeline")
        let reordering = try await Tool.run(Tool.longshot, ["pipeline", "use", "reordering"] + home)
        #expect(reordering.code == 1 && reordering.errors.contains("pictures out of order"), "\(reordering)")
        try await eventually("the old one runs again: \(camera.output)") {
            try await Tool.run(Tool.longshot, ["pipeline", "set"] + home).output.contains("pattern runs")
        }
        let unknown = try await Tool.run(Tool.longshot, ["pipeline", "use", "patern"] + home)
        #expect(unknown.code == 66 && unknown.errors.contains("did you mean \"pattern\"?"), "\(unknown.errors)")
        _ = try nodes.home.write(
            "videotestsrc name=camera ! nosuchthing ! appsink name=encoded", as: "camera/pipelines/wrong.pipeline")
        let wrong = try await Tool.run(Tool.longshot, ["pipeline", "use", "wrong"] + home)
        #expect(wrong.code == 65 && wrong.errors.contains("nosuchthing"), "\(wrong.errors)")
        let graph = "\(nodes.curl(nodes.cameraHome)) -w '%{http_code}' https://\(address)/v1/pipelines/wrong/graph"
        let drawn = try await Tool.run("sh", ["-c", graph]).output
        #expect(drawn.contains("unusable-pipeline") && drawn.hasSuffix("409"), "\(drawn)")
        let still = try await Tool.run(Tool.longshot, ["pipeline", "use", "jpeg"] + home)
        #expect(still.code == 1 && still.errors.contains("\"jpeg\" is no capture pipeline"), "\(still.errors)")
    }

    @Test(
        "comes to its end: a press gets no old picture instead of that of its moment; an empty file is said",
        arguments: ["! tee name=t t. ! queue ! appsink name=frames t. ! queue", ""])
    func ended(branch: String) async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        _ = try await camera.address()
        let home = ["--home", nodes.cameraHome]
        _ = try nodes.home.write(
            "videotestsrc name=camera is-live=true num-buffers=60 ! video/x-raw,format=I420,width=320,height=240,framerate=30/1 "
                + "\(branch) ! x264enc tune=zerolatency key-int-max=30 bframes=0 "
                + "! h264parse ! video/x-h264,stream-format=byte-stream,alignment=au ! appsink name=encoded",
            as: "camera/pipelines/short.pipeline")
        _ = try nodes.home.write("", as: "camera/pipelines/empty.pipeline")
        let empty = try await Tool.run(Tool.longshot, ["pipeline", "use", "empty"] + home)
        #expect(empty.code == 65 && empty.errors.contains("empty.pipeline is empty"), "\(empty.errors)")
        _ = try await Tool.run(Tool.longshot, ["pipeline", "use", "short"] + home)
        try await eventually("a press is refused: \(camera.output)") {
            let pressed = try await Tool.run(Tool.longshot, ["snap"] + home)
            return pressed.code != 0 && pressed.errors.contains("has sent no picture since 2")
                && pressed.errors.contains("has come to its end")
        }
    }

    @Test("has never given a picture: a press says so, with the reason, and so does the doctor")
    func never() async throws {
        let nodes = try Nodes()
        _ = try nodes.home.write(
            "filesrc name=camera location=/nonexistent ! h264parse ! video/x-h264,stream-format=byte-stream,alignment=au ! appsink name=encoded",
            as: "camera/pipelines/never.pipeline")
        let camera = try nodes.camera(["--capture", "never"])
        _ = try await camera.address()
        let home = ["--home", nodes.cameraHome]
        try await eventually("a press is refused: \(camera.output)") {
            let pressed = try await Tool.run(Tool.longshot, ["snap"] + home)
            return pressed.code != 0 && pressed.errors.contains("has sent no picture yet")
                && pressed.errors.contains("/nonexistent")
        }
        let doctor = try await Tool.run(Tool.longshot, ["doctor"] + home)
        #expect(doctor.code == 1, "\(doctor.output)")
        #expect(
            doctor.output.contains("nothing to take one from before the camera gives a picture"), "\(doctor.output)")
        #expect(doctor.output.contains("PROBLEM  camera on this machine: "), "\(doctor.output)")
    }

    @Test("waits for a network camera: a press says that nobody answers at the address")
    func unanswered() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--capture", "http-mjpeg", "--set", "server.location=http://127.0.0.1:1/stream"])
        _ = try await camera.address()
        try await eventually("a press is refused: \(camera.output)") {
            let pressed = try await Tool.longshot("snap", "--home", nodes.cameraHome)
            return pressed.code != 0 && pressed.errors.contains("no camera answers at http://127.0.0.1:1/stream")
        }
    }

    @Test("is exchanged for one that has not the elements of the configured values, and back")
    func otherElements() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        _ = try await camera.address()
        let home = ["--home", nodes.cameraHome]
        let text = Picture.capture().replacingOccurrences(of: "encoder ", with: "coder ")
        _ = try nodes.home.write(text, as: "camera/pipelines/mine.pipeline")
        let used = try await Tool.run(Tool.longshot, ["pipeline", "use", "mine"] + home)
        #expect(
            used.code == 0
                && used.output.hasPrefix(
                    "mine runs: video/x-h264,width=640,height=360\n  without format.caps, encoder.speed-preset, "),
            "\(used.output)\(used.errors)")
        #expect(camera.output.contains("encoder.speed-preset"), "it is told what is left out: \(camera.output)")
        let back = try await Tool.run(Tool.longshot, ["pipeline", "use", "test"] + home)
        #expect(
            back.code == 0
                && back.output.hasPrefix("test runs: video/x-h264,width=640,height=360\n  with format.caps, ")
                && !back.output.contains("without"), "\(back)")
        withExtendedLifetime(camera) {}
    }

    @Test("is not exchanged for a camera that is not plugged in")
    func device() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        let home = ["--home", nodes.cameraHome]
        // The machine that runs this may have cameras; none has this path.
        let listed = try await Tool.run(Tool.longshot, ["cameras", "--json"] + home)
        #expect(listed.code == 0 && listed.output.contains("\"plugged\""), "\(listed.output)\(listed.errors)")
        let before = try await epoch(nodes, address)
        let used = try await Tool.run(Tool.longshot, ["cameras", "use", "/dev/video4711"] + home)
        #expect(used.code == 66 && used.errors.contains("no camera /dev/video4711 is plugged in"), "\(used.errors)")
        let picture = "https://\(address)/v1/devices/picture?path=/etc/hostname"
        let request = "\(nodes.curl(nodes.cameraHome)) -w '%{http_code}' '\(picture)'"
        let answer = try await Tool.run("sh", ["-c", request]).output
        #expect(answer.contains("no camera /etc/hostname is plugged in") && answer.hasSuffix("404"), "\(answer)")
        #expect(try await epoch(nodes, address) == before)
        withExtendedLifetime(camera) {}
    }

    @Test("has its bit rate set while it runs, in the same epoch; the files get smaller")
    func set() async throws {
        let nodes = try Nodes()
        // Noise needs every bit that it may have.
        let camera = try nodes.camera(["--set", "camera.pattern=snow"])
        let address = try await camera.address()
        let started = try await bitrate(nodes, "test")
        #expect(started?.value == "4000" && started?.unit == "kbit/s" && started?.standard == "4000")
        #expect(started?.range == "an integer from 1 to 2048000")
        let words = try await Tool.longshot("pipeline", "set", "test", "bitrate=300", "--home", nodes.cameraHome)
        #expect(words.output.contains("encoder.bitrate  300 (kbit/s), default 4000, an integer from 1 to 2048000\n"))
        #expect(try await bitrate(nodes, "test")?.value == "300")
        let catalog = nodes.cameraHome + "/spool/catalog.sqlite"
        try await eventually("fragments are a fifth of the largest: \(camera.output)") {
            let sizes =
                "SELECT (SELECT bytes FROM fragment ORDER BY sequence DESC LIMIT 1) * 5 < MAX(bytes) FROM fragment"
            return try await Tool.run("sqlite3", ["-readonly", catalog, sizes]).output == "1\n"
        }
        #expect(try await epoch(nodes, address) == 1)
        for (value, code, reason) in [
            ("bitrate=0", Int32(65), "an integer from 1 to 2048000"), ("bitrate=fast", 65, "an integer"),
            ("bitrat=1", 66, "Did you mean \"bitrate\"?"),
            ("format.caps=video/x-raw", 66, "longshot pipeline set test --home"),
            ("bitrate", 64, "is not name=value"),
        ] {
            let refused = try await Tool.longshot("pipeline", "set", "test", value, "--home", nodes.cameraHome)
            #expect(refused.code == code && refused.errors.contains(reason), "\(value): \(refused.errors)")
        }
        let idle = try await Tool.longshot("pipeline", "set", "pattern", "bitrate=300", "--home", nodes.cameraHome)
        #expect(idle.code == 1 && idle.errors.contains("longshot pipeline use pattern"), "\(idle.errors)")
    }

    @Test("keeps its values when it is started anew")
    func failing() async throws {
        let nodes = try Nodes()
        let text = Picture.capture(behindCamera: "! identity error-after=12")
            .replacingOccurrences(of: "encoder   x264enc", with: "encoder   x264enc   bitrate")
        let camera = try nodes.camera(["--capture", try nodes.home.write(text, as: "mine.pipeline")])
        let address = try await camera.address()
        try await eventually("it runs: \(camera.output)") { try await epoch(nodes, address) > 0 }
        #expect(try await bitrate(nodes, "mine", "bitrate=300")?.name == "encoder.bitrate")
        let before = try await epoch(nodes, address)
        try await eventually("it is started anew: \(camera.output)") { try await epoch(nodes, address) > before + 1 }
        try await eventually("it has the value") { try await bitrate(nodes, "mine")?.value == "300" }
    }
}
