// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

extension Nodes {
    private struct Invitation: Decodable {
        let links: [String]
    }

    /// A link that signs one browser in to the page of a node.
    func pageLink(to nodeHome: String, _ arguments: String...) async throws -> String {
        let outcome = try await Tool.run(Tool.longshot, ["page", "--home", nodeHome, "--json"] + arguments)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return try #require(try JSONDecoder().decode(Invitation.self, from: Data(outcome.output.utf8)).links.first)
    }

    /// A browser that signed in by a link and, if `saving` is given, has chosen where its stills are saved.
    func browser(
        _ link: String, saving: String? = nil, size: (width: Int, height: Int) = (390, 844)
    ) async throws -> Chromium {
        let browser = try Chromium(home: home, size: size)
        try browser.open(link)
        try await browser.wait(until: "document.getElementById('use')?.hidden === false")
        try browser.click("use")
        try await browser.wait(until: "Boolean(document.querySelector('.view'))")
        if let saving {
            try browser.click("save")
            let answer = "document.querySelector('dialog button[data-value=\(saving)]')"
            try await browser.wait(until: "Boolean(\(answer))")
            _ = try browser.value("\(answer).click()")
        }
        return browser
    }
}
