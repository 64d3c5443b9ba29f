// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The page, for everybody", .serialized, .timeLimit(.minutes(6)))
struct AccessibilityTests {
    /// Checks WCAG 2.2 AA in light and dark, that everything that needs a name has one, and that nothing is wider than the window.
    private func judge(_ browser: Chromium, _ axe: String?, _ state: String) async throws {
        // On a busy machine the link may be lost for a moment, and the page is pale.
        try await browser.wait(
            until:
                "['1', undefined].includes(document.getElementById('views')?.computedStyleMap().get('opacity').toString())"
        )
        #expect(try browser.nameless().isEmpty, "\(state)")
        #expect(try browser.value("document.documentElement.scrollWidth <= innerWidth") == "true", "\(state)")
        guard let axe else { return }
        for scheme in ["light", "dark"] {
            try browser.prefer(scheme)
            let violations = try browser.violations(axe)
            #expect(violations.isEmpty, "\(state), \(scheme): \(violations)")
        }
    }

    /// Checks a view on a small phone and on a large screen too, and restores the size of the page.
    private func judgeSizes(_ browser: Chromium, _ view: String, then size: (width: Int, height: Int)) async throws {
        for (width, height) in [(320, 640), (3_840, 2_160)] {
            try browser.resize(width: width, height: height)
            try await judge(browser, nil, "\(view), \(width)x\(height)")
        }
        try browser.resize(width: size.width, height: size.height)
    }

    /// Elements without names, one or more for each role that needs one.
    private func nameless(_ home: Home) throws -> Chromium {
        let browser = try Chromium(home: home, size: (390, 844))
        let elements = """
            <button></button><a href="x"></a><input><input type="search"><input type="checkbox"><input type="checkbox" role="switch">
            <input type="radio"><input type="range"><input type="number"><input type="date"><img src="x"><h2></h2><dialog open></dialog>
            <select><option></option></select><select multiple></select><details><summary></summary></details><progress></progress>
            <div role="tab" tabindex="0"></div><div role="application" tabindex="0"></div><video></video>
            """
        let page = try #require(elements.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        try browser.open("data:text/html," + page)
        return browser
    }

    @Test("The accessibility tree shows what has no name, of each role that needs one")
    func tree() async throws {
        let home = try Home()
        let browser = try nameless(home)
        // A video without a source has the name that it cannot be played.
        let video = "document.querySelector('video').srcObject = document.createElement('canvas').captureStream()"
        try await browser.wait(until: "Boolean(document.querySelector('video') && (\(video)))")
        var missed: Set<String> = []
        try await eventually("everything without a name is found, also \(missed)") {
            missed = Chromium.namedRoles.subtracting(try browser.nameless())
            return missed.isEmpty
        }
        withExtendedLifetime(home) {}
    }

    @Test(
        "axe-core is there, and finds what has no name",
        .enabled("axe-core cannot be had from PyPI; the other tests judge without it") { try await Axe.source() != nil }
    )
    func axe() async throws {
        let axe = try #require(try await Axe.source())
        let home = try Home()
        let browser = try nameless(home)
        try await browser.wait(until: "Boolean(document.querySelector('video'))")
        let violations = try browser.violations(axe)
        for rule in ["button-name", "image-alt", "label", "link-name", "select-name"] {
            #expect(violations.contains { $0.hasPrefix(rule + ": ") }, "\(rule) in \(violations)")
        }
        withExtendedLifetime(home) {}
    }

    @Test("A camera's, on a phone: the way in, the question, every view of an owner")
    func camera() async throws {
        let (nodes, axe) = (try Nodes(), try await Axe.source())
        let camera = try nodes.camera(["--nearby"])
        try await nodes.ready(try await camera.address())
        _ = try await nodes.snap()
        let link = try await nodes.pageLink(to: nodes.cameraHome, "--grants", "view,shoot,record,admin")
        let browser = try Chromium(home: nodes.home, size: (390, 844))
        try browser.open(link)
        try await browser.wait(until: "document.getElementById('use')?.hidden === false")
        try await judge(browser, axe, "enter")
        let name = "Kamera am Eingang der Gemeindehalle Nord" + String(repeating: "x", count: 80)
        _ = try browser.value("document.getElementById('name').textContent = '\(name)'")
        try await judge(browser, nil, "enter, with a long name")
        try browser.click("use")
        try await browser.wait(until: "Boolean(document.querySelector('.view'))")
        _ = try browser.value("document.querySelector('.options').open = true")
        try browser.click("save")
        let answer = "document.querySelector('dialog button[data-value=camera]')"
        try await browser.wait(until: "Boolean(\(answer))")
        try await judge(browser, axe, "question")
        _ = try browser.value("\(answer).click()")
        for view in ["live", "gallery", "transfers", "nearby", "settings"] {
            try await browser.show(view)
            if view == "gallery" { try await browser.wait(until: "Boolean(document.querySelector('.cell'))") }
            try await judge(browser, axe, view)
            try await judgeSizes(browser, view, then: (390, 844))
        }
        try await useByKeys(browser, axe)
        try await browser.show("nearby")
        try browser.click("nearby-size")
        try await judge(browser, axe, "nearby, with the question for a card")
        _ = try browser.value("document.querySelector('.card-dialog').close()")
        _ = try browser.value("document.querySelector('[data-mode=printed]').click()")
        try browser.click("nearby-toggle")
        try await browser.wait(until: "document.getElementById('nearby-status').textContent.includes('does not see')")
        try await judge(browser, axe, "nearby, a printed tag")
        try await browser.show("settings")
        // The text of a pipeline has long lines, and its graph is wide.
        let details = "document.querySelector('#pipelines details')"
        try await browser.wait(until: "Boolean(\(details))")
        _ = try browser.value("\(details).open = true")
        try await browser.wait(until: "document.querySelector('#pipelines .graph')?.complete")
        try await judge(browser, nil, "settings with a pipeline's text")
        try await browser.show("live")
        _ = try browser.value(
            """
            ['timer', 'burst'].forEach((name) => { const field = document.getElementById(name); \
            field.value = 'custom'; field.dispatchEvent(new Event('change')); })
            """)
        _ = try browser.value("document.querySelector('.options').open = true")
        try await judge(browser, axe, "live with the options of a series")
        try await dismissByKey(browser, axe)
        for (width, height) in [(844, 390), (780, 441), (667, 375), (320, 640)] {
            try browser.resize(width: width, height: height)
            _ = try browser.value("document.querySelector('.options').open = true")
            try await judge(browser, nil, "live with its options, \(width)x\(height)")
            guard width > height else { continue }
            // Beside the options, however far they are scrolled, the whole picture is in sight.
            let shown = try browser.value(
                """
                (() => { const box = document.querySelector('.viewfinder'); \
                const tabs = document.getElementById('tabs').getBoundingClientRect(); \
                const isRail = tabs.width < innerWidth; \
                const isSeen = () => { const {top, bottom, left} = box.getBoundingClientRect(); \
                return top >= 0 && bottom <= (isRail ? innerHeight : tabs.top) + 1 && left >= (isRail ? tabs.right : 0) - 1; }; \
                const before = isSeen(); scrollTo(0, 9999); const after = isSeen(); scrollTo(0, 0); \
                return `${before} ${after}`; })()
                """)
            #expect(shown == "true true", "\(width)x\(height)")
        }
    }

    @Test("A recorder's, on a desk: every view, while it records")
    func recorder() async throws {
        let (nodes, axe) = (try Nodes(), try await Axe.source())
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.ready(address)
        let recorder = try await nodes.recorder(of: address, ["--continuous"])
        _ = try await recorder.address()
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 30 }
        let browser = try await nodes.browser(
            nodes.pageLink(to: nodes.recorderHome), size: (1_280, 800))
        for view in ["cameras", "timeline", "gallery", "transfers", "settings"] {
            try await browser.show(view)
            if view == "timeline" {
                try await browser.wait(until: "Boolean(document.querySelector('.recording-list li'))")
            }
            try await judge(browser, axe, view)
            try await judgeSizes(browser, view, then: (1_280, 800))
        }
        try await judgeForcedColours(browser)
        try await browser.show("cameras")
        let watch = "document.querySelector('.tile-actions button:last-child')"
        _ = try browser.value("\(watch).click()")
        try await browser.wait(until: "Boolean(document.querySelector('.tile .stage.is-live'))")
        try await judge(browser, axe, "a camera that is watched")
        _ = try browser.value("\(watch).click()")
        try await stopAndLook(browser)
        try await playByKeys(browser, axe)
        #expect(try await nodes.recording(".[0].state") != "recording")
        withExtendedLifetime((camera, recorder)) {}
    }

    /// Checks that footage stands out in its lane where the system forces its own colours on pages.
    private func judgeForcedColours(_ browser: Chromium) async throws {
        let colours = """
            (() => { const canvas = document.getElementById('lanes'), ratio = devicePixelRatio; \
            const row = canvas.getContext('2d').getImageData(0, Math.round(56 * ratio), canvas.width, 1).data; \
            return new Set(new Uint32Array(row.buffer)).size; })()
            """
        for scheme in ["light", "dark"] {
            try browser.prefer(scheme, forcedColours: "active")
            // The colours are read when the view is shown.
            try await browser.show("cameras")
            try await browser.show("timeline")
            try await browser.wait(until: "\(colours) > 1")
        }
        try browser.prefer("light")
    }

    /// Stops the recording, and goes to the timeline, by keys alone.
    private func stopAndLook(_ browser: Chromium) async throws {
        let button = "document.querySelector('.tile-actions button')"
        try await browser.wait(until: "\(button)?.textContent == 'Stop' && \(button).checkVisibility()")
        try walk(browser, to: button)
        try browser.press(.enter)
        try await browser.wait(until: "\(button)?.textContent == 'Record'")
        try walk(browser, to: tab("timeline"))
        try browser.press(.enter)
        try await browser.wait(until: "Boolean(document.querySelector('.recording-list li'))")
    }

    /// Plays the recording, pauses it and plays on, by keys alone.
    private func playByKeys(_ browser: Chromium, _ axe: String?) async throws {
        try walk(browser, to: "document.querySelector('.recording-list .row-actions button')")
        try browser.press(.enter)
        let video = "document.querySelector('.player video')"
        try await browser.wait(until: "\(video)?.currentTime > 0.2")
        try await judge(browser, axe, "timeline with the player")
        let toggle = "document.querySelector('.player .row button')"
        try walk(browser, to: toggle)
        // It may have come to its end meanwhile.
        if try browser.value("\(video).paused") == "false" { try browser.press(.enter) }
        try await browser.wait(until: "\(video).paused && \(toggle).ariaLabel === 'Play'")
        try browser.press(.enter)
        try await browser.wait(until: "!\(video).paused && \(toggle).ariaLabel === 'Pause'")
    }

    /// Takes a still, views it, chooses it and opens the pairing window, by keys alone.
    private func useByKeys(_ browser: Chromium, _ axe: String?) async throws {
        try await browser.show("live")
        try walk(browser, to: "document.getElementById('press')")
        try browser.press(.enter)
        try await browser.wait(until: "document.getElementById('still').naturalWidth == 640")
        try walk(browser, to: tab("gallery"))
        try browser.press(.enter)
        // Two, with the one before.
        let cells = "[...document.querySelectorAll('.cell:not([hidden])')]"
        try await browser.wait(
            until: "\(cells).length == 2 && \(cells).every((cell) => cell.querySelector('img').naturalWidth > 0)")
        let cell = "document.activeElement.closest('.cell')"
        try walk(browser, to: cell)
        try browser.press(.enter)
        try await browser.wait(until: "document.querySelector('.viewer-stage img')?.naturalWidth == 640")
        try await judge(browser, axe, "a still in full size")
        try browser.press(.escape)
        try await browser.wait(until: "document.querySelector('.viewer') === null")
        try walk(browser, to: "document.querySelector('#view-gallery .view-head > button')")
        try browser.press(.enter)
        try walk(browser, to: cell)
        try browser.press(.enter)
        try await browser.wait(until: "document.querySelectorAll('.cell.is-chosen').length == 1")
        try await judge(browser, axe, "gallery with a chosen still")
        try walk(browser, to: tab("settings"))
        try browser.press(.enter)
        try await browser.wait(until: "document.getElementById('open')?.checkVisibility()")
        try walk(browser, to: "document.getElementById('open')")
        try browser.press(.enter)
        try await browser.wait(
            until: "document.getElementById('close').checkVisibility() "
                + "&& document.getElementById('code-picture').naturalWidth > 0")
        try await judge(browser, axe, "the pairing window")
        try browser.click("close")
        try await browser.wait(until: "document.getElementById('open').checkVisibility()")
    }

    /// Shows a message and a failure; Escape dismisses the newer one.
    private func dismissByKey(_ browser: Chromium, _ axe: String?) async throws {
        // The longer they are, the longer they are shown.
        let said = "'A reason that the camera gives. '.repeat(16)"
        _ = try browser.value(
            "void import('/notices.js').then(({notice}) => { notice(\(said)); notice(\(said), true); })")
        try await browser.wait(until: "document.querySelectorAll('.notice').length == 2")
        try await judge(browser, axe, "with messages")
        let count = { try browser.value("document.querySelectorAll('.notice').length") }
        let before = try count()
        try browser.press(.escape)
        let after = try count()
        // They disappear by themselves too.
        #expect(after < before || before == "0")
        try browser.press(.escape)
    }

    /// The link to a view.
    private func tab(_ view: String) -> String { "document.querySelector('#tabs [data-view=\(view)]')" }

    /// Presses Tab until an element has the focus; everything on the way is visible, and shows that it has it.
    private func walk(_ browser: Chromium, to element: String) throws {
        // The browser marks the focused part of a date inside the input, where no script sees it.
        for _ in 0..<60 {
            try browser.press(.tab)
            let focused = try browser.value(
                """
                (() => { const one = document.activeElement; if (one === document.body) return 'body'; \
                const style = getComputedStyle(one); \
                const isMarked = one.type === 'date' || style.outlineStyle !== 'none' || style.boxShadow !== 'none'; \
                const isSeen = one.checkVisibility() && isMarked; \
                return `${isSeen} ${one === \(element)} ${one.outerHTML.slice(0, 80)}`; })()
                """)
            #expect(focused == "body" || focused.hasPrefix("true "), "\(focused)")
            if focused.hasPrefix("true true") { return }
        }
        Issue.record("no Tab leads to \(element)")
    }
}
