// SPDX-License-Identifier: Apache-2.0
import Wire

/// What the files of several cameras are called: after their names, with the beginning of the id where two would be alike.
struct CameraFileNames: Sendable {
    private let texts: [String: String]

    /// - Parameters:
    ///   - cameras: the ids and names of all.
    ///   - known: the ids and names of others that are known, whose files may come beside these.
    init(_ cameras: [(id: String, name: String)], beside known: [(id: String, name: String)] = []) {
        let ids = Set(cameras.map(\.id))
        let alone = Self.alone(cameras.map(\.name) + known.filter { !ids.contains($0.id) }.map(\.name))
        let texts = zip(cameras, alone).map { camera, text in
            (camera.id, text ?? Self.part("\(camera.name)-\(camera.id.prefix(7))"))
        }
        self.texts = Dictionary(texts) { first, _ in first }
    }

    /// The parts of files' names that mean cameras of these names; nil where two would be alike, so that it takes an id.
    static func alone(_ names: [String]) -> [String?] {
        let texts = names.map(part)
        // Some file systems ignore case.
        let counts = Dictionary(texts.map { ($0.lowercased(), 1) }, uniquingKeysWith: +)
        return texts.map { counts[$0.lowercased()] == 1 ? $0 : nil }
    }

    /// The part of a file's name that means a camera.
    subscript(id: String, named name: String) -> String { texts[id] ?? Self.part(name) }

    /// A name as a part of a file's name; a slash in it separates no folders.
    private static func part(_ name: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars { scalars.append(scalar == "/" || scalar == "\\" ? "_" : scalar) }
        return PeerFileName(String(scalars)).text
    }
}
