// SPDX-License-Identifier: Apache-2.0

/// A name for a file that a peer sent: the only way from a name on the wire to a path on this machine.
///
/// What a peer calls a file is a label, never a path. Whatever the label holds, the name is one component that shows as it
/// is, is not hidden, is taken for no option, is no name of a file that is not finished (`*.part`), and means nothing to any
/// system that the file may be copied to later.
package struct PeerFileName: Hashable, Sendable {
    /// The name.
    package let text: String

    /// The most bytes of UTF-8 in a name that is made of a label: with a number and `.part` behind it, it fits into what
    /// file systems take.
    package static let sizeLimit = 200
    /// The most bytes of UTF-8 in any name.
    private static let hardLimit = 255
    /// The ending of files that are not finished.
    private static let unfinished = ".part"
    /// An ending that is longer than this is none.
    private static let endingLimit = 16

    /// Makes a name of a label; a label that holds no name at all becomes `file`.
    package init(_ label: String) {
        // Scalars, not characters: a slash with an accent on it is another character, and still a slash to the system.
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

    /// Takes a name back from a record of this node; nil unless it is safe as it stands.
    package init?(stored name: String) {
        let scalars = name.unicodeScalars
        guard (1...Self.hardLimit).contains(name.utf8.count), scalars.first != ".",
            scalars.allSatisfy({ $0.isVisible && $0 != "/" && $0 != "\\" }),
            !name.lowercased().hasSuffix(Self.unfinished)
        else { return nil }
        text = name
    }

    private init(unchecked text: String) { self.text = text }

    /// The name with a number, for a second file of it; the first has none.
    package func numbered(_ number: Int) -> PeerFileName {
        guard number > 1 else { return self }
        let (stem, ending) = Self.split(Substring(text))
        return PeerFileName(unchecked: "\(stem) (\(number))\(ending)")
    }

    /// What no file may have in its name on one system or another.
    private static let forbidden: Set<Unicode.Scalar> = [":", "*", "?", "\"", "<", ">", "|"]

    /// Names of devices, whatever their ending (Windows).
    private static func isReserved(_ name: Substring) -> Bool {
        let stem = name.prefix { $0 != "." }.lowercased()
        if ["con", "prn", "aux", "nul"].contains(stem) { return true }
        return stem.utf8.count == 4 && (stem.hasPrefix("com") || stem.hasPrefix("lpt"))
            && stem.last.map { $0.isASCII && $0.isNumber } == true
    }

    /// A name in front of its ending, and the ending with its dot.
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
