// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing
import Wire

@Suite("Distance and direction", .serialized, .timeLimit(.minutes(6)))
struct NearbyTests {
    /// A camera that sees a tag of 120 pixels in the middle of a picture of 1280x720.
    private func camera(_ nodes: Nodes, tag: Int, _ options: [String] = ["--nearby"]) async throws -> Child {
        let picture = nodes.home.file("tag.png")
        let made = try await Tool.longshot("nearby", "tag", "--size", "8mm", "--tag", "\(tag)", "-o", picture)
        #expect(made.code == 64, "a tag of 8 mm is too small: \(made.output)")
        let outcome = try await Tool.longshot("nearby", "tag", "--size", "10mm", "--tag", "\(tag)", "-o", picture)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let text = """
            multifilesrc name=camera location=\(picture) loop=true caps=image/png,framerate=30/1
            ! pngdec
            ! videoconvert
            ! videobox autocrop=true fill=white
            ! video/x-raw,format=I420,width=1280,height=720
            ! videorate
            ! video/x-raw,framerate=30/1
            ! clocksync
            ! tee name=split
            split.
            ! queue
            ! x264enc name=encoder tune=zerolatency speed-preset=ultrafast bframes=0 key-int-max=30
            ! h264parse config-interval=-1
            ! video/x-h264,stream-format=byte-stream,alignment=au
            ! appsink name=encoded sync=false max-buffers=60 drop=false
            split.
            ! queue leaky=downstream max-size-buffers=2
            ! appsink name=frames sync=false max-buffers=2 drop=true

            """
        let pipeline = try nodes.home.write(text, as: "tag.pipeline")
        let camera = try nodes.camera(["--capture", pipeline] + options)
        try await nodes.ready(try await camera.address())
        return camera
    }

    @Test("follows a printed tag with a calibrated lens, triggers a still, and stores only what is asked for")
    func watch() async throws {
        let nodes = try Nodes()
        let camera = try await camera(nodes, tag: 7)
        defer { withExtendedLifetime(camera) {} }
        let (home, log) = (nodes.cameraHome, nodes.home.file("log.jsonl"))
        let lens = try await Tool.longshot("calibrate", "--home", home, "--field-of-view", "65.2")
        #expect(lens.code == 0 && lens.output.contains("65.2°"), "\(lens.errors)")
        let watched = try await Tool.longshot(
            "nearby", "watch", "--home", home, "--size", "100mm", "--tag", "7", "--for", "1s", "--json", "--log", log)
        #expect(watched.code == 0, "\(watched.errors)")
        let updates = try watched.output.split(separator: "\n").map {
            try JSON.decode(NearbyUpdate.self, from: Data($0.utf8))
        }
        let seen = updates.compactMap(\.position)
        #expect(seen.count >= 2, "\(watched.output)")
        // The black square has 120 pixels, and the focal length is 1,000.7.
        for position in seen {
            #expect(abs(position.distance - 0.1 * 1_000.7 / 120) < 0.01, "\(position)")
            #expect(abs(position.azimuth) < 0.2 && abs(position.elevation) < 0.2, "\(position)")
            #expect(abs(position.distanceUncertainty / position.distance - 0.05) < 0.01)
        }
        #expect(updates.last?.lens?.origin == .fieldOfView)
        #expect(try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count == updates.count)
        let other = try await Tool.longshot(
            "nearby", "watch", "--home", home, "--size", "100mm", "--tag", "8", "--for", "500ms")
        #expect(other.output.contains("not in sight") && !other.output.contains("±"))
        let still = nodes.home.file("still.jpg")
        let snapped = try await Tool.longshot(
            "snap", "--home", home, "--when-within", "2m", "--tag-size", "100mm", "--tags", "7", "-o", still)
        #expect(snapped.code == 0, "\(snapped.errors)")
        let measured = try await Tool.longshot(
            "nearby", "measure", "--size", "100mm", "--field-of-view", "65.2", still)
        #expect(measured.code == 0 && measured.output.contains("tag 7 83"), "\(measured.output)\(measured.errors)")
    }

    @Test("says nothing without the owner's permission")
    func permission() async throws {
        let nodes = try Nodes()
        let camera = try await camera(nodes, tag: 7, [])
        defer { withExtendedLifetime(camera) {} }
        let refused = try await Tool.longshot("nearby", "watch", "--home", nodes.cameraHome, "--size", "100mm")
        #expect(refused.code == 1 && refused.errors.contains("--nearby"), "\(refused.errors)")
    }

    @Test("prints tags that a reader of ours and the file's own size agree with", arguments: ["pdf", "svg", "png"])
    func sheets(ending: String) async throws {
        let home = try Home()
        let path = home.file("tag.\(ending)")
        let made = try await Tool.longshot("nearby", "tag", "--size", "120mm", "--tag", "42", "-o", path)
        #expect(made.code == 0, "\(made.errors)")
        let again = try await Tool.longshot("nearby", "tag", "--size", "120mm", "--tag", "42", "-o", path)
        #expect(again.code == 1 && again.errors.contains("--force"))
        guard ending == "png" else {
            let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
            #expect(text.contains("tag 42 of tag36h11"))
            return
        }
        let read = try await Tool.longshot("nearby", "measure", "--size", "120mm", path)
        #expect(read.output.contains("tag 42"), "\(read.output)\(read.errors)")
    }
}
