// SPDX-License-Identifier: Apache-2.0
import Media
import Testing
import TestSupport

@testable import Viewing

@Suite("What a node and its viewers' process say to each other")
struct ViewerMessageTests {
    private static let messages: [ViewerMessage] = [
        .offer(
            ViewerMessage.Offer(
                id: "a", stream: 7, description: "v=0\r\n", payloadType: 106, addresses: ["192.0.2.1", "2001:db8::1"])),
        .picture(ViewerMessage.Picture(stream: .max, tick: Tick(rawValue: -1), isSync: true, bytes: [1, 2, 3])),
        .picture(ViewerMessage.Picture(stream: 0, tick: Tick(rawValue: .max), isSync: false, bytes: [0])),
        .close(ViewerMessage.Word(id: "a")), .answer(ViewerMessage.Word(id: "a", text: "v=0")),
        .ended(ViewerMessage.Word(id: "", text: "why — ü")),
    ]

    @Test("comes out as it went in, however the bytes are cut", arguments: 1...40)
    func roundTrip(_ size: Int) throws {
        let bytes = try Self.messages.flatMap { try $0.framed() }
        var reader = ViewerMessageReader()
        var read: [ViewerMessage] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.append(bytes[start..<min(start + size, bytes.count)])
            while let message = try reader.next() { read.append(message) }
        }
        #expect(read == Self.messages)
    }

    @Test("waits for the rest of what was cut off, at every place")
    func truncated() throws {
        for message in Self.messages {
            let bytes = try message.framed()
            for count in 0..<bytes.count {
                var reader = ViewerMessageReader()
                reader.append(bytes[..<count])
                #expect(try reader.next() == nil)
            }
        }
    }

    @Test(
        "is refused when it is none",
        arguments: [
            [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [4, 0, 0, 1, 3], [0, 0, 0, 1, 0], [0, 0, 0, 1, 9], [0, 0, 0, 1, 1],
            [0, 0, 0, 3, 1, 0x7B, 0x7D], [0, 0, 0, 2, 3, 0], [0, 0, 0, 14, 3] + [UInt8](repeating: 0, count: 13),
        ])
    func refused(_ bytes: [UInt8]) {
        var reader = ViewerMessageReader()
        reader.append(bytes)
        #expect(throws: (any Error).self) { try reader.next() }
    }

    @Test("of any bytes is read or refused", arguments: 0..<300)
    func hostile(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var reader = ViewerMessageReader()
        reader.append(generator.mutate(try Self.messages.flatMap { try $0.framed() }))
        while let message = try? reader.next() { _ = try message.framed() }
    }
}
