// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Watching live in a real browser", .serialized, .timeLimit(.minutes(6)))
struct LiveViewTests {
    /// The child processes of a node.
    private func processes(of node: Child) async throws -> [Int32] {
        try await Tool.run("pgrep", ["-P", "\(node.pid)"]).output.split(separator: "\n").compactMap { Int32($0) }
    }

    private func viewers(_ nodes: Nodes, _ nodeHome: String, _ address: String) async throws -> Int {
        struct State: Decodable {
            struct Count: Decodable { let count, limit: Int }
            let viewers: Count
        }
        let state = try await nodes.ask(nodeHome, address, "/v1/state")
        return try JSONDecoder().decode(State.self, from: Data(state.utf8)).viewers.count
    }

    /// The id of the recorder's camera.
    private func cameraID(_ nodes: Nodes, _ recorder: String) async throws -> String {
        let cameras = try await nodes.ask(nodes.recorderHome, recorder, "/v1/cameras")
        return String(try #require(cameras.components(separatedBy: "\"camera\":\"").last?.prefix { $0 != "\"" }))
    }

    @Test("shows pictures that move, soon after they were taken; and is over when it is left")
    func moving() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.ready(address)
        #expect(try await processes(of: camera).isEmpty)
        let viewer = try await Viewer(of: nodes.cameraHome, home: nodes.home)
        try await viewer.watch()
        try await eventually("the viewer has caught up") { try viewer.frames() > 45 }
        let first = try await viewer.shot()
        let seen = try viewer.frames()
        try await eventually("more pictures are shown") { try viewer.frames() > seen + 45 }
        let second = try await viewer.shot()
        // The pictures come at 30 a second, 3,000 ticks apart.
        let (pictures, ticks) = (second.number - first.number, Double(second.timestamp &- first.timestamp))
        #expect(pictures > 30 && abs(ticks / Double(pictures) - 3_000) < 150, "\(pictures) in \(ticks)")
        let clock = try await Clock(of: nodes, address)
        let latencies = [first, second].map { clock.age(of: $0) }
        for latency in latencies {
            Promise.check("from capture to screen", within: .milliseconds(200), took: .nanoseconds(latency))
        }
        #expect(latencies.allSatisfy { $0 >= 0 }, "\(latencies)")
        #expect(try viewer.answer().contains("a=sendonly") && viewer.answer().contains("apt="))

        #expect(try await viewers(nodes, nodes.cameraHome, address) == 1)
        #expect(try await processes(of: camera).count == 1)
        try await viewer.leave()
        try await eventually("the seat is free") { try await viewers(nodes, nodes.cameraHome, address) == 0 }
        try await eventually("the browser hears of it") { try viewer.connection() != "connected" }
        try await eventually("the process ends") { try await processes(of: camera).isEmpty }
        // Watching works again in a new process.
        try await viewer.watch()
        #expect(try await camera.terminate().code == 0)
        #expect(!camera.output.contains("viewers' process ended"), "\(camera.output)")
    }

    /// A group of pictures that is longer than a test, in frames.
    private static let endless = 9_000

    /// A camera with a key frame every `gop` frames.
    private func camera(_ nodes: Nodes, keyFrameEvery gop: Int) throws -> Child {
        // Nodes discard groups above 16 MB. A picture that is easy to encode needs more than a minute for that.
        let pattern = gop == Self.endless ? "ball" : "smpte"
        return try nodes.camera(["--set", "encoder.key-int-max=\(gop)", "--set", "camera.pattern=\(pattern)"])
    }

    /// The same, and a recorder that records it.
    private func recorded(
        _ nodes: Nodes, keyFrameEvery gop: Int
    ) async throws -> (camera: Child, recorder: Child, address: String) {
        let camera = try camera(nodes, keyFrameEvery: gop)
        let address = try await camera.address()
        let recorder = try await nodes.recorder(of: address, ["--continuous", "--transport", "tcp"])
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 0 }
        return (camera, recorder, address)
    }

    @Test(
        "begins in the middle of a group of pictures, however long, and is soon live, without a new key frame",
        arguments: [30, 120, 300, endless])
    func joining(_ gop: Int) async throws {
        let nodes = try Nodes()
        let camera = try camera(nodes, keyFrameEvery: gop)
        let address = try await camera.address()
        try await nodes.ready(address)
        let viewer = try await Viewer(of: nodes.cameraHome, home: nodes.home)
        _ = try await inGroup(of: gop, nodes, address)
        let live = try await join(viewer, "/v1/live/whep", "in a group of \(gop)", nodes, address)
        try await viewer.leave()
        try await viewer.watch()
        Promise.check(
            "first picture for one more viewer", within: .milliseconds(300), took: .milliseconds(try viewer.wait()))
        try await checkKeyFrames(of: camera, nodes, every: gop, since: 0, until: live.number)
    }

    @Test("begins in the middle of a group on a recorder, too", arguments: [120, 300, endless])
    func joiningRecorder(_ gop: Int) async throws {
        let nodes = try Nodes()
        let (camera, recorder, address) = try await recorded(nodes, keyFrameEvery: gop)
        let path = "/v1/cameras/\(try await cameraID(nodes, try await recorder.address()))/whep"
        let viewer = try await Viewer(of: nodes.recorderHome, home: nodes.home)
        let joined = try await inGroup(of: gop, nodes, address)
        let live = try await join(viewer, path, "in a group of \(gop) on a recorder", nodes, address)
        try await checkKeyFrames(of: camera, nodes, every: gop, since: joined, until: live.number)
        withExtendedLifetime(recorder) {}
    }

    @Test("begins in the middle of a group in a tile of the desk, too")
    func tile() async throws {
        let nodes = try Nodes()
        let (camera, recorder, address) = try await recorded(nodes, keyFrameEvery: Self.endless)
        let desk = try await nodes.browser(try await nodes.pageLink(to: nodes.recorderHome), size: (1_280, 800))
        let buttons = "[...document.querySelectorAll('.tile-actions button')]"
        let watch = "\(buttons).find((one) => one.textContent == 'Watch live')"
        try await desk.wait(until: "\(watch)?.checkVisibility()")
        let joined = try await encoded(nodes, address)
        _ = try desk.value("\(watch).click()")
        let video = "document.querySelector('.tile video')"
        let frames = "\(video).getVideoPlaybackQuality().totalVideoFrames"
        try await desk.wait(until: "\(video)?.videoWidth == 640 && \(frames) > 30")
        let shown = try await encoded(nodes, address)
        try await checkKeyFrames(of: camera, nodes, every: Self.endless, since: joined, until: shown)
        withExtendedLifetime(recorder) {}
    }

    /// Watches until a picture that is shown 1 s after the first one; returns that picture.
    private func join(
        _ viewer: Viewer, _ path: String, _ place: String, _ nodes: Nodes, _ address: String
    ) async throws -> Viewer.Shot {
        try await viewer.watch(path)
        let wait = try viewer.wait()
        let early = try await viewer.shot()
        try await viewer.pastFirstSecond()
        let live = try await viewer.shot()
        #expect(live.number > early.number)
        let age = try await Clock(of: nodes, address).age(of: live)
        Promise.check("first picture \(place)", within: .milliseconds(300), took: .milliseconds(wait))
        Promise.check(
            "1 s later from capture to screen \(place)", within: .milliseconds(100), took: .nanoseconds(age))
        return live
    }

    /// Ends the camera, and checks the key frames in its spool.
    ///
    /// - Parameters:
    ///   - gop: the length of a group, at the end of which the encoder makes a key frame without being asked.
    ///   - joined: the number of a picture before the viewer joined. A recorder that joined before has requested a key frame.
    ///   - shown: the number of a picture that the viewer saw, or of a later one.
    private func checkKeyFrames(
        of camera: Child, _ nodes: Nodes, every gop: Int, since joined: Int, until shown: Int
    ) async throws {
        #expect(try await camera.terminate().code == 0)
        var isKey: [Bool] = []
        for file in nodes.spoolFiles() { isKey += try await Judge.keyFrames(in: file) }
        #expect(isKey.count >= shown, "the spool has all of it")
        let keys = isKey.indices.filter { isKey[$0] }
        let start = try #require(keys.last { $0 <= joined }, "\(keys)")
        let expected = Array(stride(from: start, to: isKey.count, by: gop))
        #expect(keys.filter { $0 >= start } == expected)
        // The viewer saw pictures before the next key frame, so they are of the group that was in progress.
        #expect(gop < Self.endless || shown < start + gop, "\(shown) in \(keys)")
    }

    /// The number of pictures that the camera has encoded.
    private func encoded(_ nodes: Nodes, _ address: String) async throws -> Int {
        struct State: Decodable {
            struct Counters: Decodable { let encoded: Int }
            let counters: Counters
        }
        let state = try await nodes.ask(nodes.cameraHome, address, "/v1/state")
        return try JSONDecoder().decode(State.self, from: Data(state.utf8)).counters.encoded
    }

    /// Waits until a part of a group of pictures has been captured; returns the number of encoded pictures.
    private func inGroup(of gop: Int, _ nodes: Nodes, _ address: String) async throws -> Int {
        var count = 0
        try await eventually("a part of the group has been captured") {
            count = try await encoded(nodes, address)
            return count % gop > min(60, gop / 2)
        }
        return count
    }

    @Test("names the very frame: a press by its RTP timestamp gives the picture that was on the screen")
    func seen() async throws {
        let nodes = try Nodes()
        // One picture per second, so that the ring still has it when the press arrives.
        let camera = try nodes.camera([
            "--set", "format.caps=" + Picture.small.replacingOccurrences(of: "30/1", with: "1/1"),
            "--set", "encoder.key-int-max=1",
        ])
        let address = try await camera.address()
        try await nodes.ready(address)
        let viewer = try await Viewer(of: nodes.cameraHome, home: nodes.home)
        try await viewer.watch()
        let shot = try await viewer.shot()
        let clock = try await Clock(of: nodes, address)
        let file = nodes.home.file("seen.jpg")
        let still = try #require(
            try await nodes.snap("--seen", "\(clock.epoch):\(clock.tick(of: shot))", "-o", file).first)
        #expect(still.shownTick == clock.tick(of: shot) && !still.clamped)
        #expect(try await Judge.number(in: file) == shot.number)
    }

    @Test("costs a recording nothing when the viewers' process is killed in the middle; and then goes on")
    func killed() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        let recorder = try await nodes.recorder(of: address, ["--continuous", "--transport", "tcp"])
        let recorderAddress = try await recorder.address()
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 30 }
        let viewer = try await Viewer(of: nodes.cameraHome, home: nodes.home)
        try await viewer.watch()
        for _ in 0..<2 {
            let process = try #require(try await processes(of: camera).first)
            kill(process, SIGKILL)
            try await eventually("the seat is free") { try await viewers(nodes, nodes.cameraHome, address) == 0 }
            try await viewer.watch()
            #expect(try await processes(of: camera) != [process])
        }
        // The recorder's own stream can be watched too, and a stuck viewers' process is replaced.
        let other = try await Viewer(of: nodes.recorderHome, home: nodes.home)
        let id = try await cameraID(nodes, recorderAddress)
        try await other.watch("/v1/cameras/\(id)/whep")
        let (first, second) = (try await other.shot(), try await other.shot())
        #expect(second.number > first.number)
        let process = try #require(try await processes(of: camera).first)
        kill(process, SIGSTOP)
        try await eventually("it is noticed: \(camera.output)") {
            try await viewers(nodes, nodes.cameraHome, address) == 0
        }
        try await viewer.watch()
        let stopped = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        #expect(stopped.code == 0, "\(stopped.errors)")
        #expect(try await nodes.recording(".[0].frames.missing") == "0")
        #expect(try await nodes.recording(".[0].frames | .received == .captured | tostring") == "true")
        #expect(try await Tool.longshot("verify", nodes.recorderHome).code == 0)
    }

    @Test("sees nothing more when its grant is withdrawn, or when it is revoked, although it does not leave")
    func withdrawn() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        let recorder = try await nodes.recorder(of: address, ["--continuous", "--transport", "tcp"])
        let recorderAddress = try await recorder.address()
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 30 }
        let id = try await cameraID(nodes, recorderAddress)
        for (home, address, path) in [
            (nodes.cameraHome, address, "/v1/live/whep"),
            (nodes.recorderHome, recorderAddress, "/v1/cameras/\(id)/whep"),
        ] {
            let viewer = try await Viewer(of: home, home: nodes.home)
            let name = "Chrome on Linux"
            for command in [["grant", name, "record"], ["revoke", name]] {
                try await viewer.watch(path)
                #expect(try await viewers(nodes, home, address) == 1)
                try await page(command, of: home)
                try await eventually("the seat is free") { try await viewers(nodes, home, address) == 0 }
                try await eventually("no picture comes") {
                    let before = try viewer.frames()
                    try await Task.sleep(for: .milliseconds(500))
                    return try viewer.frames() == before
                }
                #expect(
                    try await viewer.status(path) == (command[0] == "grant" ? "403" : "401")
                        + " application/problem+json")
                // It is still signed in.
                if command[0] == "grant" { try await page(["grant", name, "view"], of: home) }
            }
        }
    }

    private func page(_ command: [String], of home: String) async throws {
        let outcome = try await Tool.run(Tool.longshot, ["page"] + command + ["--home", home])
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test("ends with its node, however that ends")
    func orphan() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.ready(address)
        let viewer = try await Viewer(of: nodes.cameraHome, home: nodes.home)
        try await viewer.watch(withSound: true)
        let process = try #require(try await processes(of: camera).first)
        // The process has no socket and no file of the node.
        let open = try await Tool.run("ls", ["-l", "/proc/\(process)/fd"]).output
        #expect(!open.contains(nodes.cameraHome), "\(open)")
        camera.killHard()
        try await eventually("it has ended") { kill(process, 0) != 0 }
    }

    @Test("is refused where it cannot be: JPEG, and more people than may")
    func refused() async throws {
        let nodes = try Nodes()
        _ = try nodes.home.write("viewers: 0\n", as: "camera/longshot.yaml")
        let camera = try nodes.camera()
        try await nodes.ready(try await camera.address())
        let viewer = try await Viewer(of: nodes.cameraHome, home: nodes.home)
        #expect(try await viewer.status() == "429 application/problem+json")
        let others = try Nodes()
        let capture = Picture.capture(encoder: "jpegenc name=encoder", parser: "")
        let path = try others.home.write(capture, as: "jpeg.pipeline")
        let second = try others.camera(["--capture", path])
        try await others.ready(try await second.address())
        let other = try await Viewer(of: others.cameraHome, home: others.home)
        #expect(try await other.status() == "409 application/problem+json")
        #expect(try other.answer().contains("picture stream"))
    }

    /// A camera's clocks and its current epoch.
    private struct Clock {
        let epoch: Int
        private let monotonic, utc: Int64

        init(of nodes: Nodes, _ address: String) async throws {
            struct State: Decodable {
                struct Capture: Decodable { let epoch: Int }
                let capture: Capture
            }
            struct Reading: Decodable { let monotonic, utc: Int64 }
            let state = try await nodes.ask(nodes.cameraHome, address, "/v1/state")
            epoch = try JSONDecoder().decode(State.self, from: Data(state.utf8)).capture.epoch
            let time = try await nodes.ask(nodes.cameraHome, address, "/v1/time")
            let reading = try JSONDecoder().decode(Reading.self, from: Data(time.utf8))
            (monotonic, utc) = (reading.monotonic, reading.utc)
        }

        /// The tick nearest to now whose lower half is the timestamp.
        func tick(of shot: Viewer.Shot) -> Int64 {
            let now = Int64(Double(monotonic) * 90_000 / 1_000_000_000)
            return now + Int64(Int32(bitPattern: shot.timestamp &- UInt32(truncatingIfNeeded: now)))
        }

        /// The time from the capture of a picture until it was shown, in nanoseconds.
        func age(of shot: Viewer.Shot) -> Int64 {
            shot.shownAt - (utc - monotonic + tick(of: shot) / 9 * 100_000)
        }
    }
}
