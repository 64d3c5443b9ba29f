// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// Cameras that encode give each picture the time of its arrival, so that B-frames do not show in the times.
@Suite("A camera that encodes H.264 itself", .serialized, .timeLimit(.minutes(2)))
struct SelfEncodedTests {
    private let stream = "video/x-h264,stream-format=byte-stream,alignment=au"

    /// Writes a stream as a file for each picture, and returns a capture pipeline that plays it like such a camera.
    private func capture(_ nodes: Nodes, named name: String, _ encoder: String) async throws -> String {
        let folder = nodes.home.path + "/" + name
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let made = try await Tool.run(
            "sh",
            [
                "-c",
                """
                gst-launch-1.0 -q videotestsrc num-buffers=60 ! video/x-raw,width=160,height=90,framerate=30/1 \
                ! x264enc speed-preset=veryfast key-int-max=30 \(encoder) ! \(stream) ! multifilesink location=\(folder)/%05d
                """,
            ])
        #expect(made.code == 0, "\(made.errors)")
        return try nodes.home.write(
            """
            # Plays pictures as a camera that encodes them.
            #
            #   camera    multifilesrc
            #   encoded   appsink
            multifilesrc name=camera location=\(folder)/%05d loop=true do-timestamp=true caps=\(stream),framerate=30/1
            ! identity sleep-time=30000 ! h264parse config-interval=-1 ! \(stream) ! appsink name=encoded sync=false max-buffers=60
            """, as: name + ".pipeline")
    }

    @Test("is recorded as it comes, and refused by name if it sends B-frames")
    func bipredicted() async throws {
        let nodes = try Nodes()
        let plain = try await capture(nodes, named: "plain", "bframes=0")
        let reordered = try await capture(nodes, named: "reordered", "bframes=2 b-adapt=false")
        let camera = try nodes.camera(["--capture", plain])
        let address = try await camera.address()
        try await eventually("pictures come: \(camera.output)") {
            try await nodes.ask(nodes.cameraHome, address, "/v1/state").contains("\"phase\":\"running\"")
        }
        camera.killHard()
        let refused = try nodes.camera(["--capture", reordered])
        try await eventually("B-frames are named: \(refused.output)") { refused.output.contains("sends B-frames") }
        refused.killHard()
    }
}
