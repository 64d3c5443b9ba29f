// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing
import Wire

@Suite("Numbers in messages")
struct WithinTests {
    private struct Message: Codable, Equatable {
        @Within<Bounds.Pixels, Int> var width: Int
        @WithinIfPresent<Bounds.Ticks, Int64> var tick: Int64?

        init(width: Int, tick: Int64?) { (self.width, self.tick) = (width, tick) }
    }

    private func decode(_ text: String) throws -> Message { try JSON.decode(Message.self, from: Data(text.utf8)) }

    @Test("are the bare numbers in JSON, and are left out when there is none")
    func text() throws {
        for message in [Message(width: 7, tick: -3), Message(width: 0, tick: nil)] {
            #expect(try JSON.decode(Message.self, from: JSON.encode(message)) == message)
        }
        #expect(
            String(decoding: try JSON.encode(Message(width: 7, tick: -3)), as: UTF8.self) == #"{"tick":-3,"width":7}"#)
        #expect(String(decoding: try JSON.encode(Message(width: 7, tick: nil)), as: UTF8.self) == #"{"width":7}"#)
        #expect(try decode(#"{"width":7,"tick":null}"#) == Message(width: 7, tick: nil))
    }

    @Test(
        "must be in their range",
        arguments: [
            #"{"width":-1}"#, #"{"width":65536}"#, #"{"width":9223372036854775807}"#, #"{"width":9223372036854775808}"#,
            #"{"width":1,"tick":140737488355329}"#, #"{"width":1,"tick":-9223372036854775808}"#, #"{"width":0.5}"#,
            #"{"width":1e400}"#, #"{"width":"1"}"#, #"{"tick":1}"#,
        ])
    func ranges(text: String) {
        #expect(throws: DecodingError.self) { try decode(text) }
    }

    @Test("say which range they miss")
    func words() {
        do {
            _ = try decode(#"{"width":65536}"#)
            Issue.record("65536 is no width")
        } catch {
            #expect("\(error)".contains("65536 is not from 0 to 65535"))
        }
    }

    @Test("can be moved into their range")
    func clamp() {
        #expect(Bounds.Pixels.clamp(-5) == 0)
        #expect(Bounds.Pixels.clamp(Int.max) == 65_535)
        #expect(Bounds.UTC.clamp(Int64.min) == Bounds.UTC.range.lowerBound)
    }
}
