// SPDX-License-Identifier: Apache-2.0
import Foundation
import Wire

/// The text of a `longshot.yaml`, changed entry by entry: comments and all other lines stay as they are.
///
/// It understands entries in block style. The caller parses the result, to notice a file in another style.
struct ConfigurationText: Sendable {
    private var lines: [String]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
    }

    var text: String { lines.map { $0 + "\n" }.joined() }

    /// Sets an entry, or removes it for nil.
    mutating func set(_ key: String, to value: SettingText?) {
        let parts = key.split(separator: ".").map(String.init)
        let name = parts.last ?? key
        guard let section = parts.dropLast().first else {
            return replace(name, value, in: 0..<lines.count, indentation: 0)
        }
        if entry(section, in: 0..<lines.count, indentation: 0) == nil {
            guard value != nil else { return }
            lines.append("\(section):")
        }
        guard let place = entry(section, in: 0..<lines.count, indentation: 0) else { return }
        let inside = place.lowerBound + 1..<place.upperBound
        let indentation = lines[inside].first(where: Self.isContent).map(Self.indentation)
        replace(name, value, in: inside, indentation: indentation ?? 2)
        // A section without entries would be an entry without a value.
        guard value == nil, let rest = entry(section, in: 0..<lines.count, indentation: 0) else { return }
        if !lines[rest].dropFirst().contains(where: Self.isContent) { lines.remove(at: rest.lowerBound) }
    }

    private mutating func replace(_ name: String, _ value: SettingText?, in range: Range<Int>, indentation: Int) {
        let new = value.map { Self.lines(name, $0, indentation: indentation) } ?? []
        guard let place = entry(name, in: range, indentation: indentation) else {
            return lines.insert(contentsOf: new, at: range.upperBound)
        }
        lines.replaceSubrange(place, with: new)
    }

    /// The lines of an entry; comments and empty lines behind it belong to the next one.
    private func entry(_ name: String, in range: Range<Int>, indentation: Int) -> Range<Int>? {
        let first = range.first { index in
            Self.isContent(lines[index]) && Self.indentation(lines[index]) == indentation
                && Self.name(lines[index]) == name
        }
        guard let first else { return nil }
        var end = first + 1
        for index in end..<max(end, range.upperBound) where Self.isContent(lines[index]) {
            let depth = Self.indentation(lines[index])
            // The items of a list may be as deep as its name.
            let isItem = depth == indentation && lines[index].dropFirst(depth).hasPrefix("-")
            guard depth > indentation || isItem else { break }
            end = index + 1
        }
        return first..<end
    }

    private static func isContent(_ line: String) -> Bool {
        guard let first = line.first(where: { $0 != " " && $0 != "\r" }) else { return false }
        return first != "#"
    }

    private static func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }

    private static func name(_ line: String) -> String? {
        guard let match = line.firstMatch(of: /^ *["']?([A-Za-z0-9_\-]+)["']? *:( |\r|$)/) else { return nil }
        return String(match.1)
    }

    private static func lines(_ name: String, _ value: SettingText, indentation: Int) -> [String] {
        let space = String(repeating: " ", count: indentation)
        switch value {
        case .one(let text): return ["\(space)\(name): \(scalar(text))"]
        case .list(let items): return ["\(space)\(name):"] + items.map { "\(space)  - \(scalar($0))" }
        }
    }

    /// A text as YAML: plain if that is unambiguous, otherwise as JSON, which is YAML, too.
    private static func scalar(_ text: String) -> String {
        if text.wholeMatch(of: /[A-Za-z0-9_\/]([A-Za-z0-9_.\/=,() +\-]*[A-Za-z0-9_.\/=()\-])?/) != nil { return text }
        guard let json = try? JSON.encode(text) else { return text }
        return String(decoding: json, as: UTF8.self)
    }
}
