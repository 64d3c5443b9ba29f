// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The moment of a still", .serialized, .timeLimit(.minutes(6)))
struct StillMomentTests {
    @Test("is the frame that was seen, from the ring or later the footage; otherwise the nearest, and that is said")
    func seen() async throws {
        let nodes = try Nodes()
        // One picture per second, so that the ring still has the frame when it is requested again.
        let camera = try nodes.camera([
            "--set", "format.caps=" + Picture.small.replacingOccurrences(of: "30/1", with: "1/1"),
            "--set", "encoder.key-int-max=2",
        ])
        let address = try await camera.address()
        try await nodes.ready(address)
        let first = nodes.home.file("first.jpg")
        let still = try #require(try await nodes.snap("-o", first).first)
        #expect(try await Judge.isLeftByUmask(first))
        let epoch = try await nodes.ask(nodes.cameraHome, address, "/v1/stills/\(still.id)")
        let number = try #require(epoch.components(separatedBy: "\"epoch\":").last?.prefix { $0.isNumber })
        let name = "\(number):\(still.shownTick)"
        let second = nodes.home.file("second.jpg")
        let again = try #require(try await nodes.snap("--seen", name, "-o", second).first)
        #expect(again.shownTick == still.shownTick && again.skewMilliseconds == 0 && !again.clamped)
        #expect(try await Judge.number(in: first) == Judge.number(in: second))
        // A frame of another epoch is a different frame, even at the same tick, and this one nobody has seen.
        let other = try await Tool.longshot(
            "snap", "--home", nodes.cameraHome, "--seen", "99:\(still.shownTick)")
        #expect(other.code == 66 && other.errors.contains("epoch 99"), "\(other.errors)")
        try await eventually("the frame has left the ring") {
            let late = try #require(try await nodes.snap("--seen", name, "-o", second, "--force").first)
            #expect(late.shownTick == still.shownTick && late.skewMilliseconds == 0 && !late.clamped)
            return late.source == "footage"
        }
        #expect(try await Judge.number(in: first) == Judge.number(in: second))
        let absurd = try await Tool.longshot("snap", "--home", nodes.cameraHome, "--seen", name, "--timer", "3")
        #expect(absurd.code == 64 && absurd.errors.contains("--seen is for one frame"), "\(absurd.errors)")
    }

    @Test("is the first frame, for a press while the camera starts")
    func starting() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        // It answers now, and may have no frame for some tenths of a second.
        _ = try await camera.address()
        let still = try #require(try await nodes.snap().first)
        #expect(still.source == "next-frame" || still.source == "ring", "\(still)")
    }

    @Test("is told by the press also with a light, for which it waits until the pictures show it")
    func flash() async throws {
        let nodes = try Nodes()
        let light = nodes.home.file("light")
        try FileManager.default.createDirectory(atPath: light, withIntermediateDirectories: true)
        for (name, text) in [("brightness", "0\n"), ("max_brightness", "255\n")] {
            try text.write(toFile: "\(light)/\(name)", atomically: false, encoding: .utf8)
        }
        _ = try nodes.home.write("camera:\n  torch: \(light)\n", as: "camera/longshot.yaml")
        let camera = try nodes.camera()
        try await nodes.ready(try await camera.address())
        let still = try #require(try await nodes.snap("--flash").first)
        // It waits for six frames.
        #expect(still.skewMilliseconds > 150, "\(still)")
    }

    @Test("is kept when developing takes longer than the beat")
    func slow() async throws {
        let nodes = try Nodes()
        _ = try nodes.home.write(
            """
            appsrc name=frame format=time block=true max-buffers=1 caps=video/x-raw
            ! identity sleep-time=400000 ! videoconvert ! jpegenc ! appsink name=still sync=false
            """, as: "camera/pipelines/still/jpeg.pipeline")
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.ready(address)
        let series = try await nodes.snap("--count", "10", "--every", "100ms")
        #expect(series.count == 10)
        for still in series {
            #expect(abs(still.skewMilliseconds) <= 17.5 + still.uncertaintyMilliseconds && !still.clamped)
        }
    }

    @Test("keeps its place in a series although the camera's pipeline is changed in the middle")
    func interruption() async throws {
        let nodes = try Nodes()
        let path = try nodes.home.write(Picture.capture(), as: "mine.pipeline")
        let camera = try nodes.camera(["--capture", path])
        let address = try await camera.address()
        try await nodes.ready(address)
        async let series = nodes.snap("--count", "40", "--every", "100ms")
        try await eventually("some are taken") {
            try await nodes.ask(nodes.cameraHome, address, "/v1/stills").ranges(of: "shownAt").count >= 5
        }
        _ = try nodes.home.write(Picture.capture() + "# Another one.\n", as: "mine.pipeline")
        let stills = try await series
        #expect(stills.count > 10)
        let first = try #require(stills.first)
        for still in stills where !still.clamped {
            let frames = Double(still.shownTick - first.shownTick) / 9_000
            #expect(abs(frames - frames.rounded()) < 0.4)
        }
        #expect(try await nodes.ask(nodes.cameraHome, address, "/v1/state").contains("\"epoch\":2"))
    }

    @Test("is announced each second to everyone, and anybody may cancel it; meanwhile the shutter says that it is busy")
    func timer() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.ready(address)
        let watch = try Child(["watch", "--home", nodes.cameraHome, "--no-discovery"], home: nodes.home)
        let nothing = try await Tool.longshot("stills", "cancel", "--home", nodes.cameraHome)
        #expect(nothing.code == 1 && nothing.errors.contains("no stills are being taken"))
        let snap = try Child(["snap", "--home", nodes.cameraHome, "--timer", "30"], home: nodes.home)
        try await eventually("three seconds were announced: \(watch.output)") {
            ["countdown 29", "countdown 28", "countdown 27"].allSatisfy { watch.output.contains($0) }
        }
        let shutter = try await nodes.shutter(address).stills
        #expect(shutter.jobs.map(\.phase) == ["countdown"])
        #expect(shutter.busy.first?.contains("counts down, 2") == true)
        let refused = try await Tool.longshot("snap", "--home", nodes.cameraHome, "--when-busy", "refuse")
        #expect(refused.code == 1 && refused.errors.contains("counts down"), "\(refused.errors)")
        // A queued still is taken at once, because a countdown does not occupy the ring.
        #expect(try await nodes.snap().count == 1)
        let cancelled = try await Tool.longshot("stills", "cancel", "--home", nodes.cameraHome)
        #expect(cancelled.code == 0 && cancelled.output.contains("0 of 1 still so far"), "\(cancelled.errors)")
        #expect(try await snap.exit() == 130)
        #expect(snap.output.contains("was cancelled"))
        try await eventually("the cancellation is announced") { watch.output.contains("cancelled, 0 of 1") }
        #expect(try await nodes.shutter(address).stills.busy.isEmpty)
        _ = try await watch.terminate(SIGINT)
    }

    @Test("is local time with its offset in EXIF, and the picture says how it is to be turned, in either format")
    func zone() async throws {
        let nodes = try Nodes()
        let camera = try Child(
            shell:
                "TZ=Asia/Kolkata LONGSHOT_CAMERA_ORIENTATION=270 LONGSHOT_CAMERA_MODEL='Scope 3' LONGSHOT_CAMERA_APERTURE=1.8 "
                + "LONGSHOT_CAMERA_FOCAL_LENGTH=25 exec \(Tool.longshot) camera --home \(nodes.cameraHome) "
                + "--host 127.0.0.1 --port 0 --capture test --set format.caps="
                + Picture.small, home: nodes.home)
        let address = try await camera.address()
        try await nodes.ready(address)
        for format in ["jpeg", "png"] {
            let path = nodes.home.file("still.\(format)")
            let still = try #require(try await nodes.snap("--format", format, "-o", path).first)
            #expect(still.type == "image/\(format)" && still.width == 640)
            #expect(try await Judge.number(in: path) != nil)
            let thumbnail = nodes.home.file("thumbnail.jpg")
            try await nodes.ask(
                nodes.cameraHome, address, "/v1/stills/\(still.id)/thumbnail", into: thumbnail)
            for picture in [path, thumbnail] {
                let exif = try await Tool.run(
                    "exiftool",
                    [
                        "-s3", "-n", "-OffsetTimeOriginal", "-Orientation", "-Model", "-FNumber", "-FocalLength",
                        picture,
                    ])
                #expect(exif.output == "+05:30\n8\nScope 3\n1.8\n25\n", "\(picture): \(exif.output)")
                let sides = try await Tool.run(
                    "exiftool", ["-s3", "-ExifImageWidth", "-ImageWidth", "-ExifImageHeight", "-ImageHeight", picture])
                let numbers = sides.output.split(separator: "\n")
                #expect(numbers.count == 4 && numbers[0] == numbers[1] && numbers[2] == numbers[3], "\(numbers)")
            }
            try await compareMoments(of: still, path, nodes, address)
        }
    }

    /// Compares what EXIF, the API, the command line and the page say of one still.
    private func compareMoments(of still: StillOutput, _ path: String, _ nodes: Nodes, _ address: String) async throws {
        struct Description: Decodable { let shownAt: Int64 }
        let answer = try await nodes.ask(nodes.cameraHome, address, "/v1/stills/\(still.id)")
        let moment = try JSONDecoder().decode(Description.self, from: Data(answer.utf8)).shownAt
        // EXIF has nanoseconds and a zone.
        let exif = try await Tool.run("exiftool", ["-s3", "-SubSecDateTimeOriginal", path])
        let exact = try await Tool.run("date", ["-u", "+%s%N", "-d", Self.readable(exif.output)])
        #expect(exact.output == "\(moment)\n", "\(exif.output)")
        // The others are rounded to milliseconds.
        let rounded = (moment + 500_000) / 1_000_000
        let time = try await Tool.run("date", ["-u", "+%FT%T", "-d", "@\(rounded / 1_000)"])
        let text = time.output.filter { !$0.isNewline } + "." + String(String(rounded % 1_000 + 1_000).dropFirst())
        #expect(still.shownAt == text + "Z")
        let list = try await Tool.longshot("stills", "list", "--home", nodes.cameraHome)
        #expect(list.output.contains("\(still.id)  \(text)Z"), "\(list.output)")
        let page = try await Tool.run(
            "env",
            [
                "TZ=UTC", "node", "--input-type=module", "--eval",
                "import {fineTime} from '\(Checkout.root)/Sources/ControlServer/Page/formats.js';"
                    + "console.log(fineTime(JSON.parse('\(moment)') / 1e6))",
            ])
        #expect(page.output == "\(text.suffix(12))\n", "\(page.errors)")
    }

    @Test("cannot be stored, and whoever asked hears why")
    func unstored() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.ready(address)
        // A file in place of the folder makes writing fail for every user.
        try? FileManager.default.removeItem(atPath: nodes.cameraHome + "/stills")
        _ = try nodes.home.write("", as: "camera/stills")
        let refused = try await Tool.longshot("snap", "--home", nodes.cameraHome)
        #expect(refused.code == 1 && refused.errors.contains("press again"), "\(refused.errors)")
        #expect(try await nodes.hears("failed", from: nodes.cameraHome, address))
    }

    /// Converts `2026:11:21 10:00:00.5+05:30` to hyphens in the date.
    private static func readable(_ exif: String) -> String {
        let parts = exif.filter { !$0.isNewline }.split(separator: " ")
        return parts[0].replacing(":", with: "-") + " " + parts[1]
    }
}
