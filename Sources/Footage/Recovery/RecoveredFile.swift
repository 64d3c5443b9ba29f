// SPDX-License-Identifier: Apache-2.0

/// A file of the folder `recovered`: footage that no row of the catalog names.
package struct RecoveredFile: Hashable, Sendable {
    /// The name in the folder.
    package let name: String
    /// The length in bytes.
    package let byteCount: Int
    /// When its content last changed, in nanoseconds since 1970 UTC.
    package let modifiedAt: Int64
    /// The path, relative to the store, of the file that it was a part or all of.
    package let origin: String
    /// Its offset in that file; 0 if it was all of it.
    package let offset: Int

    /// The folder of its recording, relative to the store.
    package var folder: String {
        origin.lastIndex(of: "/").map { String(origin[..<$0]) } ?? ""
    }

    /// Whether its folder has the name that a camera's footage is stored under.
    package func isNamed(after camera: String) -> Bool {
        origin.split(separator: "/").first.map(String.init) == FootageStore.folderName(camera)
    }

    /// The camera's epoch, from the name of the original file; nil for a name that no store gives.
    var epoch: Int? { Self.segment(origin)?.epoch }

    init(name: String, byteCount: Int, modifiedAt: Int64) {
        (self.name, self.byteCount, self.modifiedAt) = (name, byteCount, modifiedAt)
        // PATH, then @OFFSET for an end, then ~COPY if the name was taken.
        let (path, _) = Self.number(in: name, behind: "~")
        let (origin, offset) = Self.number(in: path, behind: "@")
        self.origin = origin.split(separator: "+", omittingEmptySubsequences: false).joined(separator: "/")
        self.offset = offset ?? 0
    }

    /// The name for a file, or for its end from `offset`; `copy` is 1 unless that name is taken.
    static func name(of path: String, offset: Int, copy: Int) -> String {
        // Folders of a store have no plus sign in their names. A name may have 255 bytes.
        let flat = path.split(separator: "/").joined(separator: "+").utf8.suffix(200)
        return String(decoding: flat, as: UTF8.self) + (offset > 0 ? "@\(offset)" : "") + (copy > 1 ? "~\(copy)" : "")
    }

    /// Epoch, segment and part in the name of a segment's file; nil for a name that no store gives.
    static func segment(_ path: String) -> (epoch: Int, number: Int, part: Int)? {
        let name = path.split(separator: "/").last ?? ""
        guard name.hasSuffix(".mp4") else { return nil }
        let words = name.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
        guard (2...3).contains(words.count), words[0].hasPrefix("e"), words[1].hasPrefix("s"),
            let epoch = Int(words[0].dropFirst()), let number = Int(words[1].dropFirst()),
            let part = words.count == 3 ? Int(words[2]) : 0, epoch >= 0, number >= 0, part >= 0
        else { return nil }
        return (epoch, number, part)
    }

    private static func number(in text: String, behind mark: Character) -> (String, Int?) {
        guard let place = text.lastIndex(of: mark), let number = Int(text[text.index(after: place)...]), number > 0
        else { return (text, nil) }
        return (String(text[..<place]), number)
    }
}
