// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Cameras that are played together, in a real browser", .serialized, .timeLimit(.minutes(6)))
struct TogetherTests {
    private static let interval = 1_000.0 / 15
    private static let player = "document.querySelector('.player')"
    private static let lead = "document.querySelector('.player-stage video')"
    private static let companion = "document.querySelector('.companion video')"

    /// The moment that a video shows, in milliseconds since 1970: what its address begins with, and its position.
    private static func moment(_ video: String) -> String {
        "(Number(new URL(\(video).src).searchParams.get('from')) / 1e6 + \(video).currentTime * 1000)"
    }

    /// Reads the number in the displayed picture, and those in the node's pictures of the same moment.
    ///
    /// Two, if the moment is within 4 ms of where one frame follows the other: there, rounding decides.
    private func numbers(_ video: String, _ nodes: Nodes, _ recorder: String, _ browser: Chromium) async throws -> (
        shown: Int?, stored: Set<Int>
    ) {
        let script = """
            (() => {
              const canvas = document.createElement('canvas');
              [canvas.width, canvas.height] = [\(video).videoWidth, \(video).videoHeight];
              canvas.getContext('2d').drawImage(\(video), 0, 0);
              return canvas.toDataURL('image/png').split(',')[1];
            })()
            """
        let shown = nodes.home.file("shown.png")
        try (Data(base64Encoded: try browser.value(script)) ?? Data()).write(to: URL(fileURLWithPath: shown))
        let recording = try browser.value("new URL(\(video).src).pathname.split('/')[3]")
        let at = try #require(Double(try browser.value(Self.moment(video)))) - Self.interval / 2
        let file = nodes.home.file("stored.jpg")
        var stored: Set<Int> = []
        for at in [at - 4, at + 4] {
            let path = "/v1/recordings/\(recording)/frame?at=\(Int64(at * 1e6))&full=1"
            try await nodes.ask(nodes.recorderHome, recorder, path, into: file)
            stored.insert(try #require(try await Judge.number(in: file)))
        }
        return (try await Judge.number(in: shown), stored)
    }

    @Test(
        "They show the same moment, at most a frame apart, while they play and when they rest; frames of all are saved")
    func inStep() async throws {
        let (nodes, others) = (try Nodes(), try Nodes())
        let caps = "video/x-raw,format=I420,width=320,height=240,framerate=15/1"
        let text = try nodes.home.write(Picture.capture(caps: caps), as: "numbered.pipeline")
        let other = try others.camera(["--capture", text, "--name", "garden"])
        let address = try await other.address()
        try await nodes.pair(with: others)
        let camera = try nodes.camera(["--capture", text, "--name", "porch"])
        let own = try await camera.address()
        try await nodes.pair()
        let recorder = try await nodes.recorder(of: own, ["--camera", address, "--continuous"])
        let home = try await recorder.address()
        try await eventually("both are recorded: \(recorder.output)") {
            try await nodes.recording("length == 2 and all(.frames.persisted > 150)") == "true"
        }
        let link = try await nodes.pageLink(to: nodes.recorderHome, "--grants", "view,record")
        let browser = try await nodes.browser(link, size: (1_280, 800))
        let stop = "[...document.querySelectorAll('.view-head button')].find((one) => one.textContent == 'Stop all')"
        try await browser.wait(until: "Boolean(\(stop)?.checkVisibility())")
        _ = try browser.value("\(stop).click()")
        let answer = "document.querySelector('dialog[open] [data-value=yes]')"
        try await browser.wait(until: "Boolean(\(answer))")
        _ = try browser.value("\(answer).click()")
        try await eventually("both are stopped: \(recorder.output)") {
            try await nodes.recording("all(.state == \"stopped\")") == "true"
        }
        try await browser.show("timeline")
        let play = "document.querySelector('.recording-list .row-actions button')"
        try await browser.wait(until: "Boolean(\(play))")
        _ = try browser.value("\(play).click()")
        try await browser.wait(until: "\(Self.lead)?.currentTime > 0.3")
        let chip = "\(Self.player).querySelector('.together button')"
        try await browser.wait(until: "Boolean(\(chip))")
        _ = try browser.value("(\(chip).focus(), \(chip).click())")
        try await browser.wait(until: "\(Self.companion)?.currentTime > 0.1")
        // The keys go on working: the focus is on the button that was pressed, which is another one now.
        #expect(try browser.value("\(Self.player).contains(document.activeElement)") == "true")
        // While they play: a second without a larger distance, as soon as the second one has caught up.
        _ = try browser.value(
            """
            (window.run = 0, window.loop = setInterval(() => {
              const apart = Math.abs(\(Self.moment(Self.lead)) - \(Self.moment(Self.companion)));
              const plays = !\(Self.lead).paused && !\(Self.companion).paused;
              window.run = plays && apart <= \(Self.interval) ? window.run + 1 : 0;
              window.best = Math.max(window.best ?? 0, window.run);
              if (\(Self.lead).ended || \(Self.lead).currentTime > 7) { \(Self.lead).currentTime = 0.5; \(Self.lead).play(); }
            }, 50))
            """)
        try await browser.wait(until: "window.best > 20")
        // It would go on to play what the next key pauses.
        _ = try browser.value("clearInterval(window.loop)")
        try browser.screenshot(nodes.home.file("together.png"))
        let type = { (key: String) in
            _ = try browser.value("\(Self.player).dispatchEvent(new KeyboardEvent('keydown', {key: '\(key)'}))")
        }
        try type(" ")
        for _ in 1...3 {
            try type(".")
            try await browser.wait(
                until:
                    "\(Self.lead).paused && \(Self.companion).paused && !\(Self.lead).seeking && !\(Self.companion).seeking "
                    + "&& Math.abs(\(Self.moment(Self.lead)) - \(Self.moment(Self.companion))) < 2")
            for video in [Self.lead, Self.companion] {
                let (shown, stored) = try await numbers(video, nodes, home, browser)
                #expect(stored.contains(try #require(shown)), "\(video)")
            }
        }
        // After a pause at a high speed, a step back leads to the frame before the displayed one.
        _ = try browser.value("\(Self.lead).currentTime = 1")
        for key in [">", ">", " "] { try type(key) }
        try await browser.wait(until: "!\(Self.lead).paused && \(Self.lead).currentTime > 1.5")
        try type(" ")
        try await browser.wait(until: "\(Self.lead).paused && !\(Self.lead).seeking")
        let paused = try #require(try await numbers(Self.lead, nodes, home, browser).shown)
        try type(",")
        try await eventually("it shows the frame before \(paused)") {
            try await numbers(Self.lead, nodes, home, browser).shown == paused - 1
        }
        let folder = nodes.home.file("frames")
        try browser.download(to: folder)
        let save =
            "[...document.querySelectorAll('.player button')].find((one) => one.textContent == 'Save this frame')"
        _ = try browser.value("\(save).click()")
        try await eventually("both frames are saved") {
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
                $0.hasSuffix(".jpg")
            }
            return Set(names.map { $0.prefix { $0 != "-" } }) == ["porch", "garden"]
        }
        withExtendedLifetime((camera, other, recorder)) {}
    }
}
