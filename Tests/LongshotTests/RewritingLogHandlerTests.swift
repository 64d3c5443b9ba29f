// SPDX-License-Identifier: Apache-2.0
import Logging
import Testing

@testable import longshot

@Suite("The log of a node")
struct RewritingLogHandlerTests {
    @Test("A line has the event first, then its details by name, each rewritten")
    func line() {
        var handler = RewritingLogHandler(label: "camera") { $0.replacing("secret", with: "…") }
        handler[metadataKey: "run"] = "7"
        let event = LogEvent(
            level: .info, message: "paired with secret", metadata: ["peer": "attic secret", "id": "2jo5oai"],
            source: nil, file: #fileID, function: #function, line: #line)
        #expect(handler.text(of: event) == "paired with …: id=2jo5oai peer=attic … run=7")
        handler[metadataKey: "run"] = nil
        let plain = LogEvent(
            level: .info, message: "ready", metadata: nil, source: nil, file: #fileID, function: #function, line: #line)
        #expect(handler.text(of: plain) == "ready")
    }
}
