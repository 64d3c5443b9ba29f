// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The page, for everybody", .serialized, .timeLimit(.minutes(6)))
struct AccessibilityTests {
    /// The source of axe-core, or nil if it is not installed; the browser's own accessibility tree is checked in any case.
    private func core() async throws -> String? {
        let found = try await Tool.run(Tool.root + "/scripts/view/axe", [])
        if found.code == 77 { return nil }
        #expect(found.code == 0, "\(found.errors)")
        return try String(contentsOfFile: found.output.filter { !$0.isNewline }, encoding: .utf8)
    }

    /// Checks WCAG 2.2 AA in light and dark, that every control has a name, and that nothing is wider than the window.
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

    @Test("A camera's, on a phone: the way in, the question, every view of an owner")
    func camera() async throws {
        let (nodes, axe) = (try Nodes(), try await core())
        let camera = try nodes.camera(["--nearby"])
        try await nodes.ready(try await camera.address())
        _ = try await nodes.snap()
        let link = try await nodes.pageLink(to: nodes.cameraHome, "--grants", "view,shoot,record,admin")
        let browser = try Chromium(home: nodes.home, size: (390, 844))
        try browser.open(link)
        try await browser.wait(until: "document.getElementById('use')?.hidden === false")
        try await judge(browser, axe, "enter")
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
        }
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
        let (nodes, axe) = (try Nodes(), try await core())
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
            for (width, height) in [(320, 640), (3_840, 2_160)] {
                try browser.resize(width: width, height: height)
                try await judge(browser, nil, "\(view), \(width)x\(height)")
            }
            try browser.resize(width: 1_280, height: 800)
        }
        try await browser.show("cameras")
        try await stopAndLook(browser)
        #expect(try await nodes.recording(".[0].state") != "recording")
        withExtendedLifetime((camera, recorder)) {}
    }

    /// Stops the recording, and goes to the timeline, by keys alone.
    private func stopAndLook(_ browser: Chromium) async throws {
        let button = "document.querySelector('.tile-actions button')"
        try await browser.wait(until: "\(button)?.textContent == 'Stop' && \(button).checkVisibility()")
        try walk(browser, to: button)
        try browser.press(.enter)
        try await browser.wait(until: "\(button)?.textContent == 'Record'")
        try walk(
            browser,
            to:
                "[...document.querySelectorAll('#tabs a, #tabs button')].find((one) => /Timeline/.test(one.textContent))"
        )
        try browser.press(.enter)
        try await browser.wait(until: "Boolean(document.querySelector('.recording-list li'))")
    }

    /// Presses Tab until an element has the focus; everything on the way is visible, and shows that it has it.
    private func walk(_ browser: Chromium, to element: String) throws {
        for _ in 0..<60 {
            try browser.press(.tab)
            let focused = try browser.value(
                """
                (() => { const one = document.activeElement; if (one === document.body) return 'body'; \
                const style = getComputedStyle(one); \
                const isSeen = one.checkVisibility() && (style.outlineStyle !== 'none' || style.boxShadow !== 'none'); \
                return `${isSeen} ${one === \(element)} ${one.outerHTML.slice(0, 80)}`; })()
                """)
            #expect(focused == "body" || focused.hasPrefix("true "), "\(focused)")
            if focused.hasPrefix("true true") { return }
        }
        Issue.record("no Tab leads to \(element)")
    }
}
