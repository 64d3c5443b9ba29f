// SPDX-License-Identifier: Apache-2.0

/// A strict reader of Prometheus' text exposition format 0.0.4.
struct Exposition {
    /// A line that breaks a rule of the format.
    struct Broken: Error {
        let line: Substring
        let rule: String
    }

    /// The metrics with the same name.
    struct Family {
        let name: String
        let help: String
        let type: String
        /// The values by their labels.
        var samples: [[String: String]: Double] = [:]
    }

    private(set) var families: [Family] = []

    /// The values of a metric by their labels.
    subscript(name: String) -> [[String: String]: Double] { families.first { $0.name == name }?.samples ?? [:] }

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Broken(line: Substring(text.suffix(40)), rule: "the last line ends") }
        var help: (name: String, text: String)?
        // By scalars: Swift takes CR LF for one character.
        for line in text.unicodeScalars.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
            .map({ Substring($0) })
        {
            if let match = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) ((?:[^\\]|\\\\|\\n)+)/) {
                guard help == nil else { throw Broken(line: line, rule: "TYPE follows HELP") }
                help = (String(match.1), String(match.2))
            } else if let match = line.wholeMatch(of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (gauge|counter)/) {
                guard let text = help?.text, help?.name == String(match.1) else {
                    throw Broken(line: line, rule: "HELP precedes TYPE")
                }
                guard !families.contains(where: { $0.name == match.1 }) else {
                    throw Broken(line: line, rule: "a name is described once")
                }
                families.append(Family(name: String(match.1), help: text, type: String(match.2)))
                help = nil
            } else {
                try addSample(line)
            }
        }
    }

    private mutating func addSample(_ line: Substring) throws {
        let label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^\\"]|\\\\|\\"|\\n)*)"/
        let sample = /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)/
        guard let match = line.wholeMatch(of: sample), let value = Double(match.3) else {
            throw Broken(line: line, rule: "a sample is a name, labels and a number")
        }
        guard let family = families.indices.last, families[family].name == match.1 else {
            throw Broken(line: line, rule: "samples follow their description")
        }
        var (labels, rest) = ([String: String](), match.2 ?? "")
        while let match = rest.prefixMatch(of: label) {
            guard labels.updateValue(Self.unescaped(match.2), forKey: String(match.1)) == nil else {
                throw Broken(line: line, rule: "a label occurs once")
            }
            rest = rest[match.range.upperBound...]
            guard rest.isEmpty || rest.hasPrefix(",") else { break }
            rest = rest.dropFirst()
        }
        guard rest.isEmpty else { throw Broken(line: line, rule: "labels are quoted and separated by commas") }
        guard families[family].samples.updateValue(value, forKey: labels) == nil else {
            throw Broken(line: line, rule: "two samples differ in their labels")
        }
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text.replacing(/\\(.)/) { $0.1 == "n" ? "\n" : $0.1 })
    }
}
