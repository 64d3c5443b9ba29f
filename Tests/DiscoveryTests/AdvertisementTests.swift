// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import Discovery

@Suite("Advertisements")
struct AdvertisementTests {
    @Test("What is announced is what is read")
    func roundTrip() throws {
        for node in [try Advertisement.sample(), try .sample("Kühe 🐄", letter: "7", pairing: "W1ND0WAB")] {
            let read = try Advertisement(instance: node.instance, port: node.port, text: node.text)
            #expect(read == node)
        }
    }

    @Test("The record has the documented keys and is small")
    func record() throws {
        let text = try Advertisement.sample(pairing: "abcd2345").text
        let id = String(repeating: "a", count: 52)
        #expect(
            text.map { String(decoding: $0, as: UTF8.self) } == [
                "v=1", "role=camera", "id=\(id)", "name=Garden", "pair=abcd2345", "pairport=5690", "page=5680",
            ])
        #expect(text.allSatisfy { $0.count <= 255 })
    }

    @Test("Unknown keys are skipped, keys have no case, and of a repeated key the first counts")
    func lenient() throws {
        let node = try Advertisement.sample()
        var text = node.text.map { String(decoding: $0, as: UTF8.self) }
        text = ["txtvers=1", "flag", "=odd", "", text[0].uppercased()] + text + ["role=recorder", "v=99", "page=1"]
        #expect(try Advertisement(instance: "Garden", port: 5664, text: text.map { Array($0.utf8) }) == node)
    }

    @Test(
        "A wrong value is refused by its key",
        arguments: [
            ("v", "0"), ("v", "65536"), ("v", "+1"), ("v", ""), ("v", "1 "), ("v", "100000"), ("role", "Camera"),
            ("role", "viewer"), ("id", "short"), ("id", String(repeating: "a", count: 53)),
            ("id", String(repeating: "1", count: 52)), ("id", "A" + String(repeating: "a", count: 51)),
            ("id", String(repeating: "é", count: 26)), ("pair", "1234567"), ("pair", "1234567;"), ("pair", ""),
            ("page", "0"), ("page", "65536"), ("page", "x"), ("pairport", "-1"), ("pairport", "99999999999999999999"),
        ])
    func wrong(key: String, value: String) throws {
        var text = try Advertisement.sample(pairing: "abcd2345").text
        text.insert(Array("\(key)=\(value)".utf8), at: 0)
        let error = #expect(throws: AdvertisementError.self) {
            try Advertisement(instance: "x", port: 1, text: text)
        }
        guard case .malformed(key, _)? = error else {
            Issue.record("\(key)=\(value) gave \(String(describing: error))")
            return
        }
    }

    @Test("A key that every node has may not be missing", arguments: ["v", "role", "id"])
    func missing(key: String) throws {
        let text = try Advertisement.sample().text.filter { !$0.starts(with: Array("\(key)=".utf8)) }
        #expect(throws: AdvertisementError.missing(key: key)) {
            try Advertisement(instance: "x", port: 1, text: text)
        }
    }

    @Test("Without a name a node is called like its service")
    func nameless() throws {
        let text = try Advertisement.sample().text.filter { !$0.starts(with: Array("name=".utf8)) }
        #expect(try Advertisement(instance: "Hut #2", port: 1, text: text).name == "Hut #2")
    }

    @Test("A record that is too large is not looked at")
    func large() throws {
        let text = try Advertisement.sample().text
        let many = text + Array(repeating: [], count: 64)
        #expect(throws: AdvertisementError.self) { try Advertisement(instance: "x", port: 1, text: many) }
        let long = text + Array(repeating: Array(repeating: 0, count: 255), count: 9)
        #expect(throws: AdvertisementError.self) { try Advertisement(instance: "x", port: 1, text: long) }
    }

    @Test("Names come out harmless: no escapes, no reversed reading, no more than a DNS label")
    func names() {
        #expect(DisplayName.cleaned("  Garden \u{1B}[31mred\u{7}\r\n ") == "Garden [31mred")
        #expect(DisplayName.cleaned("a\u{202E}gpj\u{2066}\u{200B}\u{FEFF}") == "agpj")
        #expect(DisplayName.cleaned("\u{0}\u{9F}\u{2028}") == "")
        #expect(DisplayName.cleaned(String(repeating: "é", count: 40)) == String(repeating: "é", count: 31))
        #expect(DisplayName.cleaned("a" + String(repeating: "\u{301}", count: 9000)).utf8.count <= 63)
        #expect(DisplayName.cleaned("👩‍🚀").unicodeScalars.count == 2)
    }

    @Test("10,000 mutated records are read or refused, and what is read is safe to show")
    func fuzz() throws {
        var random = SeededGenerator(seed: 5664)
        let seeds = [try Advertisement.sample().text, try Advertisement.sample("Ü", pairing: "abcd2345").text]
        var readable = 0
        for round in 0..<10_000 {
            var text = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) { Self.mutate(&text, &random) }
            let instance = String(decoding: random.bytes(Int.random(in: 0...80, using: &random)), as: UTF8.self)
            guard
                let node = try? Advertisement(
                    instance: instance, port: Int.random(in: -1...70_000, using: &random), text: text)
            else { continue }
            readable += 1
            for name in [node.name, node.instance] {
                #expect((1...63).contains(name.utf8.count) && DisplayName.cleaned(name) == name)
            }
            #expect(node.id.utf8.count == 52 && (1...65_535).contains(node.port))
            #expect(try Advertisement(instance: node.instance, port: node.port, text: node.text) == node)
        }
        #expect(readable > 1000, "mutations that refuse everything test nothing")
    }

    private static func mutate(_ text: inout [[UInt8]], _ random: inout SeededGenerator) {
        let index = text.isEmpty ? 0 : Int.random(in: 0..<text.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where !text.isEmpty: text.remove(at: index)
        case 1: text.insert(random.bytes(Int.random(in: 0...255, using: &random)), at: index)
        case 2 where !text.isEmpty: text.append(text[index])
        case 3 where !text.isEmpty: text[index].append(contentsOf: random.bytes(3))
        case 4 where !text.isEmpty && !text[index].isEmpty: text[index].removeLast()
        case 5: text.shuffle(using: &random)
        case 6: text.insert(Array("name=".utf8) + random.bytes(Int.random(in: 0...250, using: &random)), at: 0)
        default:
            guard !text.isEmpty, !text[index].isEmpty else { return }
            let byte = Int.random(in: 0..<text[index].count, using: &random)
            text[index][byte] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
    }
}
