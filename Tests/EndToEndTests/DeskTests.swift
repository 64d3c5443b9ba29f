// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The desk after a month", .serialized, .timeLimit(.minutes(6)))
struct DeskTests {
    /// Runs a script on the page, and checks the longest task of the main thread meanwhile.
    private func checkTasks(_ browser: Chromium, while what: String, _ script: String) async throws {
        _ = try browser.value("(window.longest = 0, window.isDone = false)")
        _ = try browser.value("void (async () => { \(script); window.isDone = true; })()")
        try await browser.wait(until: "window.isDone")
        let longest = try #require(Double(browser.value("window.longest")))
        Promise.check("longest task while \(what)", within: .milliseconds(50), took: .milliseconds(longest))
    }

    @Test(
        "Twenty cameras, 600 recordings of a day, thousands of stills: painted soon, and it scrolls without a long task"
    )
    func month() async throws {
        let nodes = try Nodes()
        let arguments = [
            "recorder", "--home", nodes.recorderHome, "--host", "127.0.0.1", "--port", "0", "--no-discovery",
        ]
        // The first start creates the catalog.
        let first = try Child(arguments, home: nodes.home)
        _ = try await first.address()
        #expect(try await first.terminate().code == 0)
        try await LongMonth.fill(nodes.recorderHome, scratch: nodes.home)
        let recorder = try Child(arguments, home: nodes.home)
        _ = try await recorder.address()

        let browser = try await nodes.browser(
            nodes.pageLink(to: nodes.recorderHome, "--grants", "view,admin"), size: (1_280, 800))
        try await browser.wait(until: "document.querySelectorAll('#view-cameras .tile').length == \(LongMonth.cameras)")
        let paint = try browser.value("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
        Promise.check("first paint", within: .seconds(1), took: .milliseconds(try #require(Double(paint))))
        _ = try browser.value(
            """
            void new PerformanceObserver((list) => {
              for (const task of list.getEntries()) window.longest = Math.max(window.longest ?? 0, task.duration);
            }).observe({type: 'longtask'})
            """)

        _ = try browser.value("location.hash = '#gallery'")
        try await browser.wait(
            until:
                "document.querySelector('#view-gallery .hint')?.textContent.replace(/\\D/g, '') >= \(LongMonth.stills)"
        )
        let scrolling = """
            const box = document.querySelector('.grid-scroller');
            const frame = () => new Promise(requestAnimationFrame);
            for (let step = 0; step < 180; step += 1) { box.scrollTop = box.scrollHeight * (step % 90) / 90; await frame(); }
            """
        try await checkTasks(browser, while: "the gallery scrolls", scrolling)
        #expect(try Int(browser.value("document.querySelectorAll('.grid-scroller .cell').length")) ?? .max < 400)

        _ = try browser.value("location.hash = '#timeline'")
        try await browser.wait(until: "document.getElementById('lanes')?.clientHeight > 100")
        let panning = """
            const lanes = document.getElementById('lanes');
            const frame = () => new Promise(requestAnimationFrame);
            const at = lanes.getBoundingClientRect();
            const wheel = (options) => lanes.dispatchEvent(new WheelEvent('wheel',
              {bubbles: true, cancelable: true, clientX: at.x + at.width / 2, clientY: at.y + at.height / 2, ...options}));
            for (let step = 0; step < 60; step += 1) { wheel({deltaY: step % 20 < 10 ? 120 : -120, ctrlKey: true}); await frame(); }
            for (let step = 0; step < 60; step += 1) { wheel({deltaX: step % 20 < 10 ? 200 : -200}); await frame(); }
            """
        try await checkTasks(browser, while: "the timeline moves", panning)

        // Keys go from tile to tile as the eye does, also after a camera has a name that comes last.
        _ = try browser.value("location.hash = '#cameras'")
        let names = "[...document.querySelectorAll('#view-cameras .tile h2')].map((one) => one.textContent)"
        let name = try browser.value("\(names)[0]")
        let renamed = try await Tool.longshot("pair", "rename", name, "zzz", "--home", nodes.recorderHome)
        #expect(renamed.code == 0, "\(renamed.errors)")
        try await browser.wait(until: "\(names).at(-1) == 'zzz'")
    }
}
