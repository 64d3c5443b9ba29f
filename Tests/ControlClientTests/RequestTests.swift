// SPDX-License-Identifier: Apache-2.0
import NIOHTTP1
import Testing

@testable import ControlClient

@Suite("Requests")
struct RequestTests {
    @Test(
        "An id is one segment of the path, whatever is in it",
        arguments: [
            ("01HX-a_b.c~", "/v1/stills/01HX-a_b.c~/content"),
            ("a/b?c#d", "/v1/stills/a%2Fb%3Fc%23d/content"),
            ("..", "/v1/stills/%2E%2E/content"), (".", "/v1/stills/%2E/content"),
            ("ä %", "/v1/stills/%C3%A4%20%25/content"),
        ])
    func segments(id: String, target: String) {
        #expect(Request(.GET, "stills", id, "content").target == target)
    }

    @Test("A query has what is asked for and nothing else")
    func query() {
        #expect(Request(.GET, "x", query: [("a", nil), ("b", nil)]).target == "/v1/x")
        #expect(
            Request(.GET, "x", query: [("a", "1&2"), ("b", nil), ("c", "3")]).target == "/v1/x?a=1%262&c=3")
    }
}
