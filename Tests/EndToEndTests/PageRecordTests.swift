// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The record button of a camera's page, in a real browser", .serialized, .timeLimit(.minutes(6)))
struct PageRecordTests {
    private let button = "document.getElementById('record')"
    private let text = "document.getElementById('record-state').textContent"

    private let status = "document.getElementById('status').textContent"

    /// A camera with a picture, its recorder, and a browser on the camera's page.
    private func scene(_ nodes: Nodes, _ arguments: String...) async throws -> (Child, Child, Chromium) {
        let camera = try nodes.camera()
        let address = try await camera.address()
        try await nodes.ready(address)
        let recorder = try await nodes.recorder(of: address, arguments)
        _ = try await recorder.address()
        return (camera, recorder, try await nodes.browser(try await nodes.pageLink(to: nodes.cameraHome)))
    }

    @Test("A press begins a recording of this camera on its recorder, and another ends it; nothing is missing")
    func record() async throws {
        let nodes = try Nodes()
        let (camera, recorder, browser) = try await scene(nodes)
        try await browser.wait(until: "\(button)?.textContent == 'Record' && !\(button).disabled")
        // Notes whenever the head of the page and the button disagree.
        _ = try browser.value(
            """
            (window.disagreed = '', setInterval(() => {
              const isRecorded = \(status).includes('Recorded by');
              if (isRecorded ? ['', 'No recorder is connected.'].includes(\(text)) || \(text).includes('is not connected.') : \(text).startsWith('Recording since')) {
                window.disagreed = \(status) + ', ' + \(text);
              }
            }, 20))
            """)
        _ = try browser.value("(\(button).focus(), \(button).click())")
        try await browser.wait(until: "\(text).startsWith('Recording since') && \(button).textContent == 'Stop'")
        // By keyboard, the next key would otherwise take a still.
        let isFocused = "String(document.activeElement === \(button) && !\(button).disabled && !\(button).ariaDisabled)"
        #expect(try browser.value(isFocused) == "true")
        #expect(try browser.value("\(status).includes('●Recorded by') || \(status)") == "true")
        try browser.screenshot(nodes.home.file("remote.png"))
        try await eventually("something is stored") { try await nodes.persisted() > 60 }
        let id = try await nodes.recording(".[0].camera")
        #expect(try await nodes.ask(nodes.cameraHome, try await camera.address(), "/v1/node").contains(id))
        _ = try browser.value("\(button).click()")
        try await browser.wait(until: "\(text) == '' && \(button).textContent == 'Record' && !\(button).disabled")
        #expect(try browser.value(isFocused) == "true")
        #expect(try browser.value("\(status).includes('Not being recorded') || \(status)") == "true")
        try await eventually("it is stopped") { try await nodes.recording(".[0].state") == "stopped" }
        #expect(try await nodes.recording("length") == "1")
        let verify = try await Tool.longshot("verify", nodes.recorderHome)
        #expect(verify.code == 0, "\(verify.output)")
        // The recorder is killed while it records.
        _ = try browser.value("\(button).click()")
        try await browser.wait(until: "\(text).startsWith('Recording since')")
        recorder.killHard()
        let isAway =
            "\(text).endsWith(' is not connected. What is captured meanwhile is kept here, and fetched later.') && (\(button).disabled || \(button).ariaDisabled === 'true') "
            + "&& \(status).includes('Recorder not connected')"
        try await browser.wait(until: isAway)
        #expect(try browser.value("window.disagreed").isEmpty)
        // It is stopped in order while it records: the recording goes on when it is back.
        let again = try await nodes.recorder(of: try await camera.address())
        try await browser.wait(until: "\(text).startsWith('Recording since')")
        #expect(try await again.terminate(SIGTERM).code == 0)
        try await browser.wait(until: isAway)
        withExtendedLifetime(camera) {}
    }

    @Test("The button is beside the shutter, and no two buttons of the row touch, on the smallest phones too")
    func place() async throws {
        let nodes = try Nodes()
        let (camera, recorder, browser) = try await scene(nodes)
        try browser.click("press")
        try await browser.wait(until: "document.getElementById('still').naturalWidth == 640")
        let faults = """
            (() => {
              const row = [...document.querySelectorAll('#last, #record, #press, .options > summary')];
              const boxes = row.map((one) => one.getBoundingClientRect()).sort((one, other) => one.left - other.left);
              const [record, press] = ['record', 'press'].map((id) => document.getElementById(id).getBoundingClientRect());
              const isHit = (one, {left, top, width, height}) =>
                one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
              return [
                row.length == 4 || 'a button is missing',
                boxes.every((box) => box.width >= 44 && box.height >= 44) || 'a button is too small',
                boxes.every((box, index) => index == 0 || box.left > boxes[index - 1].right) || 'buttons overlap',
                press.left - record.right < 24 || 'it is not beside the shutter',
                row.every((one) => isHit(one, one.getBoundingClientRect())) || 'a button is covered or not on the screen',
                boxes.every((box) => box.top > innerHeight / 2) || 'a thumb does not reach it',
              ].filter((one) => one !== true).join(', ');
            })()
            """
        for (width, height) in [(360, 740), (320, 640)] {
            try browser.resize(width: width, height: height)
            try await browser.wait(until: "innerWidth == \(width)")
            #expect(try browser.value(faults).isEmpty, "\(width)")
            try browser.screenshot(nodes.home.file("remote-\(width).png"))
        }
        withExtendedLifetime((camera, recorder)) {}
    }

    @Test("Stop asks before it ends the recordings of two recorders, and ends none if that is declined")
    func several() async throws {
        let (nodes, others) = (try Nodes(), try Nodes())
        let (camera, recorder, browser) = try await scene(nodes)
        try await others.pair(with: nodes)
        let second = try await others.recorder(of: try await camera.address())
        try await browser.wait(until: "!\(button).disabled")
        for home in [nodes.recorderHome, others.recorderHome] {
            try await eventually("it records: \(second.output)") {
                try await Tool.longshot("record", "start", "--home", home).code == 0
            }
        }
        try await browser.wait(until: "\(status).includes('●Recorded by') && \(status).includes(', ')")
        for (answer, states) in [("", ["recording", "recording"]), ("yes", ["stopped", "stopped"])] {
            _ = try browser.value("\(button).click()")
            try await browser.wait(
                until: "document.querySelector('dialog')?.textContent.includes('Stop recording on ')")
            let choice = answer.isEmpty ? "button:last-child" : "button[data-value=\(answer)]"
            _ = try browser.value("document.querySelector('dialog \(choice)').click()")
            try await eventually("they are \(states)") {
                let now = [try await nodes.recording(".[0].state"), try await others.recording(".[0].state")]
                return now == states
            }
        }
        withExtendedLifetime((camera, recorder, second)) {}
    }

    @Test("A page that asks for nothing loses its shutter with the grant, and gets it back")
    func granted() async throws {
        let nodes = try Nodes()
        let (camera, recorder, browser) = try await scene(nodes)
        let shutter = "(document.getElementById('press')?.offsetParent ?? null) !== null"
        try await browser.wait(until: shutter)
        let home = ["--home", nodes.cameraHome]
        let all = "view,shoot,record"
        for (grants, isThere) in [("view", false), (all, true), ("none", false), (all, true)] {
            let granted = try await Tool.run(Tool.longshot, ["page", "grant", "Chrome on Linux", grants] + home)
            #expect(granted.code == 0, "\(granted.errors)")
            try await browser.wait(until: "(\(shutter)) == \(isThere)")
        }
        withExtendedLifetime((camera, recorder)) {}
    }

    @Test("The button shows a recording that was not begun there, and why a recorder does not stop it")
    func refused() async throws {
        let nodes = try Nodes()
        let (camera, recorder, browser) = try await scene(nodes, "--continuous")
        try await browser.wait(until: "\(text).startsWith('Recording since') && \(button).textContent == 'Stop'")
        _ = try browser.value("\(button).click()")
        try await browser.wait(until: "\(text).includes('records all of its cameras') && !\(button).disabled")
        #expect(["waiting", "recording"].contains(try await nodes.recording(".[0].state")))
        withExtendedLifetime((camera, recorder)) {}
    }
}
