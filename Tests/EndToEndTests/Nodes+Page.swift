// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

extension Nodes {
    private struct Invitation: Decodable {
        let links: [String]
    }

    /// A link that lets one browser use the page of a node.
    func pageLink(to nodeHome: String, _ arguments: String...) async throws -> String {
        let outcome = try await Tool.run(Tool.longshot, ["page", "--home", nodeHome, "--json"] + arguments)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try #require(try JSONDecoder().decode(Invitation.self, from: Data(outcome.output.utf8)).links.first)
    }

    /// A browser that came in by a link, with the taps of a person: one to enter, and for who may take stills one that
    /// says where they go.
    func browser(
        _ link: String, saving: String? = "camera", size: (width: Int, height: Int) = (390, 844)
    ) async throws -> Chromium {
        let browser = try Chromium(home: home, size: size)
        try browser.open(link)
        try await browser.wait(until: "document.getElementById('use')?.hidden === false")
        try browser.click("use")
        try await browser.wait(until: "Boolean(document.querySelector('.view'))")
        if let saving {
            let answer = "document.querySelector('dialog button[data-value=\(saving)]')"
            try await browser.wait(until: "Boolean(\(answer))")
            _ = try browser.value("\(answer).click()")
        }
        return browser
    }
}
