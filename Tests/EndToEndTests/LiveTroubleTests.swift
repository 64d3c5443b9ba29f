// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A recording without live video", .serialized, .timeLimit(.minutes(6)))
struct LiveTroubleTests {
    @Test("says why while its footage is fetched, until live video is back")
    func told() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let recorder = try await nodes.recorder(of: try await camera.address(), ["--continuous"])
        _ = try await recorder.address()
        // RFC 2435 has sizes in multiples of 8 only.
        _ = try nodes.home.write(
            "videotestsrc name=camera is-live=true ! video/x-raw,format=I420,width=484,height=270,framerate=15/1 ! jpegenc "
                + "! image/jpeg ! appsink name=encoded", as: "camera/pipelines/odd.pipeline")
        let (ofCamera, ofRecorder) = (["--home", nodes.cameraHome], ["--home", nodes.recorderHome])
        func status() async throws -> String {
            try await Tool.run(Tool.longshot, ["record", "status"] + ofRecorder).output
        }
        try await eventually("it records: \(recorder.output)") { try await status().contains("  live: ") }
        let used = try await Tool.run(Tool.longshot, ["pipeline", "use", "odd"] + ofCamera)
        #expect(used.code == 0, "\(used.errors)")
        // Each fetched fragment clears a trouble of the archive.
        try await eventually("the reason is told: \(recorder.output)") {
            try await status().contains(
                #/no live video, what is recorded is fetched: this JPEG cannot travel over RTP and UDP: .*--transport tcp/#
            )
        }
        let before = try await nodes.persisted()
        try await eventually("it is fetched meanwhile") { try await nodes.persisted() > before + 15 }
        #expect(try await status().contains("no live video, "))
        let doctor = try await Tool.run(Tool.longshot, ["doctor"] + ofRecorder)
        #expect(doctor.output.contains("no live video, what is recorded is fetched"), "\(doctor.output)")
        let back = try await Tool.run(Tool.longshot, ["pipeline", "use", "test"] + ofCamera)
        #expect(back.code == 0, "\(back.errors)")
        try await eventually("live video is back") {
            let now = try await status()
            return now.contains("  live: ") && !now.contains("no live video")
        }
        withExtendedLifetime((camera, recorder)) {}
    }
}
