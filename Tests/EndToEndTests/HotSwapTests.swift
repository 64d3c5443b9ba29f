// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A pipeline that is edited while it runs", .serialized, .timeLimit(.minutes(4)))
struct HotSwapTests {
    private struct State: Decodable {
        struct Capture: Decodable {
            let epoch: Int
            let phase: String
            let pipeline: String
            let returnedFrom: Return?
        }
        struct Return: Decodable {
            let pipeline: String
            let reason: String
        }
        let capture: Capture
    }

    private func state(_ nodes: Nodes, _ address: String) async throws -> State.Capture? {
        let answer = try await nodes.ask(nodes.cameraHome, address, "/v1/state")
        return try? JSONDecoder().decode(State.self, from: Data(answer.utf8)).capture
    }

    private func epoch(_ nodes: Nodes, _ address: String) async throws -> Int {
        try await state(nodes, address)?.epoch ?? 0
    }

    /// A camera whose text can be edited, and its recorder, which has something of it.
    private func recordedCamera(
        _ nodes: Nodes
    ) async throws -> (camera: Child, address: String, recorder: Child) {
        let path = try nodes.home.write(Picture.capture(), as: "mine.pipeline")
        let camera = try nodes.camera(["--capture", path])
        let address = try await camera.address()
        let recorder = try await nodes.recorder(of: address, ["--continuous"])
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 30 }
        return (camera, address, recorder)
    }

    /// A camera that fails after every twelfth picture.
    private func failingCamera(_ nodes: Nodes) async throws -> (camera: Child, address: String) {
        let text = Picture.capture(behindCamera: "! identity error-after=12")
        let camera = try nodes.camera(["--capture", try nodes.home.write(text, as: "mine.pipeline")])
        return (camera, try await camera.address())
    }

    @Test("is taken up at a fragment boundary, and the recording goes on with a gap that says why")
    func takenUp() async throws {
        let nodes = try Nodes()
        let (camera, address, recorder) = try await recordedCamera(nodes)
        let before = try await epoch(nodes, address)
        let other = Picture.small.replacingOccurrences(of: "640", with: "320")
            .replacingOccurrences(of: "360", with: "180")
        _ = try nodes.home.write(Picture.capture(caps: other), as: "mine.pipeline")
        try await eventually("another epoch runs: \(camera.output)") { try await epoch(nodes, address) == before + 1 }
        let frames = try await nodes.persisted()
        try await eventually("recording goes on: \(recorder.output)") { try await nodes.persisted() > frames + 45 }
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        #expect(try await nodes.recording(".[0].gaps | map(.reason) | unique | join(\",\")") == "pipeline-changed")
        #expect(try await nodes.recording(".[0].frames.missing") == "0")
        let verified = try await Tool.longshot("verify", nodes.recorderHome)
        #expect(verified.code == 0 && verified.output.contains("s, before epoch \(before + 1): pipeline-changed"))
        #expect(verified.output.contains(/pause: 2\d{3}-/), "\(verified.output)")
        let segments = try await nodes.segments()
        #expect(try await Judge.probe(try #require(segments.last)).frames > 0)
        #expect(try await nodes.recording(".[0].formats | join(\" \")").contains("h264 640x360 h264 320x180"))
        // One file cannot hold both sizes: the error names them, and `--split` writes a file for each.
        let whole = nodes.home.file("whole.mp4")
        let refused = try await Tool.longshot("export", "--home", nodes.recorderHome, "-o", whole)
        #expect(refused.code != 0 && refused.errors.contains("H.264 640x360 to H.264 320x180"), "\(refused.errors)")
        // All parts, or none: one that cannot be written takes the others with it.
        _ = try nodes.home.write("", as: "part-2.mp4")
        let taken = try await Tool.longshot(
            "export", "--home", nodes.recorderHome, "--split", "-o", nodes.home.file("part.mp4"))
        #expect(taken.code == 1 && taken.errors.contains("part-2.mp4 is there already"), "\(taken)")
        #expect(!FileManager.default.fileExists(atPath: nodes.home.file("part-1.mp4")))
        let split = try await Tool.longshot(
            "export", "--home", nodes.recorderHome, "--split", "-o", whole, "--timestamps", "csv", "--json")
        struct Part: Decodable { let path: String, frames: Int }
        let parts = try JSONDecoder().decode([Part].self, from: Data(split.output.utf8))
        #expect(parts.map(\.path) == ["whole-1.mp4", "whole-2.mp4"].map(nodes.home.file))
        for part in parts {
            #expect(try await Judge.probe(part.path).frames == part.frames)
            // The table of a part: a line with the names, and one for each of its frames.
            let table = try String(contentsOfFile: part.path.replacing(".mp4", with: ".csv"), encoding: .utf8)
            #expect(table.split(whereSeparator: \.isNewline).count { $0.contains(",frame,") } == part.frames)
        }
        #expect(try await nodes.persisted() == parts.reduce(0) { $0 + $1.frames })
        // The previous epoch has ended in the spool too: its files are closed and may be trimmed.
        let catalog = nodes.cameraHome + "/spool/catalog.sqlite"
        let going = "SELECT COUNT(*) FROM recording WHERE state != 'stopped'"
        #expect(try await Tool.run("sqlite3", ["-readonly", catalog, going]).output == "1\n")
    }

    @Test("that ends at once is replaced by the old one; of one that ends later the recorder says so")
    func ends() async throws {
        let nodes = try Nodes()
        let (camera, address, recorder) = try await recordedCamera(nodes)
        func edit(_ pictures: Int) throws {
            let source = "videotestsrc name=camera is-live=true pattern=ball num-buffers=\(pictures)"
            let text = Picture.capture(source: source)
            _ = try nodes.home.write(text, as: "mine.pipeline")
        }
        let before = try await epoch(nodes, address)
        try edit(0)
        try await eventually("the old text runs again: \(camera.output)") {
            let capture = try await state(nodes, address)
            return capture?.phase == "running" && (capture?.epoch ?? 0) > before
        }
        #expect(camera.output.contains("back to the old one"), "\(camera.output)")
        // A client that was not there then is told too, until another text gives pictures.
        let left = try #require(try await state(nodes, address)?.returnedFrom)
        #expect(left.pipeline == "mine" && !left.reason.isEmpty)
        let doctor = try await Tool.longshot("doctor", "--home", nodes.cameraHome).output
        #expect(doctor.contains("because mine failed"), "\(doctor)")
        try edit(40)
        func status() async throws -> String {
            try await Tool.longshot("record", "status", "--home", nodes.recorderHome).output
        }
        try await eventually("the recorder tells the end: \(camera.output)") {
            try await status().contains("the pipeline \"mine\" has come to its end")
        }
        try edit(-1)
        let frames = try await nodes.persisted()
        try await eventually("recording goes on: \(recorder.output)") { try await nodes.persisted() > frames + 45 }
        #expect(try await !status().contains("has come to its end"))
        #expect(try await state(nodes, address)?.returnedFrom == nil)
        #expect(try await nodes.recording(".[0].gaps | map(.reason) | unique | join(\",\")") == "pipeline-changed")
        withExtendedLifetime(camera) {}
    }

    @Test("loses no frame of the old text, even with an encoder that needs seconds for what it still has")
    func slowEncoder() async throws {
        let nodes = try Nodes()
        // Five frames are in flight: four in the queue, and one in the element that needs 0.5 s for each.
        let slow =
            "identity sleep-time=500000 ! x264enc name=encoder tune=zerolatency speed-preset=ultrafast key-int-max=2"
        let text = Picture.capture(encoder: slow)
            .replacingOccurrences(of: "encoder   identity", with: "encoder   x264enc")
        let camera = try nodes.camera(["--capture", try nodes.home.write(text, as: "mine.pipeline")])
        let address = try await camera.address()
        let catalog = nodes.cameraHome + "/spool/catalog.sqlite"
        func ask(_ query: String) async throws -> String {
            try await Tool.run("sqlite3", ["-readonly", catalog, query]).output
        }
        for edit in 1...2 {
            let filled = "SELECT COUNT(*) > 0 FROM fragment WHERE epoch = \(edit)"
            try await eventually("epoch \(edit) is stored: \(camera.output)") { try await ask(filled) == "1\n" }
            _ = try nodes.home.write(text + "# Edit \(edit).\n", as: "mine.pipeline")
            try await eventually("another epoch runs: \(camera.output)") {
                try await epoch(nodes, address) == edit + 1
            }
        }
        try await eventually("the last epoch is stored: \(camera.output)") {
            try await ask("SELECT COUNT(*) > 0 FROM fragment WHERE epoch = 3") == "1\n"
        }
        #expect(try await ask("SELECT epoch, frames, reason FROM gap") == "")
        #expect(try await ask("SELECT SUM(captured - frames) FROM fragment") == "0\n")
    }

    @Test("whose camera's clock goes back a little is recorded on, in the order in which its pictures came")
    func clockGoesBack() async throws {
        let nodes = try Nodes()
        // Delays some pictures until after the next one. The queue is the camera: netsim pushes from two threads, a camera from one.
        let late = "netsim delay-probability=0.2 min-delay=40 max-delay=60"
        let text = Picture.capture(source: "videotestsrc is-live=true pattern=ball ! \(late) ! queue name=camera")
            .replacingOccurrences(of: "camera    videotestsrc", with: "camera    queue")
        let camera = try nodes.camera(["--capture", try nodes.home.write(text, as: "mine.pipeline")])
        let recorder = try await nodes.recorder(of: camera.address(), ["--continuous"])
        try await eventually("it is recorded: \(camera.output) \(recorder.output)") { try await nodes.persisted() > 90 }
        _ = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        #expect(try await nodes.recording(".[0].gaps | length") == "0")
        #expect(camera.output.components(separatedBy: "clock went back").count == 2, "\(camera.output)")
        let verdict = try await Tool.longshot("verify", nodes.recorderHome)
        #expect(verdict.code == 0, "\(verdict.output)\(verdict.errors)")
    }

    @Test("falls silent without an error: that is said, and it is started anew")
    func silent() async throws {
        let nodes = try Nodes()
        // After the last of 45 pictures the source delivers nothing.
        let path = try nodes.home.write(
            Picture.capture(behindCamera: "! joined. appsrc format=time ! joined. concat name=joined"),
            as: "mine.pipeline")
        let camera = try nodes.camera(["--capture", path, "--set", "camera.num-buffers=45"])
        let address = try await camera.address()
        try await eventually("it is started anew: \(camera.output)") {
            try await epoch(nodes, address) == 2
        }
        #expect(camera.output.contains("has given no frame for 5 s and says no error: it is started anew"))
    }

    @Test("fails with an error, which ends its stream too: it is started anew, each time")
    func failing() async throws {
        let nodes = try Nodes()
        let (camera, address) = try await failingCamera(nodes)
        try await eventually("it is started anew: \(camera.output)") {
            try await epoch(nodes, address) >= 8
        }
    }

    @Test("fails faster than a recorder can follow: each epoch has its reason and its time in the archive")
    func failingFast() async throws {
        let nodes = try Nodes()
        let (camera, address) = try await failingCamera(nodes)
        let recorder = try await nodes.recorder(of: address, ["--continuous"])
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 10 }
        // Epochs begin and end while the recorder is stopped.
        #expect(kill(recorder.pid, SIGSTOP) == 0)
        let before = try await epoch(nodes, address)
        try await eventually("epochs pass: \(camera.output)") { try await epoch(nodes, address) >= before + 3 }
        #expect(kill(recorder.pid, SIGCONT) == 0)
        let catalog = nodes.recorderHome + "/archive/catalog.sqlite"
        func ask(_ query: String) async throws -> String {
            try await Tool.run("sqlite3", ["-readonly", catalog, query]).output
        }
        let fetched = "SELECT COUNT(DISTINCT epoch) FROM fragment WHERE epoch BETWEEN \(before) AND \(before + 2)"
        try await eventually("they are fetched: \(recorder.output)") {
            try await ask(fetched) == "3\n"
        }
        #expect(try await ask("SELECT DISTINCT reason FROM gap WHERE frames = 0") == "capture-failed\n")
        #expect(try await ask("SELECT DISTINCT began FROM epoch WHERE epoch > 1") == "capture-failed\n")
        let timeless = "SELECT COUNT(*) FROM fragment WHERE epoch NOT IN (SELECT epoch FROM epoch)"
        #expect(try await ask(timeless) == "0\n")
    }

    @Test("is refused when it is broken: the old one runs on")
    func refused() async throws {
        let nodes = try Nodes()
        let path = try nodes.home.write(Picture.capture(), as: "mine.pipeline")
        let camera = try nodes.camera(["--capture", path])
        let address = try await camera.address()
        try await eventually("the camera runs: \(camera.output)") { try await epoch(nodes, address) == 1 }
        _ = try nodes.home.write(Picture.capture(behindCamera: "! nosuchthing"), as: "mine.pipeline")
        try await eventually("the camera says so: \(camera.output)") {
            camera.output.contains("edited pipeline refused")
        }
        #expect(try await epoch(nodes, address) == 1)
        try await eventually("its state says so, too, until the text is mended") {
            try await nodes.ask(nodes.cameraHome, address, "/v1/state").contains("the old one runs on")
        }
        _ = try nodes.home.write(Picture.capture(), as: "mine.pipeline")
        try await eventually("all is well again") {
            try await nodes.ask(nodes.cameraHome, address, "/v1/state").contains(#""health":"green""#)
        }
    }

    @Test("is undone when it gives no picture: the old one is started again")
    func undone() async throws {
        let nodes = try Nodes()
        let path = try nodes.home.write(Picture.capture(), as: "mine.pipeline")
        let camera = try nodes.camera(["--capture", path])
        let address = try await camera.address()
        try await eventually("the camera runs: \(camera.output)") {
            try await state(nodes, address)?.phase == "running"
        }
        // A valid text that never delivers a frame.
        _ = try nodes.home.write(Picture.capture(behindCamera: "! valve drop=true"), as: "mine.pipeline")
        try await eventually("the old text runs again: \(camera.output)") {
            let state = try await state(nodes, address)
            // A text without a picture does not count as an epoch.
            return state?.phase == "running" && state?.epoch == 2
        }
        #expect(camera.output.contains("back to the old one"))
    }

    @Test("stays when it fails after it gave pictures for a while: the camera fails then, and not the text")
    func stays() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await eventually("the camera runs: \(camera.output)") {
            try await state(nodes, address)?.phase == "running"
        }
        try FileManager.default.createDirectory(
            atPath: "\(nodes.cameraHome)/pipelines", withIntermediateDirectories: true)
        // 14 s of pictures.
        let text = Picture.capture(behindCamera: "! identity error-after=420")
        _ = try nodes.home.write(text, as: "camera/pipelines/mine.pipeline")
        let used = try await Tool.longshot("pipeline", "use", "mine", "--home", nodes.cameraHome)
        #expect(used.code == 0, "\(used.errors)")
        let epoch = try #require(try await state(nodes, address)?.epoch)
        try await eventually("it runs again: \(camera.output)") {
            let state = try await state(nodes, address)
            return state?.phase == "running" && state?.pipeline == "mine" && (state?.epoch ?? 0) > epoch
        }
        #expect(camera.output.contains("capture failed") && !camera.output.contains("back to the old one"))
    }

    @Test("A configured format on which the elements do not agree is named")
    func disagreed() async throws {
        let nodes = try Nodes()
        let wrong = "format.caps=video/x-h264,width=640"
        let camera = try nodes.camera(["--capture", "pattern", "--set", wrong])
        let address = try await camera.address()
        try await eventually("the state says why: \(camera.output)") {
            try await nodes.ask(nodes.cameraHome, address, "/v1/state").contains("this one was set: \(wrong)")
        }
    }
}
