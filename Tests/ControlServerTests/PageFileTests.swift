// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ControlServer

@Suite("The files of the page")
struct PageFileTests {
    private let files = Dictionary(
        uniqueKeysWithValues: (PageFiles.documents + PageFiles.parts).map {
            ($0.name, String(decoding: $0.bytes, as: UTF8.self))
        })

    /// The files that a file loads: at once, or later when a part of the page is first shown.
    private func needs(of name: String, later: Bool) throws -> [String] {
        let text = try #require(files[name], "\(name) is needed and not served")
        let now = text.matches(of: /(?:from|href=|src=|^import) ?['"]\.?\/([\w.-]+)['"]/).map { String($0.1) }
        let then = text.matches(of: /(?:import\('\.|styled\(')\/([\w.-]+)'/).map { String($0.1) }
        return later ? then : now
    }

    /// The files, and all that they load at once.
    private func closure(of names: [String]) throws -> Set<String> {
        var (known, open) = (Set<String>(), names)
        while let name = open.popLast() {
            if known.insert(name).inserted { open += try needs(of: name, later: false) }
        }
        return known
    }

    @Test("They need no others, and nobody needs what is not needed")
    func complete() throws {
        var (known, open) = (Set<String>(), ["page.html", "enter.html"])
        while let name = open.popLast() {
            guard known.insert(name).inserted else { continue }
            open += try needs(of: name, later: false) + needs(of: name, later: true)
        }
        #expect(known == Set(files.keys))
    }

    @Test(
        "The first view is loaded with less than 150 kB",
        arguments: [["enter.html"], ["page.html", "remote.js"], ["page.html", "desk.js"]])
    func small(_ roots: [String]) throws {
        let bytes = try closure(of: roots).map { files[$0]?.utf8.count ?? 0 }.reduce(0, +)
        print("\(roots.joined(separator: " and ")): \(bytes) bytes")
        #expect(bytes < 150_000)
    }

    @Test("Nothing is inline, nothing comes from elsewhere, no file is longer than 400 lines")
    func plain() throws {
        for (name, text) in files {
            #expect(!text.contains("innerHTML") && !text.contains("eval("), "\(name)")
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 401, "\(name)")
            let addresses = text.matches(of: /https?:\/\/[\w.]+/).map { String($0.0) }
            #expect(addresses.allSatisfy { $0.hasPrefix("http://www.w3.org") }, "\(name): \(addresses)")
        }
    }
}
