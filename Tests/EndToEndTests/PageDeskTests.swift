// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The desk on the page, in a real browser", .serialized, .timeLimit(.minutes(6)))
struct PageDeskTests {
    /// A camera with a picture, its recorder, and a browser on the recorder's desk.
    func scene(
        _ nodes: Nodes, _ arguments: [String] = [], grants: String = "view,shoot,record"
    ) async throws -> (Child, Child, Chromium) {
        let camera = try nodes.camera(arguments)
        let address = try await camera.address()
        try await nodes.ready(address)
        let recorder = try await nodes.recorder(of: address)
        _ = try await recorder.address()
        let link = try await nodes.pageLink(to: nodes.recorderHome, "--grants", grants)
        return (camera, recorder, try await nodes.browser(link, size: (1_280, 800)))
    }

    let button = "document.querySelector('.tile-actions button')"
    let state = "document.querySelector('.tile-state').textContent"

    /// Records for at least this time, then calls `meanwhile`, stops, and plays the recording in the timeline.
    func record(_ seconds: Int, _ browser: Chromium, meanwhile: () async throws -> Void = {}) async throws {
        try await browser.wait(until: "\(button)?.textContent == 'Record' && \(button).checkVisibility()")
        _ = try browser.value("\(button).click()")
        // Accepts later seconds too: a busy machine may miss the exact one.
        try await browser.wait(until: "/^● recording 0:(0[\(seconds)-9]|[1-5])/.test(\(state))")
        try await meanwhile()
        _ = try browser.value("\(button).click()")
        try await browser.wait(until: "\(state) == '○ not recording'")
        try await browser.show("timeline")
        let play = "document.querySelector('.recording-list .row-actions button')"
        try await browser.wait(until: "Boolean(\(play))")
        _ = try browser.value("\(play).click()")
    }

    @Test("A still is taken at the desk, of the moment when the finger came down, once the camera permits it")
    func still() async throws {
        struct Taken: Decodable { let askedAt: Double }
        let nodes = try Nodes()
        let (camera, recorder, browser) = try await scene(nodes)
        let press = "document.querySelector('.tile-picture .press')"
        try await browser.wait(until: "\(press)?.checkVisibility()")
        _ = try browser.value("\(press).click()")
        let refusal = "document.querySelector('.notice.bad')?.textContent"
        try await browser.wait(until: "\(refusal)?.includes('longshot pair grant')")
        // Runs the command that the refusal shows.
        let command = try browser.value("document.querySelector('.notice.bad code').textContent")
        let words = command.split(separator: " ").dropFirst().map(String.init)
        let granted = try await Tool.run(Tool.longshot, words + ["--home", nodes.cameraHome])
        #expect(granted.code == 0, "\(granted.errors)")

        _ = try browser.value(
            """
            \(press).dispatchEvent(new PointerEvent('pointerdown')), window.pressedAt = Date.now(),
            setTimeout(() => \(press).click(), 500)
            """)
        let text = "document.querySelector('.tile-still').textContent"
        try await browser.wait(until: "\(text).startsWith('Still taken')")
        let pressedAt = try #require(Double(try browser.value("window.pressedAt")))
        let list = try await nodes.ask(nodes.cameraHome, try await camera.address(), "/v1/stills")
        let stills = try JSONDecoder().decode([Taken].self, from: Data(list.utf8))
        #expect(stills.count == 1)
        #expect(abs(try #require(stills.first).askedAt / 1e6 - pressedAt) < 250, "a finger stayed 500 ms on the button")
        // Nobody records this camera: its tile shows the still.
        try await browser.wait(
            until: "document.querySelector('.tile .poster')?.naturalWidth > 0 "
                + "&& document.querySelector('.tile-note').textContent.startsWith('Still of')")
        try browser.screenshot(nodes.home.file("tile.png"))
        try await browser.show("gallery")
        try await browser.wait(
            until: "document.querySelector('.grid-scroller .cell[data-id] img')?.naturalWidth > 0")
        withExtendedLifetime((camera, recorder)) {}
    }

    @Test("One press at the desk takes a still of one moment by all cameras; one that does not permit it is named")
    func moment() async throws {
        struct Paired: Decodable { let id: String }
        let (nodes, others) = (try Nodes(), try Nodes())
        let other = try others.camera()
        let address = try await other.address()
        try await nodes.pair(with: others)
        let camera = try nodes.camera(["--name", "porch"])
        let own = try await camera.address()
        try await nodes.pair()
        let recorder = try await nodes.recorder(of: own, ["--camera", address])
        _ = try await recorder.address()
        let node = try await Tool.longshot("pair", "list", "--home", nodes.cameraHome, "--json")
        let id = try #require(try JSONDecoder().decode([Paired].self, from: Data(node.output.utf8)).first?.id)
        let granted = try await Tool.longshot("pair", "grant", id, "send,shoot", "--home", nodes.cameraHome)
        #expect(granted.code == 0, "\(granted.errors)")
        // A guest reads the camera's name on the way in.
        let guest = try Chromium(home: try Home(), size: (390, 844))
        try guest.open(try await nodes.pageLink(to: nodes.recorderHome, "--grants", "view:porch"))
        try await guest.wait(until: "document.getElementById('who')?.textContent.includes('watch porch')")
        let link = try await nodes.pageLink(to: nodes.recorderHome, "--grants", "view,shoot")
        let browser = try await nodes.browser(link, size: (1_280, 800))
        let button = "document.querySelector('.view-head button[title]')"
        try await browser.wait(until: "\(button)?.checkVisibility()")
        _ = try browser.value("\(button).click()")
        let notices = "[...document.querySelectorAll('.notice')].map((one) => one.textContent)"
        try await browser.wait(until: "\(notices).some((text) => text.startsWith('1 still of one moment'))")
        try await browser.wait(until: "\(notices).some((text) => text.includes('longshot pair grant'))")

        let second = try await Tool.longshot("pair", "grant", id, "send,shoot", "--home", others.cameraHome)
        #expect(second.code == 0, "\(second.errors)")
        _ = try browser.value("\(button).click()")
        try await browser.wait(
            until: "\(notices).some((text) => /^2 stills of one moment, [0-9.]+ ± [0-9.]+ ms apart/.test(text))")
        try browser.screenshot(nodes.home.file("moment.png"))
        // With a timer, all count down, and one button cancels it on all.
        let chosen = "document.querySelector('.series-options #timer')"
        try await browser.wait(until: "Boolean(\(chosen))")
        _ = try browser.value("document.querySelector('.series-options').open = true")
        _ = try browser.value("\(chosen).value = '10', \(chosen).dispatchEvent(new Event('change'))")
        _ = try browser.value("\(button).click()")
        try await browser.wait(until: "document.querySelector('.series-countdown')?.textContent > 0")
        try browser.screenshot(nodes.home.file("series.png"))
        let text = try browser.value("document.querySelector('.series li [role=status]').textContent")
        // The order of the two follows from their ids.
        #expect(
            text.hasSuffix(" 0 of 1 still") && (text.hasPrefix("porch 0, ") || text.hasSuffix(", porch 0 of 1 still")),
            "\(text)")
        _ = try browser.value("document.querySelector('.series li button').click()")
        try await browser.wait(until: "\(notices).some((text) => text.startsWith('Series cancelled'))")
        try await browser.wait(until: "document.querySelectorAll('.series li').length === 0")
        withExtendedLifetime((other, camera, recorder)) {}
    }

    @Test("A still is chosen in the gallery and handed to another node; the transfers say that it is there")
    func send() async throws {
        let nodes = try Nodes()
        let (camera, recorder, browser) = try await scene(nodes, grants: "view,admin")
        _ = try await nodes.snap("--save", "both")
        try await browser.show("gallery")
        let still = "document.querySelector('.grid-scroller .cell[data-id]')"
        try await browser.wait(until: "Boolean(\(still)?.checkVisibility())")
        let press = { (text: String) in
            let buttons = "[...document.querySelectorAll('#view-gallery button')]"
            let button = "\(buttons).find((one) => one.textContent == '\(text)')"
            try await browser.wait(until: "\(button)?.disabled === false")
            _ = try browser.value("\(button).click()")
        }
        try await press("Select")
        _ = try browser.value("\(still).click()")
        try await press("Send to a node…")
        let answer = "document.querySelector('dialog[open] button.answer')"
        try await browser.wait(until: "Boolean(\(answer))")
        _ = try browser.value("\(answer).click()")
        try await browser.show("transfers")
        let rows = "[...document.querySelectorAll('#view-transfers .row-text span')].map((one) => one.textContent)"
        try await browser.wait(until: "\(rows).some((row) => /^\\d\\d:\\d\\d:\\d\\d · delivered · .* · to /.test(row))")
        try browser.screenshot(nodes.home.file("transfers.png"))
        withExtendedLifetime((camera, recorder)) {}
    }

    @Test("A recording is begun and ended at the desk, which says that nothing is missing; the timeline has it")
    func record() async throws {
        let nodes = try Nodes()
        let (camera, recorder, browser) = try await scene(nodes)
        try await browser.wait(until: "\(button)?.textContent == 'Record' && \(button).checkVisibility()")
        try browser.choose("10", from: "before")
        _ = try browser.value("\(button).click()")
        try await browser.wait(until: "\(state).startsWith('● recording')")
        let complete = "document.querySelector('.tile-complete').textContent"
        try await browser.wait(until: "\(complete) == '100 %, nothing missing'")
        let status = "document.getElementById('status').textContent"
        try await browser.wait(until: "\(status).includes('Recording') && \(status).includes('Nothing missing')")
        // A mouse or a finger on the tile announces the viewer, and the first picture comes sooner.
        let touch = "new PointerEvent('pointerenter', {pointerType: 'touch'})"
        _ = try browser.value("document.querySelector('.tile').dispatchEvent(\(touch))")
        try await browser.wait(
            until: "performance.getEntriesByType('resource').some((one) => one.name.endsWith('/whep'))")
        try browser.screenshot(nodes.home.file("desk.png"))
        try await fillScreen(browser)
        _ = try browser.value("\(button).click()")
        try await browser.wait(until: "\(state) == '○ not recording'")
        try await browser.show("timeline")
        try await browser.wait(
            until: "document.querySelector('.recording-list')?.textContent.includes('100 %, nothing missing')")
        #expect(try browser.value("document.querySelectorAll('.recording-list li').length") == "1")
        let heading = "document.querySelector('.recording-list h2').textContent"
        #expect(try browser.value(heading).contains(":"), "the list says its span")

        // The gallery follows a recording that begins and ends meanwhile.
        try await browser.show("gallery")
        let cells = "[...document.querySelectorAll('.grid-scroller .cell[data-id]:not([hidden])')]"
        try await browser.wait(until: "\(cells).length == 1")
        let all = { Int(try await nodes.recording("map(.frames.persisted) | add")) ?? 0 }
        let before = try await all()
        #expect(try await Tool.longshot("record", "start", "--home", nodes.recorderHome).code == 0)
        try await browser.wait(until: "\(cells).length == 2")
        try await eventually("3 s are stored") { try await all() > before + 90 }
        try await playGrowing(browser) {
            let known = try await all()
            try await eventually("3 more seconds are stored") { try await all() > known + 90 }
        }
        try await loseFrames(browser, nodes)
        try await browser.show("gallery")
        #expect(try await Tool.longshot("record", "stop", "--home", nodes.recorderHome).code == 0)
        let ends = """
            !one.querySelector('.cell-note').textContent.endsWith(' 0:00') \
            && one.querySelector('img').naturalWidth > 0
            """
        try await browser.wait(until: "\(cells).every((one) => \(ends))")
        withExtendedLifetime((camera, recorder)) {}
    }

    /// Shows a tile's picture in full screen with its button, and ends that with the same button.
    private func fillScreen(_ browser: Chromium) async throws {
        let (expand, full) = ("document.querySelector('.tile .expand')", "document.fullscreenElement")
        for isFull in ["\(full) === document.querySelector('.tile-picture')", "\(full) === null"] {
            // A click on a button that has moved meanwhile misses it.
            try await eventually(isFull) {
                let next = try browser.value("\(isFull) ? 'done' : \(expand).disabled ? 'wait' : 'click'")
                if next == "click" { try browser.clickWithMouse(expand) }
                return next == "done"
            }
        }
    }

    /// Damages the running recording, and expects the same number of missing frames on the command line, in the list, on the tile, and at
    /// the top of the page.
    private func loseFrames(_ browser: Chromium, _ nodes: Nodes) async throws {
        struct Verdict: Decodable {
            struct Recording: Decodable { let frames: Frames }
            struct Frames: Decodable { let missing: Int }
            let recording: Recording
        }
        let running = "map(select(.state != \"stopped\"))[0]"
        try damage(try await nodes.recording(running + ".segments[0]"))
        let verify = try await Tool.longshot(
            "verify", try await nodes.recording(running + ".id"), "--home", nodes.recorderHome, "--fast", "--json")
        #expect(verify.code == 2, "\(verify.output)\(verify.errors)")
        let verdicts = try JSONDecoder().decode([Verdict].self, from: Data(verify.output.utf8))
        let missing = try #require(verdicts.first).recording.frames.missing
        #expect(missing > 0 && verdicts.count == 1, "\(verify.output)")
        let row = "[...document.querySelectorAll('.recording-list li')].find((li) => /· recording/.test(li.innerText))"
        try await browser.wait(until: "\(row)?.innerText.includes(', \(missing) frames missing: ') === true")
        try await browser.show("cameras")
        let complete = "document.querySelector('.tile-complete').textContent"
        try await browser.wait(until: "\(complete).includes(', \(missing) frames missing: ')")
        let status = "document.getElementById('status').textContent"
        try await browser.wait(until: "\(status).includes('\(missing) frames missing')")
    }

    /// Changes bytes in the pictures of a fragment that was stored long ago.
    func damage(_ segment: String) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: segment))
        try file.seek(toOffset: try file.seekToEnd() / 2)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 64))
        try file.close()
    }

    /// Plays a recording that becomes longer, and then from a moment that was not there when it was first played.
    private func playGrowing(_ browser: Chromium, _ pause: () async throws -> Void) async throws {
        try await browser.show("timeline")
        let row = "[...document.querySelectorAll('.recording-list li')].find((li) => /· recording/.test(li.innerText))"
        try await browser.wait(until: "Boolean(\(row))")
        _ = try browser.value("\(row).querySelector('.row-actions button').click()")
        let video = "document.querySelector('.player video')"
        try await browser.wait(until: "\(video)?.currentTime > 0.3")
        let slider = "Number(document.querySelector('.player input[type=range]').max)"
        let length = try #require(Double(try browser.value(slider)))
        try await pause()
        try await browser.wait(until: "\(slider) > \(length) + 1")
        _ = try browser.value(
            """
            Promise.all([import('/store.js'), import('/scene.js')]).then(([{store}, {played}]) => store.apply(played,
              {recording: [...store.state.recordings.values()].find((one) => one.state !== 'stopped'), at: Date.now()}))
            """)
        try await browser.wait(until: "\(video).currentTime > 0")
        #expect(try browser.value("document.querySelectorAll('.notice.bad').length") == "0")
    }

    @Test("A camera that is lost is grey and says since when, also to a page that is opened later")
    func lost() async throws {
        let nodes = try Nodes()
        let (camera, recorder, browser) = try await scene(nodes)
        try await browser.wait(until: "document.querySelector('.tile .badge')?.textContent == 'connected'")
        try await browser.wait(until: "\(button)?.textContent == 'Record' && \(button).checkVisibility()")
        _ = try browser.value("\(button).click()")
        let poster = "document.querySelector('.tile .poster')"
        let filter =
            "(\(poster)?.checkVisibility() && \(poster).naturalWidth > 0 && getComputedStyle(\(poster)).filter)"
        try await browser.wait(until: "\(filter) === 'none'")
        camera.killHard()
        let note = "document.querySelector('.tile.is-lost .tile-note')?.textContent"
        try await browser.wait(until: "\(note)?.startsWith('Not connected since ') === true")
        let isGrey = "(\(filter) || '').includes('grayscale(1)')"
        try await browser.wait(until: isGrey)
        let said = try browser.value(note)
        _ = try browser.value("window.isOld = true")
        _ = try browser.value("location.reload()")
        try await browser.wait(until: "window.isOld === undefined && \(note) == '\(said)' && \(isGrey)")
        withExtendedLifetime((camera, recorder)) {}
    }
}
