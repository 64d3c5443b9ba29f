// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import TestSupport
import Testing
import Wire
import Yams

@testable import ControlServer

@Suite("docs/reference/api.md")
struct ReferenceTests {
    let lines: [Substring]
    let openAPI: Yams.Node

    init() throws {
        func text(_ path: String) throws -> String {
            try String(contentsOfFile: Checkout.file(path), encoding: .utf8)
        }
        lines = try text("docs/reference/api.md")
            .split(separator: "\n", omittingEmptySubsequences: false)
        openAPI = try #require(try Yams.compose(yaml: text("docs/openapi.yaml")))
    }

    /// The first and second cell of each row whose first cell is code.
    func rows(under heading: String) -> [(String, String)] {
        lines.drop { $0 != "## \(heading)" }.dropFirst().prefix { !$0.hasPrefix("## ") }
            .filter { $0.hasPrefix("| `") }
            .map { line in
                let cells = line.split(separator: "|").map { $0.trimming { $0 == " " || $0 == "`" } }
                return (cells[0], cells[1])
            }
    }

    @Test("Each kind of event is listed, with a payload of that kind")
    func events() throws {
        let kinds = rows(under: "Events").map(\.0)
        #expect(
            kinds == [
                "capture", "fragment", "still-job", "still", "recording", "transfer", "camera-link", "peer", "controls",
                "recording-control", "moment-series",
            ])
        let payloads = lines.filter { $0.hasPrefix("{") }.prefix(kinds.count + 1).dropFirst()
        for (kind, payload) in zip(kinds, payloads) {
            let event = try #require(try Event(kind: kind, payload: Data(payload.utf8)))
            #expect(try event.payload() == Data(payload.utf8), "\(kind)")
        }
    }

    @Test("Each route is listed with its verbs")
    func routes() throws {
        let listed = Dictionary(
            uniqueKeysWithValues: rows(under: "Routes").map { row in
                (String(row.0.prefix { $0 != "?" }), Set(row.1.split(separator: ", ").map(String.init)))
            })
        let described = try #require(openAPI["paths"]?.mapping).reduce(into: [String: Set<String>]()) {
            paths, item in
            paths[item.key.string ?? ""] = Set(
                item.value.mapping?.keys.compactMap { $0.string?.uppercased() } ?? [])
        }
        #expect(listed == described)
    }

    @Test("Each problem is listed with its status")
    func problems() throws {
        var listed = Dictionary(uniqueKeysWithValues: rows(under: "Problems").map { ($0.0, $0.1) })
        // These problems share the description of another one with the same status.
        #expect(listed.removeValue(forKey: "damaged") == "500")
        #expect(listed.removeValue(forKey: "foreign-origin") == "403")
        #expect(listed.removeValue(forKey: "unusable-value") == "400")
        // These problems are of the page port, which the document does not describe.
        #expect(listed.removeValue(forKey: "not-signed-in") == "401")
        #expect(listed.removeValue(forKey: "misdirected-request") == "421")
        #expect(listed.removeValue(forKey: "refused") == "403")
        for kind in [
            "busy", "unsupported", "not-resumable", "stale-session", "mismatching-upload-offset",
            "unusable-pipeline",
        ] {
            #expect(listed.removeValue(forKey: kind) == "409")
        }
        #expect(listed.removeValue(forKey: "pairing-refused") == "403")
        #expect(listed.removeValue(forKey: "nearby-not-permitted") == "403")
        let described = try #require(openAPI["components"]?["responses"]?.mapping).reduce(
            into: [String: String]()
        ) {
            let problem = $1.value["content"]?["application/problem+json"]?["example"]
            let type = problem?["type"]?.string?.split(separator: ":").last ?? ""
            $0[String(type)] = problem?["status"]?.int.map(String.init)
        }
        #expect(listed == described)
    }
}

extension Substring {
    fileprivate func trimming(_ isBlank: (Character) -> Bool) -> String {
        var text = drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return String(text)
    }
}
