// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A camera whose pictures come late", .serialized, .timeLimit(.minutes(6)))
struct LateCameraTests {
    /// Pictures of which none is dropped, every 20 ms, although each of them takes as long as it says here.
    private func pipeline(milliseconds: Int) -> String {
        """
        videotestsrc name=camera is-live=true ! video/x-raw,format=I420,width=320,height=180,framerate=50/1
        ! identity sleep-time=\(milliseconds)000
        ! tee name=split
        split. ! queue ! x264enc name=encoder tune=zerolatency speed-preset=ultrafast bframes=0 key-int-max=5
        ! h264parse config-interval=-1 ! video/x-h264,stream-format=byte-stream,alignment=au ! appsink name=encoded sync=false
        split. ! queue ! appsink name=frames sync=false

        """
    }

    @Test("says how late they are, also to its recorder, and gives no old one as the still of a press")
    func told() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera([
            "--capture", try nodes.home.write(pipeline(milliseconds: 200), as: "slow.pipeline"),
        ])
        let address = try await camera.address()
        let recorder = try await nodes.recorder(of: address, ["--continuous"])
        _ = try await recorder.address()
        let late = #/its pictures come [0-9]+ s late: the camera or the network is too slow/#
        try await eventually("the camera says so: \(camera.output)") {
            try await nodes.shutter(address).health == "yellow"
        }
        #expect(try await Tool.longshot("doctor", "--home", nodes.cameraHome).output.contains(late))
        try await eventually("the recorder says so: \(recorder.output)") {
            try await nodes.recording(".[0].liveTrouble").contains(late)
        }
        #expect(try await Tool.longshot("doctor", "--home", nodes.recorderHome).output.contains(late))
        let refused = try await Tool.longshot("snap", "--home", nodes.cameraHome)
        #expect(refused.code == 1 && refused.errors.contains("no picture of the press yet"), "\(refused.errors)")
        let used = try await Tool.longshot("pipeline", "use", "test", "--home", nodes.cameraHome)
        #expect(used.code == 0, "\(used.errors)")
        try await eventually("it is on time: \(camera.output)") {
            try await nodes.shutter(address).health == "green"
        }
        let still = try #require(try await nodes.snap().first)
        #expect(!still.clamped && abs(still.skewMilliseconds) < 200, "\(still)")
        withExtendedLifetime((camera, recorder)) {}
    }

    @Test("is recorded until the moment of the stop, although those pictures arrive after it")
    func stopped() async throws {
        let nodes = try Nodes()
        let text = pipeline(milliseconds: 10)
        let camera = try nodes.camera(["--capture", try nodes.home.write(text, as: "half.pipeline")])
        let recorder = try await nodes.recorder(of: try await camera.address(), ["--continuous"])
        _ = try await recorder.address()
        try await eventually("it records: \(recorder.output)") { try await nodes.persisted() > 0 }
        // Then it needs ten seconds to catch up.
        #expect(kill(camera.pid, SIGSTOP) == 0)
        try await Task.sleep(for: .seconds(10))
        #expect(kill(camera.pid, SIGCONT) == 0)
        try await eventually("the recorder hears late pictures: \(recorder.output)") {
            try await nodes.recording(".[0].liveTrouble") != "null"
        }
        let stop = Date.now.timeIntervalSince1970
        let outcome = try await Tool.longshot("record", "stop", "--home", nodes.recorderHome)
        #expect(outcome.code == 0, "\(outcome.errors)")
        try await eventually("it has ended: \(recorder.output)") {
            try await nodes.recording(".[0].state") == "stopped"
        }
        let end = try #require(Double(try await nodes.recording(".[0] | (.capturedFrom + .duration) / 1e9")))
        let missing = try await nodes.recording(".[0].frames.missing")
        #expect(end > stop && missing == "0", "\(end) \(stop)")
        withExtendedLifetime(camera) {}
    }

    @Test(
        "is recorded although it does not answer when the recording is started, which is said", arguments: ["0s", "5s"])
    func hanging(_ before: String) async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera([])
        let recorder = try await nodes.recorder(of: try await camera.address(), [])
        let address = try await recorder.address()
        try await eventually("they are connected: \(recorder.output)") {
            try await nodes.ask(nodes.recorderHome, address, "/v1/state").contains(#""phase":"connected""#)
        }
        #expect(kill(camera.pid, SIGSTOP) == 0)
        let started = try await Tool.longshot("record", "start", "--before", before, "--home", nodes.recorderHome)
        #expect(started.code == 0, "\(started.errors)")
        #expect(kill(camera.pid, SIGCONT) == 0)
        try await eventually("it records: \(recorder.output)") { try await nodes.persisted() > 0 }
        withExtendedLifetime(camera) {}
    }
}
