// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Stills on the page, in a real browser", .serialized, .timeLimit(.minutes(6)))
struct PageStillTests {
    /// A camera that has a picture, and browsers on its page.
    private func scene(_ count: Int, saving: String? = nil) async throws -> (Nodes, Child, [Chromium]) {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        try await nodes.ready(try await camera.address())
        var browsers: [Chromium] = []
        for _ in 0..<count {
            browsers.append(try await nodes.browser(try await nodes.pageLink(to: nodes.cameraHome), saving: saving))
        }
        return (nodes, camera, browsers)
    }

    @Test("A countdown is on every remote, and any of them may end it")
    func countdown() async throws {
        let (_, camera, browsers) = try await scene(2)
        let number = "document.getElementById('countdown').textContent"
        try browsers[0].choose("10", from: "timer")
        try browsers[0].click("press")
        for browser in browsers {
            try await browser.wait(until: "Number(\(number)) > 0")
            try await browser.wait(until: "document.getElementById('cancel').hidden === false")
        }
        // The page counts down by the camera's clock.
        let before = Int(try browsers[1].value(number)) ?? 0
        try await browsers[1].wait(until: "Number(\(number)) < \(before)")
        try browsers[1].click("cancel")
        for browser in browsers { try await browser.wait(until: "\(number) === ''") }
        try await browsers[0].wait(until: "document.getElementById('progress').textContent.startsWith('Cancelled')")
        #expect(try browsers[0].value("document.getElementById('last').hidden") == "true", "nothing was taken")
        // The line disappears after some seconds.
        try await browsers[0].wait(until: "document.getElementById('progress').textContent == ''")
        withExtendedLifetime(camera) {}
    }

    @Test("A series and a time lapse are taken, and their progress says how many stills there are")
    func series() async throws {
        let (_, camera, browsers) = try await scene(1)
        try await browsers[0].wait(until: "Boolean(document.querySelector('.stage.is-live'))")
        try browsers[0].choose("5", from: "burst")
        try browsers[0].click("press")
        // A busy machine may skip some.
        try await browsers[0].wait(
            until: "/^[1-5] stills? taken/.test(document.getElementById('progress').textContent)")
        // The first still of a browser tells where stills are saved.
        try await browsers[0].wait(
            until: "document.getElementById('notices').textContent.includes('Your stills are saved on the camera')")
        // A click on its button removes it at once. It would disappear by itself too, but later.
        let tip =
            "[...document.querySelectorAll('.notice')].find((one) => /Your stills are saved/.test(one.textContent))"
        try await browsers[0].wait(
            until: "((one) => Boolean(one) && (one.querySelector('button').click(), !one.isConnected))(\(tip))")

        try browsers[0].choose("custom", from: "burst")
        try await browsers[0].wait(until: "document.getElementById('lapseCount').closest('label').hidden === false")
        try browsers[0].choose("2", from: "lapseCount")
        try browsers[0].choose("0.3", from: "lapseSeconds")
        try browsers[0].click("press")
        try await browsers[0].wait(until: "document.getElementById('progress').textContent === '2 stills taken.'")

        // While the options are open, the count and Cancel are on the screen.
        _ = try browsers[0].value("document.querySelector('.options').open = true")
        try browsers[0].choose("100", from: "lapseCount")
        try browsers[0].choose("1", from: "lapseSeconds")
        try browsers[0].click("press")
        try await browsers[0].wait(until: "/ of 100 taken/.test(document.getElementById('progress').textContent)")
        for id in ["progress", "cancel"] {
            let box = "document.getElementById('\(id)').getBoundingClientRect()"
            #expect(try browsers[0].value("\(box).height > 0 && \(box).bottom <= innerHeight") == "true", "\(id)")
        }
        // Each still is shown when it arrives. Its thumbnail, which is shown before it, has another address.
        _ = try browsers[0].value(
            """
            (window.pictures = new Set(), document.getElementById('still').addEventListener('load', ({target}) => {
              if (target.src.startsWith('blob:') && target.naturalWidth === 640) window.pictures.add(target.src);
            }))
            """)
        try await browsers[0].wait(
            until: "window.pictures.size > 1 && document.getElementById('cancel').hidden === false")
        try browsers[0].click("cancel")
        try await browsers[0].wait(until: "document.getElementById('progress').textContent.startsWith('Cancelled')")
        withExtendedLifetime(camera) {}
    }

    @Test("A key takes a still, although a link to a view was clicked before and has the focus")
    func keys() async throws {
        let (_, camera, browsers) = try await scene(1)
        let browser = browsers[0]
        for view in ["gallery", "live"] {
            try browser.clickWithMouse("document.querySelector('#tabs [data-view=\(view)]')")
            try await browser.wait(until: "document.body.dataset.view === '\(view)'")
        }
        try await browser.wait(until: "Boolean(document.querySelector('.stage.is-live'))")
        #expect(try browser.value("document.activeElement.dataset.view") == "live")
        try browser.press(.enter)
        try await browser.wait(until: "document.getElementById('progress').textContent.includes('×')")
        withExtendedLifetime(camera) {}
    }

    @Test("A still goes where the browser says: here it is downloaded, and the same bytes are on the camera")
    func saving() async throws {
        let (nodes, camera, browsers) = try await scene(1, saving: "here")
        let browser = browsers[0]
        let folder = nodes.home.file("downloads")
        try browser.download(to: folder)
        try browser.click("press")
        try await browser.wait(until: "document.getElementById('progress').textContent.includes('is on this device')")
        var names: [String] = []
        try await eventually("the still is downloaded: \(names)") {
            names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.count == 1 && names[0].hasSuffix(".jpg")
        }
        let address = try await camera.address()
        let id = String(names[0].dropLast(4))
        try await nodes.ask(nodes.cameraHome, address, "/v1/stills/\(id)/content", into: nodes.home.file("there.jpg"))
        let here = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + names[0]))
        #expect(here == (try Data(contentsOf: URL(fileURLWithPath: nodes.home.file("there.jpg")))))

        // The choice is stored for this node, and can be changed at any time.
        try await browser.show("settings")
        let kept = "document.getElementById('save-preference').textContent"
        #expect(try browser.value(kept) == "This device")
        _ = try browser.value("document.querySelector('#save-preference + button').click()")
        try await browser.wait(until: "Boolean(document.querySelector('dialog button[data-value=camera]'))")
        #expect(
            try browser.value("document.querySelector('dialog button[data-value=recorder]') === null") == "true",
            "no recorder is paired")
        // The present choice is marked. Cancel keeps it.
        let marked = "document.querySelector('dialog [aria-pressed=true]')?.dataset.value"
        #expect(try browser.value(marked) == "here")
        _ = try browser.value("[...document.querySelectorAll('dialog button')].at(-1).click()")
        try await browser.wait(until: "document.querySelector('dialog') === null")
        #expect(try browser.value(kept) == "This device")
        _ = try browser.value("document.querySelector('#save-preference + button').click()")
        try await browser.wait(until: "Boolean(document.querySelector('dialog button[data-value=camera]'))")
        _ = try browser.value("document.querySelector('dialog button[data-value=camera]').click()")
        try await browser.wait(until: "\(kept) === 'The camera'")
    }

    @Test("A control that is moved on one remote is moved on the camera and on the other remote, which hears of it")
    func controls() async throws {
        let nodes = try Nodes()
        let light = nodes.home.file("light")
        _ = try nodes.home.write("10\n", as: "light/max_brightness")
        _ = try nodes.home.write("0\n", as: "light/brightness")
        _ = try nodes.home.write("camera:\n  torch: \(light)\n", as: "camera/longshot.yaml")
        let camera = try nodes.camera()
        try await nodes.ready(try await camera.address())
        let browsers = [
            try await nodes.browser(try await nodes.pageLink(to: nodes.cameraHome)),
            try await nodes.browser(try await nodes.pageLink(to: nodes.cameraHome)),
        ]
        let slider = "document.getElementById('control-torch')"
        for browser in browsers { try await browser.wait(until: "\(slider)?.value === '0'") }
        _ = try browsers[0].value(
            "(\(slider).value = 700, ['input', 'change'].forEach((kind) => \(slider).dispatchEvent(new Event(kind))))")
        try await eventually("the light is lit") {
            try String(contentsOfFile: light + "/brightness", encoding: .utf8) == "7\n"
        }
        let value = "document.querySelector('[data-key=torch] .value').textContent"
        try await browsers[1].wait(until: "\(slider).value === '700' && \(value) === '7'")
        let told = "document.getElementById('controls').textContent"
        try await browsers[1].wait(until: "\(told).includes('Chrome on Linux changed')")
        #expect(try browsers[0].value("\(told).includes('changed')") == "false", "its user knows")

        // A category that is folded stays folded in this browser.
        let summary = "document.querySelector('.category:not([hidden]) summary')"
        #expect(try browsers[0].value("\(summary).textContent + \(slider).checkVisibility()") == "Light1true")
        _ = try browsers[0].value("\(summary).click()")
        try await browsers[0].wait(until: "!\(slider).checkVisibility()")
        // The old document has the slider too, until the browser has left it.
        _ = try browsers[0].value("document.isOld = true, location.reload()")
        try await browsers[0].wait(until: "!document.isOld && \(slider)?.value === '700'")
        #expect(try browsers[0].value("\(slider).checkVisibility()") == "false")
        try await search(browsers[1], slider)
        withExtendedLifetime(camera) {}
    }

    /// Gives a page more controls, which its camera does not have, and searches them.
    private func search(_ browser: Chromium, _ slider: String) async throws {
        _ = try browser.value(
            """
            (() => {
              const ask = window.fetch;
              window.fetch = async (...words) => {
                const answer = await ask(...words);
                if (!String(words[0]).endsWith('/v1/controls')) return answer;
                const sheet = await answer.json();
                const more = ['gain', 'hue', 'contrast', 'zoom', 'pan', 'tilt', 'focus'].map((key) => ({...sheet.controls[0], key}));
                return Response.json({...sheet, controls: [...sheet.controls, ...more]});
              };
            })()
            """)
        // The answer to a change has the controls.
        _ = try browser.value(
            "(\(slider).value = 300, ['input', 'change'].forEach((kind) => \(slider).dispatchEvent(new Event(kind))))")
        let field = "document.querySelector('#controls .search')"
        try await browser.wait(until: "\(field).checkVisibility()")
        _ = try browser.value("\(field).focus()")
        let found = """
            [...document.querySelectorAll('#controls .control')].filter((one) => one.checkVisibility()) \
            .map((one) => one.dataset.key).join()
            """
        try browser.enter("zoo")
        try await browser.wait(until: "\(found) === 'zoom'")
        try browser.enter("x")
        try await browser.wait(
            until:
                "\(found) === '' && document.getElementById('controls').textContent.includes('No control has this name')"
        )
    }

    @Test("The gallery shows what was taken, large and small; what is chosen is deleted")
    func gallery() async throws {
        let (nodes, camera, browsers) = try await scene(1)
        let browser = browsers[0]
        try browser.hold("*/thumbnail")
        _ = try await nodes.snap("--count", "5", "--every", "100ms")
        try await browser.show("gallery")
        let cells = "[...document.querySelectorAll('.cell:not([hidden])')]"
        try await browser.wait(until: "\(cells).length == 5")
        // A cell has its place before its picture, and keeps it.
        let places = """
            (({left, top}) => \(cells).map((cell) => [cell, cell.getBoundingClientRect()]).map(([{dataset}, box]) => \
            [dataset.id, ...[box.left - left, box.top - top, box.width, box.height].map(Math.round)].join()).sort().join(' ') \
            )(document.querySelector('.grid-sheet').getBoundingClientRect())
            """
        #expect(try browser.value("\(cells).every((cell) => cell.querySelector('img').naturalWidth == 0)") == "true")
        let before = try browser.value(places)
        try browser.release()
        try await browser.wait(until: "\(cells).every((cell) => cell.querySelector('img').naturalWidth > 0)")
        #expect(try browser.value(places) == before)
        // A new still appears by itself.
        _ = try await nodes.snap()
        try await browser.wait(until: "\(cells).length == 6")

        _ = try browser.value("\(cells)[0].click()")
        try await browser.wait(until: "document.querySelector('.viewer-stage img')?.naturalWidth == 640")
        // Two stills of a burst may have the same caption.
        let shown = "document.querySelector('.viewer-stage img')?.src"
        let first = try browser.value(shown)
        _ = try browser.value(
            "document.querySelector('.viewer').dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))")
        try await browser.wait(until: "\(shown) && \(shown) != '\(first)'")
        _ = try browser.value("document.querySelector('.viewer').close()")

        // A click with the shift key selects the range.
        let click = "dispatchEvent(new MouseEvent('click', {bubbles: true,"
        _ = try browser.value("\(cells)[0].\(click) ctrlKey: true}))")
        _ = try browser.value("\(cells)[2].\(click) shiftKey: true}))")
        try await browser.wait(until: "document.querySelectorAll('.cell.is-chosen').length == 3")
        try await expectBarInSight(browser)
        _ = try browser.value(
            "[...document.querySelectorAll('.action-bar button')].find((one) => one.textContent === 'Delete').click()")
        try await browser.wait(until: "Boolean(document.querySelector('dialog button[data-value=yes]'))")
        _ = try browser.value("document.querySelector('dialog button[data-value=yes]').click()")
        try await browser.wait(until: "\(cells).length == 3")
        let left = try await nodes.ask(nodes.cameraHome, try await camera.address(), "/v1/stills")
        #expect(left.components(separatedBy: "\"id\"").count - 1 == 3)

        // In full size, the bin asks each time, also on a phone, which has no words in its buttons.
        _ = try browser.value("\(cells)[0].click()")
        try await browser.wait(until: "document.querySelector('.viewer-stage img')?.naturalWidth == 640")
        for (isWanted, rest) in [(false, 3), (true, 2)] {
            _ = try browser.value("document.querySelector('.viewer-bar button[title=Delete]').click()")
            try await browser.wait(until: "document.querySelector('dialog button[data-value=yes]')?.checkVisibility()")
            _ = try browser.value(
                isWanted
                    ? "document.querySelector('dialog button[data-value=yes]').click()"
                    : "document.querySelector('dialog:has(button[data-value=yes])').close()")
            try await browser.wait(until: "!document.querySelector('dialog button[data-value=yes]')")
            try await browser.wait(until: "\(cells).length == \(rest)")
        }
    }

    /// Scrolls the gallery and the page, and expects every button of what is chosen on the screen, and nothing over it.
    private func expectBarInSight(_ browser: Chromium) async throws {
        // The whole page scrolls on a low screen.
        for (width, height) in [(667, 375), (320, 640), (390, 844)] {
            try browser.resize(width: width, height: height)
            try await browser.wait(until: "innerWidth == \(width) && innerHeight == \(height)")
            for place in [9_999, 0] {
                try await browser.wait(
                    until: """
                        (() => { document.querySelector('.grid-scroller').scrollTop = \(place); scrollTo(0, \(place)); \
                        const isHit = (one) => { const {left, top, width, height} = one.getBoundingClientRect(); \
                        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2)); }; \
                        const {top, bottom} = document.querySelector('.action-bar').getBoundingClientRect(); \
                        const buttons = [...document.querySelectorAll('.action-bar button')]; \
                        return top >= 0 && bottom <= innerHeight + 1 && buttons.length > 1 && buttons.every(isHit); })()
                        """)
            }
        }
    }
}
