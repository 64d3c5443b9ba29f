// SPDX-License-Identifier: Apache-2.0
import Trust
import Wire
import Yams

/// A type of values of settings: the allowed ones, and how to read and write them.
struct SettingKind<Value: Sendable>: Sendable {
    /// The allowed values, in words that follow "must be".
    let allowed: String
    /// An allowed value.
    let example: String
    /// The value that a text stands for; nil if it is not allowed.
    let read: @Sendable (SettingText) -> Value?
    /// Writes a value as users type it.
    let write: @Sendable (Value) -> String
    /// The words that are allowed; empty for a value that is no choice.
    private(set) var choices: [String] = []

    private init(
        _ allowed: String, example: String, write: @escaping @Sendable (Value) -> String = { "\($0)" },
        read: @escaping @Sendable (String) -> Value?
    ) {
        (self.allowed, self.example, self.write) = (allowed, example, write)
        self.read = { text in
            guard case .one(let text) = text else { return nil }
            return read(text)
        }
    }
}

extension SettingKind<String> {
    /// A name that peers can be told.
    static var name: SettingKind {
        SettingKind("a name of 1 to \(PeerName.sizeLimit) bytes in one line", example: "porch") { text in
            (try? PeerName(text)).map(\.text)
        }
    }

    /// An IP address of this machine, or a host name that is resolved later.
    static var address: SettingKind {
        SettingKind("an address", example: "::") { text in
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            let isName =
                !text.isEmpty && !text.contains(":") && !(parts.count == 4 && parts.allSatisfy { Int($0) != nil })
            // A link-local address has the name of an interface behind it.
            let address = text.prefix { $0 != "%" }
            return isName || IPAddressBytes(String(address)) != nil ? text : nil
        }
    }

    /// Any text.
    ///
    /// - Parameter allowed: the kind of text, in words.
    static func text(_ allowed: String) -> SettingKind {
        SettingKind(allowed, example: "TEXT", read: { $0 })
    }

    /// The path of a folder.
    static var folder: SettingKind {
        SettingKind("a folder", example: "/var/longshot", read: { $0.isEmpty ? nil : $0 })
    }
}

extension SettingKind<Bool> {
    /// Yes or no.
    static var truth: SettingKind {
        SettingKind("true or false", example: "true") { text in
            switch text.lowercased() {
            case "true", "yes", "on", "1": true
            case "false", "no", "off", "0": false
            default: nil
            }
        }
    }
}

extension SettingKind<Int> {
    /// A whole number in a range.
    ///
    /// - Parameter unit: what is counted.
    static func whole(in range: ClosedRange<Int>, unit: String? = nil) -> SettingKind {
        let bounds = "from \(range.lowerBound) to \(range.upperBound)"
        let allowed = ["a whole number", unit.map { "of \($0)" }, bounds].compactMap(\.self).joined(separator: " ")
        return SettingKind(allowed, example: "\(range.lowerBound)") { text in
            whole(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A number of bytes: `48MB`, `1.5GB`; a bare number is bytes.
    ///
    /// - Parameters:
    ///   - unit: what each is for, if not for itself: ` per second`.
    ///   - example: a usual size; the smallest one if it is nil.
    static func bytes(in range: ClosedRange<Int>, each unit: String = "", example: Int? = nil) -> SettingKind {
        let bounds = [range.lowerBound, range.upperBound].map { ByteSize.typed($0) }
        return SettingKind(
            "a size\(unit) from \(bounds[0]) to \(bounds[1]) (a bare number is bytes)",
            example: example.map(ByteSize.typed) ?? bounds[0], write: ByteSize.typed
        ) { written in
            let text = !unit.isEmpty && written.hasSuffix("/s") ? String(written.dropLast(2)) : written
            return (whole(text) ?? ByteSize.bytes(of: text)).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Accepts the YAML forms 1_000 and 0x10, too.
    private static func whole(_ text: String) -> Int? {
        Int(text) ?? Int.construct(from: Node.Scalar(text))
    }

    /// A whole number of seconds or hours, also as a time: `15m`, `36h`.
    ///
    /// - Parameters:
    ///   - unit: the unit of a bare number, in words.
    ///   - length: its length in milliseconds.
    static func time(in range: ClosedRange<Int>, unit: String, length: Int) -> SettingKind {
        SettingKind(
            "a whole number of \(unit) from \(range.lowerBound) to \(range.upperBound), or a time such as 36h",
            example: "\(range.lowerBound)"
        ) { text in
            let isTime = text.last?.isLetter == true
            guard isTime else { return whole(text).flatMap { range.contains($0) ? $0 : nil } }
            guard let time = Interval(argument: text)?.milliseconds, time % length == 0 else { return nil }
            return range.contains(time / length) ? time / length : nil
        }
    }

    /// A time in milliseconds: `150ms`, `0.5s`; a bare number is milliseconds.
    static func milliseconds(in range: ClosedRange<Int>) -> SettingKind {
        SettingKind(
            "a time from \(range.lowerBound)ms to \(range.upperBound)ms (a bare number is milliseconds)",
            example: "\(range.lowerBound)ms", write: { "\($0)ms" }
        ) { text in
            let interval = Interval(argument: Double(text) == nil ? text : text + "ms")
            return interval.flatMap { range.contains($0.milliseconds) ? $0.milliseconds : nil }
        }
    }
}

extension SettingKind<Double> {
    /// A number in a range.
    ///
    /// - Parameter unit: what is counted.
    static func number(in range: ClosedRange<Double>, unit: String? = nil) -> SettingKind {
        let of = unit.map { " of \($0)" } ?? ""
        return SettingKind(
            "a number\(of) from \(short(range.lowerBound)) to \(short(range.upperBound))",
            example: short(range.lowerBound)
        ) { text in
            Double(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    private static func short(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}

extension SettingKind where Value: RawRepresentable<String> & CaseIterable {
    /// One of the values' words.
    static var choice: SettingKind {
        let words = Value.allCases.map(\.rawValue)
        let allowed = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        var kind = Self(allowed, example: words.first ?? "", write: \.rawValue) { Value(rawValue: $0) }
        kind.choices = words
        return kind
    }
}

extension SettingKind<[String]> {
    /// Several texts.
    ///
    /// In the environment, commas separate them.
    ///
    /// - Parameter example: an allowed text.
    ///
    /// - Parameter isItem: whether a text is an item.
    static func list(
        of item: String, example: String, where isItem: @escaping @Sendable (String) -> Bool = { _ in true }
    ) -> SettingKind {
        SettingKind(listing: item, example: example, where: isItem)
    }

    private init(listing item: String, example text: String, where isItem: @escaping @Sendable (String) -> Bool) {
        (allowed, example) = ("a list of \(item)", "[\(text)]")
        write = { "[\($0.joined(separator: ", "))]" }
        read = { text in
            guard case .list(let items) = text, items.allSatisfy(isItem) else { return nil }
            return items
        }
    }
}
