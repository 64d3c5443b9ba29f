// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ControlClient

@Suite("Server-sent events")
struct EventParserTests {
    typealias Message = EventParser.Message

    static func message(_ data: String, id: String? = nil, kind: String = "message") -> Message {
        Message(id: id, kind: kind, data: Array(data.utf8))
    }

    static let examples: [(String, [Message])] = [
        ("", []),
        ("data: a\n\n", [message("a")]),
        ("data: a\r\n\r\n", [message("a")]),
        ("data: a\r\r", [message("a")]),
        ("data:a\n\n", [message("a")]),
        ("data:  a\n\n", [message(" a")]),
        ("\u{FEFF}data: a\n\n", [message("a")]),
        ("data: a\ndata: b\n\n", [message("a\nb")]),
        ("data\n\n", [message("")]),
        ("data\ndata\n\n", [message("\n")]),
        ("data: unfinished\n", []),
        ("event: x\n\n", []),
        (
            "id: 1\nevent: x\ndata: a\n\ndata: b\n\n",
            [message("a", id: "1", kind: "x"), message("b", id: "1")]
        ),
        ("id: 1\n\ndata: a\n\n", [message("a", id: "1")]),
        ("id: 1\nid: 2\u{0}\ndata: a\n\n", [message("a", id: "1")]),
        ("id\ndata: a\n\n", [message("a", id: "")]),
        (": comment\n\n:\n\ndata: a\n:x\n\n", [message("a")]),
        ("retry: 5\nfuture: y\ndata: a\n\n", [message("a")]),
        ("event:\ndata: a\n\n", [message("a")]),
        ("data: {\"a\":1}\n\n\n\n", [message("{\"a\":1}")]),
        ("data: 한\n\n", [message("한")]),
    ]

    @Test("A stream is read as the standard says, in whatever pieces it comes", arguments: examples)
    func pieces(text: String, expected: [Message]) throws {
        let bytes = Array(text.utf8)
        for size in 1...max(bytes.count, 1) {
            var parser = EventParser()
            var messages: [Message] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                messages += try parser.parse(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(messages == expected, "in pieces of \(size)")
        }
    }

    @Test("A line or an event beyond the limit is refused, not collected")
    func overflow() throws {
        var line = EventParser(limit: 100)
        #expect(throws: EventParser.Overflow(limit: 100)) {
            for _ in 0..<1_000 { _ = try line.parse(Array("data: x".utf8)) }
        }
        var event = EventParser(limit: 100)
        #expect(throws: EventParser.Overflow(limit: 100)) {
            for _ in 0..<1_000 { _ = try event.parse(Array("data: xxxxxxxxx\n".utf8)) }
        }
        var empty = EventParser(limit: 100)
        #expect(throws: EventParser.Overflow(limit: 100)) {
            for _ in 0..<1_000 { _ = try empty.parse(Array("data\n".utf8)) }
        }
        var many = EventParser(limit: 100)
        for _ in 0..<1_000 { #expect(try many.parse(Array("data: xxxxxxxxx\n\n".utf8)).count == 1) }
    }

    @Test("No bytes, in no pieces, stop it or make a difference", arguments: 0..<50)
    func fuzz(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("data:event:id: \r\n\r\n\n\n\u{FEFF}x\u{0}".utf8) + [0xFF, 0x80]
        for _ in 0..<40 {
            let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            var whole = EventParser()
            let expected = try whole.parse(bytes)
            var parser = EventParser()
            var messages: [Message] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let size = Int.random(in: 1...20, using: &random)
                messages += try parser.parse(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            #expect(messages == expected)
        }
    }
}
