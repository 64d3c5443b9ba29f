// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("An export", .serialized, .timeLimit(.minutes(4)))
struct ExportTests {
    private struct Report: Decodable {
        let frames, hiddenFrames: Int
        let seconds: Double
        let sha256: String
    }

    @Test("of everything is every frame; of a range exactly that range, its lead-in hidden")
    func exact() async throws {
        let home = try Home()
        let (demo, _) = try await DemoOutput.run(
            home: home, seconds: 5, ["--capture", "test", "--set", "format.caps=" + Picture.small])
        let recorder = home.file("recorder")
        let whole = home.file("whole.mp4")
        let all = try await Tool.longshot("export", "--home", recorder, "-o", whole, "--json")
        #expect(all.code == 0, "\(all.errors)")
        let report = try JSONDecoder().decode(Report.self, from: Data(all.output.utf8))
        #expect(report.frames == demo.recording.frames.persisted && report.hiddenFrames == 0)
        let probe = try await Judge.probe(whole)
        #expect(probe.frames == report.frames)
        #expect(probe.start == 0)
        #expect(abs(probe.duration - Double(report.frames) / 30) < 0.04)
        // Fast start: the index precedes the pictures.
        let head = try Data(contentsOf: URL(fileURLWithPath: whole)).prefix(64)
        let moov = try #require(head.range(of: Data("moov".utf8)))
        #expect(moov.lowerBound < 64)

        let part = home.file("part.mp4")
        let range = try await Tool.longshot(
            "export", "--home", recorder, "--from", "1.5", "--to", "3.5", "-o", part, "--json")
        #expect(range.code == 0, "\(range.errors)")
        let cut = try JSONDecoder().decode(Report.self, from: Data(range.output.utf8))
        #expect(cut.hiddenFrames > 0 && cut.hiddenFrames < 30)
        #expect(cut.frames - cut.hiddenFrames == 60)
        let shown = try await Judge.probe(part)
        #expect(abs(shown.duration - 2) < 0.04)
        // ffmpeg obeys the edit list: it shows 60 frames, starting with the one at 1.5 s.
        let numbers = try await Judge.numbers(in: part, home: home).compactMap { $0 }
        let reference = try await Judge.numbers(in: whole, home: home).compactMap { $0 }
        try #require(reference.count > 105)
        #expect(numbers == Array(reference[45..<105]))

        let nowhere = try await Tool.longshot("export", "--home", recorder, "-o", home.file("no/where/x.mp4"))
        let reason = "there is no folder \(home.file("no/where")): make it with `mkdir -p "
        #expect(nowhere.code == 1 && nowhere.errors.contains(reason), "\(nowhere.errors)")
        #expect(!FileManager.default.fileExists(atPath: home.file("no")))
        // Only a file of the archive is called gone, and not an output that cannot be created.
        let refused = try await Tool.longshot("export", "--home", recorder, "-o", "/proc/x.mp4")
        #expect(refused.code == 1 && refused.errors.contains("/proc/x.mp4 cannot be written: "), "\(refused.errors)")
        #expect(!refused.errors.contains("is gone"), "\(refused.errors)")
        let inside =
            "cd '\(home.file("gone"))'; rmdir ../gone; exec '\(Tool.longshot)' export --home '\(recorder)' -o x.mp4"
        let deleted = try await Tool.run("sh", ["-c", "mkdir '\(home.file("gone"))'; \(inside)"])
        #expect(deleted.code == 1 && deleted.errors.contains("the working folder was deleted"), "\(deleted.errors)")
        let made = try await Tool.longshot("export", "--home", recorder, "-o", home.file("made/"))
        #expect(made.code == 0 && made.output.hasPrefix(home.file("made/")), "\(made.output)\(made.errors)")

        // Without an id, a moment before all recordings chooses one only with an end.
        let early = ["export", "--home", recorder, "--force", "-o", part, "--from", "2020-01-01T00:00:00Z"]
        let none = try await Tool.run(Tool.longshot, early)
        #expect(none.code == 66 && none.errors.contains("no recording has footage of 2020"), "\(none.errors)")
        #expect(try await Tool.run(Tool.longshot, early + ["--to", "2100-01-01T00:00:00Z"]).code == 0)
        // An end alone chooses one that begins before it.
        let ending = ["export", "--home", recorder, "--force", "-o", part, "--to"]
        #expect(try await Tool.run(Tool.longshot, ending + ["2100-01-01T00:00:00Z"]).code == 0)
        let never = try await Tool.run(Tool.longshot, ending + ["2020-01-01T00:00:00Z"])
        #expect(never.code == 66 && never.errors.contains("no recording has footage before 2020"), "\(never.errors)")
    }

    @Test("and a segment play and seek in Chromium, from 0 to their true ends")
    func chromium() async throws {
        let home = try Home()
        let (demo, _) = try await DemoOutput.run(home: home, seconds: 3, ["--set", "format.caps=" + Picture.small])
        let segment = try #require(demo.recording.segments.first)
        try FileManager.default.copyItem(atPath: segment, toPath: home.file("segment.mp4"))
        let export = try await Tool.longshot(
            "export", "--home", home.file("recorder"), "--from", "0.5", "--to", "2", "-o", home.file("export.mp4"))
        #expect(export.code == 0, "\(export.errors)")
        let named = try await Tool.longshot("export", "--home", home.file("recorder"), "-o", home.path)
        #expect(named.output.hasPrefix(home.file("\(demo.recording.id).mp4") + "  "), "\(named.output)\(named.errors)")
        let part = try await Tool.longshot(
            "export", "--home", home.file("recorder"), "--from", "500ms", "--to", "2s", "-o", home.path)
        #expect(part.output.hasPrefix(home.file("\(demo.recording.id)-20")), "\(part.output)\(part.errors)")
        #expect(try await Judge.isLeftByUmask(home.file("export.mp4")))
        let duration = try await Judge.probe(segment).duration
        let page = try home.write(
            """
            <pre></pre>
            <video id=segment muted preload=auto src=segment.mp4></video>
            <video id=export muted preload=auto src=export.mp4></video>
            <script>
            const durations = { segment: DURATION, export: 1.5 }
            const videos = [...document.querySelectorAll("video")]
            const begun = {}
            setInterval(() => {
                for (const video of videos) {
                    if (video.readyState >= 1 && !begun[video.id]) {
                        begun[video.id] = [video.currentTime, video.duration, video.videoWidth]
                        video.currentTime = 0.5
                    }
                }
                const right = videos.filter(video => begun[video.id] && begun[video.id][0] == 0
                    && Math.abs(begun[video.id][1] - durations[video.id]) < 0.05 && begun[video.id][2] == 640
                    && video.currentTime == 0.5 && !video.seeking && video.readyState >= 2)
                document.querySelector("pre").textContent = JSON.stringify(begun)
                document.body.dataset.right = right.length
            }, 50)
            </script>
            """.replacingOccurrences(of: "DURATION", with: "\(duration)"),
            as: "page.html")
        let browser = try Chromium(home: home, size: (1_400, 700))
        try browser.open("file://" + page)
        try await browser.wait(until: "document.body?.dataset.right == '2'")
    }

    @Test("plays in VLC")
    func vlc() async throws {
        let home = try Home()
        let (demo, _) = try await DemoOutput.run(home: home, seconds: 2, ["--set", "format.caps=" + Picture.small])
        for segment in demo.recording.segments {
            // Runs as another user, because VLC refuses to run as root.
            let outcome = try await Tool.run(
                "sh",
                [
                    "-c",
                    "exec setpriv --reuid=65534 --clear-groups cvlc -I dummy --no-audio --vout=dummy --play-and-exit "
                        + "'\(segment)' vlc://quit",
                ])
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
    }
}
