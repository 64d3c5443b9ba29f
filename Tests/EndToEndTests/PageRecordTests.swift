// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The record button of a camera's page, in a real browser", .serialized, .timeLimit(.minutes(3)))
struct PageRecordTests {
    private let button = "document.getElementById('record')"
    private let text = "document.getElementById('record-state').textContent"

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
        _ = try browser.value("\(button).click()")
        try await browser.wait(until: "\(text).startsWith('Recording since') && \(button).textContent == 'Stop'")
        try browser.screenshot(nodes.home.file("remote.png"))
        try await eventually("something is stored") { try await nodes.persisted() > 60 }
        let id = try await nodes.recording(".[0].camera")
        #expect(try await nodes.ask(nodes.cameraHome, try await camera.address(), "/v1/node").contains(id))
        _ = try browser.value("\(button).click()")
        try await browser.wait(until: "\(text) == '' && \(button).textContent == 'Record' && !\(button).disabled")
        try await eventually("it is stopped") { try await nodes.recording(".[0].state") == "stopped" }
        #expect(try await nodes.recording("length") == "1")
        let verify = try await Tool.longshot("verify", nodes.recorderHome)
        #expect(verify.code == 0, "\(verify.output)")
        _ = try await recorder.terminate()
        try await browser.wait(until: "\(text) == 'No recorder is connected.' && \(button).disabled")
        withExtendedLifetime(camera) {}
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
