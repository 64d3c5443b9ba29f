// SPDX-License-Identifier: Apache-2.0

/// A safe name for a file that a peer sent: the only way from a name on the wire to a path on this machine.
///
/// A peer's name for a file is a label, never a path. The safe name is one path component. It is displayed as it is, is not hidden,
/// looks like no option and no unfinished file (`*.part`), and has no special meaning on any system that the file may be copied to.
package struct PeerFileName: Hashable, Sendable {
    /// The name.
    package let text: String

    /// The most bytes of UTF-8 in a name made from a label; with a number and `.part` after it, it still fits into file systems.
    package static let sizeLimit = 200
    /// The most bytes of UTF-8 in any name.
    private static let hardLimit = 255
    /// The ending of files that are not finished.
    private static let unfinished = ".part"
    /// A longer ending is treated as part of the name.
    private static let endingLimit = 16

    /// Makes a name from a label; a label without usable characters becomes `file`.
    package init(_ label: String) {
        // Scalars, not characters: a slash with an accent is another character, but to the system still a slash.
        let last = label.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last
        var scalars = String.UnicodeScalarView()
        for scalar in last ?? Substring().unicodeScalars where scalar.isVisible {
            scalars.append(Self.forbidden.contains(scalar) ? "_" : scalar)
        }
        var name = Substring(String(scalars)).trimmed { $0 == " " || $0.properties.isWhitespace }
        // Hidden files begin with a dot; Windows drops dots at the end.
        name = name.trimmed { $0 == "." || $0.properties.isWhitespace }
        if let first = name.unicodeScalars.first, first == "-" || first == "~" { name = "_" + name.dropFirst() }
        if Self.isReserved(name) { name = "_" + name }
        if name.lowercased().hasSuffix(Self.unfinished) { name += "_" }
        let (stem, ending) = Self.split(name)
        let cut = Self.cut(stem, to: Self.sizeLimit - ending.utf8.count)
        text = cut.isEmpty && ending.isEmpty ? "file" : String(cut + ending)
    }

    /// Accepts a name from a record of this node; nil unless it is safe unchanged.
    package init?(stored name: String) {
        let scalars = name.unicodeScalars
        guard (1...Self.hardLimit).contains(name.utf8.count), scalars.first != ".",
            scalars.allSatisfy({ $0.isVisible && $0 != "/" && $0 != "\\" }),
            !name.lowercased().hasSuffix(Self.unfinished)
        else { return nil }
        text = name
    }

    private init(unchecked text: String) { self.text = text }

    /// The name with a number, for a further file of this name; 1 adds no number.
    package func numbered(_ number: Int) -> PeerFileName {
        guard number > 1 else { return self }
        let (stem, ending) = Self.split(Substring(text))
        return PeerFileName(unchecked: "\(stem) (\(number))\(ending)")
    }

    /// Characters that some system forbids in file names.
    private static let forbidden: Set<Unicode.Scalar> = [":", "*", "?", "\"", "<", ">", "|"]

    /// Whether Windows reserves the name for a device, with any ending.
    private static func isReserved(_ name: Substring) -> Bool {
        let stem = name.prefix { $0 != "." }.lowercased()
        if ["con", "prn", "aux", "nul"].contains(stem) { return true }
        return stem.utf8.count == 4 && (stem.hasPrefix("com") || stem.hasPrefix("lpt"))
            && stem.last.map { $0.isASCII && $0.isNumber } == true
    }

    /// The name before its ending, and the ending with its dot.
    private static func split(_ name: Substring) -> (Substring, Substring) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
            name[dot...].utf8.count <= Self.endingLimit
        else { return (name, "") }
        return (name[..<dot], name[dot...])
    }

    private static func cut(_ text: Substring, to limit: Int) -> Substring {
        var text = text
        while text.utf8.count > limit { text.unicodeScalars.removeLast() }
        return text
    }
}

extension Substring {
    fileprivate func trimmed(_ isBlank: (Unicode.Scalar) -> Bool) -> Substring {
        var scalars = unicodeScalars
        while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return Substring(String(String.UnicodeScalarView(scalars)))
    }
}
