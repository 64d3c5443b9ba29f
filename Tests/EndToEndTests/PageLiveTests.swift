// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The live picture on the page, in a real browser", .serialized, .timeLimit(.minutes(6)))
struct PageLiveTests {
    private let isLive = "Boolean(document.querySelector('.stage.is-live'))"
    private let badge = "document.querySelector('.live-badge').textContent"

    /// The number in the picture on the screen, read by another program.
    private func number(on browser: Chromium, _ nodes: Nodes) async throws -> Int {
        let picture = nodes.home.file("screen-\(UUID().uuidString).png")
        var found: Int?
        try await eventually("a number is to be read on \(picture)") {
            try browser.screenshot(picture)
            found = try await Judge.number(in: picture)
            return found != nil
        }
        return try #require(found)
    }

    @Test("It moves and says its age; when the camera stands still it is grey and says so; then it is live again")
    func live() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        try await nodes.ready(try await camera.address())
        let link = try await nodes.pageLink(to: nodes.cameraHome)
        let browser = try await nodes.browser(link, size: (1_280, 800))
        try await browser.wait(until: isLive)
        let first = try await number(on: browser, nodes)
        // Two screenshots may show the same picture.
        try await eventually("the picture moves") { try await number(on: browser, nodes) > first }
        try await browser.wait(until: "/^Live · .* · [0-9]+ ms old$/.test(\(badge))")
        print("the live picture: \(try browser.value(badge))")

        // A stopped process leaves the connection open but silent.
        #expect(kill(camera.pid, SIGSTOP) == 0)
        // The documented 2 s, and 0.5 s for the test to notice.
        try await Promise.check("the page says that its picture is not live", within: .milliseconds(2_500)) {
            try await browser.wait(until: "Boolean(document.querySelector('.stage.is-stale'))")
            try await browser.wait(until: "document.getElementById('trouble').textContent.includes('is lost')")
        }
        #expect(kill(camera.pid, SIGCONT) == 0)
        #expect(try browser.value("\(badge).startsWith('Not live') || \(isLive)") == "true")
        try await browser.wait(until: isLive)
    }

    @Test(
        "It comes by WebRTC; when the viewers' process dies the page is live again soon; a press shows its thumbnail at once"
    )
    func webRTC() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        try await nodes.ready(try await camera.address())
        let browser = try await nodes.browser(try await nodes.pageLink(to: nodes.cameraHome), size: (390, 844))
        try await browser.wait(until: "\(badge).startsWith('Live · WebRTC')")

        var waits: [Double] = []
        for _ in 1...5 {
            let count = "performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/thumbnail'))"
            let before = try browser.value("\(count).length")
            _ = try browser.value("(window.pressed = performance.now(), document.getElementById('press').click())")
            try await browser.wait(until: "\(count).length > \(before)")
            waits.append(try #require(Double(browser.value("\(count).pop().responseEnd - window.pressed"))))
        }
        Promise.check(
            "from a press to its thumbnail", within: .milliseconds(300), took: .milliseconds(waits.sorted()[2]))

        // Measures how long nothing live is shown, beyond the 1 s for which a picture counts as live.
        _ = try browser.value(
            """
            (window.dark = 0, window.wasDark = false, setInterval(() => {
              if (\(isLive)) return;
              [window.dark, window.wasDark] = [window.dark + 20, true];
            }, 20))
            """)
        let child = try await Tool.run("pgrep", ["-P", "\(camera.pid)"])
        let process = try #require(
            Int32(child.output.trimmingCharacters(in: .whitespacesAndNewlines)), "\(child.output)")
        let first = try await number(on: browser, nodes)
        #expect(kill(process, SIGKILL) == 0)
        try await eventually("another process serves viewers") {
            let other = try await Tool.run("pgrep", ["-P", "\(camera.pid)"]).output
            return !other.isEmpty && !other.contains("\(process)")
        }
        try await browser.wait(until: "\(badge).startsWith('Live · WebRTC')")
        #expect(try await number(on: browser, nodes) > first)
        let dark = try #require(Int(browser.value("window.dark")))
        // With that second, about 2 s without a picture.
        Promise.check(
            "nothing live after the viewers' process ended", within: .milliseconds(1_200), took: .milliseconds(dark))
    }

    @Test("WebRTC comes back after a pipeline that gave no picture, without the page being read again")
    func returns() async throws {
        let nodes = try Nodes()
        _ = try nodes.home.write(
            Picture.capture(behindCamera: "! valve drop=true"), as: "camera/pipelines/silent.pipeline")
        let camera = try nodes.camera()
        try await nodes.ready(try await camera.address())
        let browser = try await nodes.browser(try await nodes.pageLink(to: nodes.cameraHome), size: (390, 844))
        try await browser.wait(until: "\(badge).startsWith('Live · WebRTC')")
        let used = try await Tool.run(Tool.longshot, ["pipeline", "use", "silent", "--home", nodes.cameraHome])
        #expect(used.code == 1 && used.errors.contains("gives no picture"), "\(used)")
        try await browser.wait(until: "\(badge).startsWith('Live · WebRTC')")
        withExtendedLifetime(camera) {}
    }

    @Test("A camera that gives JPEG is watched as a stream of pictures, and the page says that")
    func pictures() async throws {
        let nodes = try Nodes()
        let text = Picture.capture(encoder: "jpegenc name=encoder", parser: "")
        let file = try nodes.home.write(text, as: "camera/pipelines/pictures.pipeline")
        _ = try nodes.home.write(text, as: "camera/pipelines/other.pipeline")
        _ = try nodes.home.write(
            Picture.capture(behindCamera: "! valve drop=true"), as: "camera/pipelines/silent.pipeline")
        _ = try nodes.home.write(
            Picture.capture(behindCamera: "! identity error-after=90"), as: "camera/pipelines/late.pipeline")
        let camera = try nodes.camera(["--capture", file])
        try await nodes.ready(try await camera.address())
        let browser = try await nodes.browser(
            try await nodes.pageLink(to: nodes.cameraHome, "--grants", "view,shoot,record,admin"), size: (1_280, 800))
        try await browser.wait(until: isLive)
        try await browser.wait(until: "/^Live · picture stream · [0-9]+ ms old$/.test(\(badge))")
        print("the live picture: \(try browser.value(badge))")
        let first = try await number(on: browser, nodes)
        let second = try await number(on: browser, nodes)
        #expect(second > first)

        // A pipeline that is chosen on the page says whether it gives pictures.
        try await browser.show("settings")
        let choices = [
            ("silent", "silent gives no picture: "), ("other", "other runs."), ("late", "late runs."),
        ]
        for (name, said) in choices {
            let rows = "[...document.querySelectorAll('#pipelines li')]"
            let row = "\(rows).find((one) => one.querySelector('strong').textContent == '\(name)')"
            try await browser.wait(until: "\(row)?.querySelector('button')?.textContent == 'Use'")
            _ = try browser.value("\(row).querySelector('button').click()")
            try await browser.wait(until: "Boolean(document.querySelector('dialog button[data-value=yes]'))")
            _ = try browser.value("document.querySelector('dialog button[data-value=yes]').click()")
            try await browser.wait(until: "document.getElementById('notices').textContent.includes('\(said)')")
            print("the page says: \(try browser.value("document.getElementById('notices').textContent"))")
        }
        // It fails after three seconds, and the camera uses the one before it again.
        let isBack = ", because late failed: "
        try await browser.wait(until: "document.getElementById('notices').textContent.includes('\(isBack)')")
        withExtendedLifetime(camera) {}
    }
}
