// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The page, in a real browser", .serialized, .timeLimit(.minutes(3)))
struct PageTests {
    private struct Invitation: Decodable {
        let links: [String]
    }

    private func link(_ nodes: Nodes, _ arguments: String...) async throws -> String {
        let outcome = try await Tool.run(
            Tool.longshot, ["page", "--home", nodes.cameraHome, "--json"] + arguments)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try #require(
            try JSONDecoder().decode(Invitation.self, from: Data(outcome.output.utf8)).links.first)
    }

    @Test("A phone comes in by the link, sees a hostile name as text, takes a still; the link works once")
    func phone() async throws {
        let nodes = try Nodes()
        let name = "porch <img src=x onerror=document.title='owned'>"
        let camera = try nodes.camera(["--name", name])
        _ = try await camera.address()
        let link = try await link(nodes)
        let browser = try Chromium(home: nodes.home, size: (390, 844))
        try browser.open(link)
        try await browser.wait(until: "document.getElementById('name')?.textContent == \"\(name)\"")
        try await browser.wait(until: "document.getElementById('summary').textContent.startsWith('running')")
        #expect(try browser.value("document.title") == "\(name) – Longshot")
        #expect(try browser.value("location.href").hasSuffix("/"))
        // The cookie is out of the reach of scripts, and what was not granted is not shown.
        #expect(try browser.value("document.cookie").isEmpty)
        #expect(try browser.value("document.getElementById('pairing').hidden") == "true")
        try browser.click("press")
        try await browser.wait(until: "document.getElementById('still').naturalWidth == 640")
        try browser.screenshot(nodes.home.file("phone.png"))
        #expect(
            try FileManager.default.attributesOfItem(atPath: nodes.home.file("phone.png"))[.size] as? Int ?? 0 > 5_000)

        let second = try Chromium(home: nodes.home, size: (1_280, 800))
        try second.open(link)
        try await second.wait(until: "document.getElementById('message')?.textContent.includes('it was used')")

        let listed = try await Tool.longshot("page", "list", "--home", nodes.cameraHome)
        let id = String(try #require(listed.output.split(separator: " ").first))
        #expect(try await Tool.longshot("page", "revoke", id, "--home", nodes.cameraHome).code == 0)
        try browser.click("press")
        try await browser.wait(until: "location.pathname == '/enter'")
    }

    @Test("The owner lets a recorder in from the page: code, words, grants; the session outlives the node")
    func pairing() async throws {
        let nodes = try Nodes()
        let first = try nodes.camera()
        _ = try await first.address()
        let browser = try Chromium(home: nodes.home, size: (1_280, 800))
        let link = try await link(nodes, "--grants", "view,admin")
        try browser.open(link)
        try await browser.wait(until: "document.getElementById('pairing')?.hidden === false")
        try browser.click("open")
        try await browser.wait(until: "document.getElementById('code').textContent.length == 19")
        #expect(try browser.value("document.getElementById('shutter').hidden") == "true")
        try await browser.wait(until: "document.getElementById('code-picture').naturalWidth > 0")
        let picture = nodes.home.file("page.png")
        try browser.screenshot(picture)
        // What a phone's camera would read off the screen, by another program.
        let scanned = try await Tool.run("zbarimg", ["-q", "--raw", picture])
        #expect(scanned.output.hasPrefix("longshot://pair?"), "\(scanned.errors)")
        let file = try nodes.home.write(scanned.output, as: "link")
        let joining = try Child(
            shell: "\(Tool.longshot) pair join --as recorder --home \(nodes.recorderHome) --name attic < \(file)",
            home: nodes.home)
        try await browser.wait(until: "document.getElementById('candidate').hidden === false")
        let words = try browser.value("document.getElementById('words').textContent")
        try await eventually("the joiner shows the same words: \(joining.output)") { joining.output.contains(words) }
        try browser.click("approve")
        #expect(try await joining.exit() == 0, "\(joining.output)")
        try await browser.wait(until: "document.getElementById('peers').textContent.includes('attic, recorder')")

        // The browser is known to the node that is started again, at the same port.
        let page = try #require(link.split(separator: "/").dropFirst().first.map(String.init))
        #expect(try await first.terminate().code == 0)
        let port = try #require(page.split(separator: ":").last.map(String.init))
        let second = try nodes.camera(["--page-port", port])
        _ = try await second.address()
        try browser.open("https://\(page)/")
        try await browser.wait(until: "document.getElementById('peers')?.textContent.includes('attic, recorder')")
    }
}
