// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A camera whose pictures come late", .serialized, .timeLimit(.minutes(6)))
struct LateCameraTests {
    /// Each picture takes 0.2 s, ten times the time between two, and none is dropped.
    private let slow = """
        videotestsrc name=camera is-live=true ! video/x-raw,format=I420,width=320,height=180,framerate=50/1 ! identity sleep-time=200000
        ! tee name=split
        split. ! queue ! x264enc name=encoder tune=zerolatency speed-preset=ultrafast bframes=0 key-int-max=5
        ! h264parse config-interval=-1 ! video/x-h264,stream-format=byte-stream,alignment=au ! appsink name=encoded sync=false
        split. ! queue ! appsink name=frames sync=false

        """

    @Test("says how late they are, also to its recorder, and gives no old one as the still of a press")
    func told() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--capture", try nodes.home.write(slow, as: "slow.pipeline")])
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
}
