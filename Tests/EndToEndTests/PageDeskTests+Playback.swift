// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

extension PageDeskTests {
    /// Notes in `window.gaps` the reasons of gaps that are shown over the grey picture while it plays.
    private func noteGaps(in browser: Chromium) throws {
        _ = try browser.value(
            """
            (window.gaps = new Set(), setInterval(() => {
              const stage = document.querySelector('.player-stage.in-gap');
              if (stage && !stage.querySelector('video').paused) window.gaps.add(stage.querySelector('p').textContent);
            }, 10))
            """)
    }

    @Test("H.264 is played as video from any moment, also across a change of the picture's size, and JPEG as pictures")
    func playback() async throws {
        let nodes = try Nodes()
        let path = try nodes.home.write(Picture.capture(), as: "mine.pipeline")
        let (camera, recorder, browser) = try await scene(nodes, ["--capture", path])
        let port = String(try #require(try await camera.address().split(separator: ":").last))
        var again: Child?
        try await record(4, browser) {
            // The camera is restarted, and later gives another size.
            camera.killHard()
            // A person does not see a gap of some hundredths of a second, and the page does not show it.
            let killed = ContinuousClock.now
            try await eventually("it is away for a second") { ContinuousClock.now - killed > .seconds(1) }
            let restarted = try nodes.camera(port: port, ["--page-port", "0", "--capture", path])
            again = restarted
            let before = try await nodes.persisted()
            try await eventually("the camera is recorded again: \(restarted.output)") {
                try await nodes.persisted() > before + 60
            }
            let frames = try await nodes.persisted()
            let other = Picture.small.replacing("640", with: "320").replacing("360", with: "180")
            _ = try nodes.home.write(Picture.capture(caps: other), as: "mine.pipeline")
            try await eventually("the other size is recorded: \(restarted.output)") {
                try await nodes.persisted() > frames + 60
            }
        }
        let video = "document.querySelector('.player video')"
        try noteGaps(in: browser)
        try await browser.wait(until: "\(video)?.videoWidth == 640 && \(video).currentTime > 0.5")
        // Exports a part of it with the page's own controls.
        let folder = nodes.home.file("exports")
        try browser.download(to: folder)
        let press = { (text: String) in
            _ = try browser.value(
                "[...document.querySelectorAll('.player button')].find((one) => one.textContent == '\(text)').click()")
        }
        try press("From here")
        try press("Export")
        var file: String?
        try await eventually("the part is downloaded") {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            file = names.first { $0.hasSuffix(".mp4") }
            return file != nil
        }
        #expect(try await Judge.probe(folder + "/" + (try #require(file))).frames > 30)
        try await eventually("the part of the other size is downloaded") {
            try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".mp4") }.count == 2
        }
        try await browser.wait(until: "\(video).videoWidth == 320 && \(video).currentTime > 0.5")
        let gaps = try browser.value("[...window.gaps].join()")
        #expect(gaps.contains("the camera restarted"), "\(gaps)")
        // Back to the first size, paused: the video itself is shown, and the next frame is a key away.
        let type = { (key: String) in
            _ = try browser.value(
                "document.querySelector('.player').dispatchEvent(new KeyboardEvent('keydown', {key: '\(key)'}))")
        }
        try type(">")
        #expect(try browser.value("\(video).playbackRate + document.querySelector('.player select').value") == "22")
        try type("<")
        try type(" ")
        for _ in 1...3 { try type("ArrowLeft") }
        try await browser.wait(
            until: "\(video).videoWidth == 640 && \(video).paused && document.querySelector('.player img').hidden")
        try type(".")
        try await browser.wait(
            until: "/about frame [12], epoch 1$/.test(document.querySelector('.player output').textContent)")
        // Paused in the gap: the last frame before it is grey, with the reason, until a step leads behind it.
        let middle = try await nodes.recording(
            ".[0] | .capturedFrom as $start | [.gaps[] | select(.to)] | max_by(.to - .from) | ((.from + .to) / 2 - $start) / 1e9"
        )
        try await pointAtGap(middle, browser, nodes)
        try browser.seekPlayer(to: middle)
        let stage = "document.querySelector('.player-stage')"
        try await browser.wait(
            until: "\(stage).matches('.in-gap') && \(stage).textContent.includes('the camera restarted') "
                + "&& \(video).paused && !\(video).seeking")
        try type(".")
        try await browser.wait(
            until: "!\(stage).matches('.in-gap') && "
                + "/, epoch 2$/.test(document.querySelector('.player output').textContent)")
        // In the pause before the other size, where no movie has a frame of its own: it says so, and plays on behind it.
        let pause = try await nodes.recording(
            ".[0] | .capturedFrom as $start | [.gaps[] | select(.reason == \"pipeline-changed\")][0] "
                + "| if .to - .from > 1e7 then ((.from + .to) / 2 - $start) / 1e9 else (.to - $start) / 1e9 end")
        try browser.seekPlayer(to: pause)
        // A pipeline may be changed from one frame to the next.
        let wasLong = try await nodes.recording(
            ".[0] | [.gaps[] | select(.reason == \"pipeline-changed\")][0] | .to - .from > 1e7")
        if wasLong == "true" {
            try await browser.wait(
                until: "\(stage).textContent.includes('the pipeline was changed') && !\(video).seeking")
            #expect(try browser.value("\(stage).textContent.includes('no footage')") == "false")
        }
        try type(" ")
        try await browser.wait(until: "\(video).videoWidth == 320 && !\(video).paused && \(video).currentTime > 0.2")
        withExtendedLifetime((camera, again, recorder)) {}
        let others = try Nodes()
        let text = Picture.capture(encoder: "jpegenc name=encoder", parser: "")
        let pipeline = try others.home.write(text, as: "camera/pipelines/pictures.pipeline")
        let (second, third, desk) = try await scene(others, ["--capture", pipeline])
        try await record(4, desk)
        let picture = "document.querySelector('.player img')"
        try await desk.wait(until: "\(picture)?.naturalWidth == 640")
        let first = try desk.value("\(picture).src")
        try await desk.wait(until: "\(picture).src != '\(first)'")
        withExtendedLifetime((second, third)) {}
    }

    @Test("Footage that was damaged in the archive is played around, and is a gap of the timeline")
    func damaged() async throws {
        let nodes = try Nodes()
        let path = try nodes.home.write(Picture.capture(), as: "mine.pipeline")
        let (camera, recorder, browser) = try await scene(nodes, ["--capture", path])
        try await record(6, browser) {
            try damage(try #require(try await nodes.segments().first))
        }
        // It goes on behind the gap by itself, to the end. Until the recording is loaded, the slider has no end.
        let slider = "document.querySelector('.player input[type=range]')"
        try await browser.wait(
            until: "Number(\(slider)?.max) > 1 && Number(\(slider).value) > Number(\(slider).max) - 0.1")
        let id = try await nodes.recording(".[0].id")
        let timeline = try await nodes.ask(
            nodes.recorderHome, try await recorder.address(), "/v1/recordings/\(id)/timeline")
        #expect(timeline.contains("digest-mismatch"), "\(timeline)")
        let verdict = try await Tool.longshot("verify", "--home", nodes.recorderHome, "--fast")
        #expect(verdict.code == 2 && verdict.output.contains("another SHA-256"), "\(verdict.output)")
        let list = try await Tool.longshot("recordings", "--home", nodes.recorderHome)
        #expect(list.output.contains("digest-mismatch") && !list.output.contains("100 %;"), "\(list.output)")
        let output = nodes.home.file("around.mp4")
        let refused = try await Tool.longshot("export", "--home", nodes.recorderHome, "-o", output)
        #expect(refused.code == 1 && refused.errors.contains("--skip-damaged"), "\(refused.errors)")
        let export = try await Tool.longshot("export", "--home", nodes.recorderHome, "--skip-damaged", "-o", output)
        #expect(export.code == 0 && export.output.contains("digest-mismatch"), "\(export.output)\(export.errors)")
        let (frames, all) = (try await Judge.probe(output).frames, try await nodes.persisted())
        #expect(frames > 100 && frames <= all, "\(frames) of \(all) that are whole")
        // The camera still has it, and the recorder goes on meanwhile.
        let listed = try await nodes.ask(nodes.recorderHome, try await recorder.address(), "/v1/recordings/\(id)")
        #expect(listed.contains("digest-mismatch"), "the list says what playing has met: \(listed)")
        let repaired = try await Tool.longshot("verify", id, "--home", nodes.recorderHome, "--repair")
        #expect(repaired.code == 0 && repaired.output.contains("complete: "), "\(repaired.output)\(repaired.errors)")
        #expect(repaired.errors.contains("repaired: ") && repaired.errors.contains("1 fragment from the camera"))
        let whole = try await nodes.ask(
            nodes.recorderHome, try await recorder.address(), "/v1/recordings/\(id)/timeline")
        #expect(!whole.contains("digest-mismatch"), "\(whole)")
        withExtendedLifetime((camera, recorder)) {}
    }

    /// Moves the mouse over the player's slider and over the lanes, which tell what is there.
    ///
    /// - Parameter middle: the middle of a gap, in seconds from the beginning of the recording.
    private func pointAtGap(_ middle: String, _ browser: Chromium, _ nodes: Nodes) async throws {
        let slider = "document.querySelector('.player-seek input')"
        let tip = "document.querySelector('.player-seek .preview:not([hidden])')?.textContent"
        let share = try #require(Double(try browser.value("\(middle) / Number(\(slider).max)")))
        try browser.hover(over: slider, x: share)
        try await browser.wait(until: "\(tip)?.includes('the camera restarted') === true")
        try browser.hover(over: slider, x: 0.02)
        try await browser.wait(until: "/^\\d\\d:\\d\\d:\\d\\d · 0:0\\d · about frame \\d+, epoch 1$/.test(\(tip))")

        let moment = try await nodes.recording(".[0].capturedFrom / 1e6 + \(middle) * 1e3")
        _ = try browser.value(
            "void import('/store.js').then(({store}) => { window.shown = () => store.state.timeline; })")
        try await browser.wait(until: "Boolean(window.shown)")
        let (lanes, told) = ("document.getElementById('lanes')", "document.querySelector('.lanes-box .preview')")
        try await eventually("the lane tells why there is a gap") {
            let place = try browser.value("(\(moment) - shown().from) / (shown().to - shown().from)")
            // Without a movement there is no event, and the lane tells what it knew at the last one.
            try browser.hover(over: lanes, x: 0, y: 0.7)
            try browser.hover(over: lanes, x: try #require(Double(place)), y: 0.7)
            return try browser.value("!\(told).hidden && \(told).textContent.includes('the camera restarted')")
                == "true"
        }
    }
}
