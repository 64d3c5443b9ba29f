// SPDX-License-Identifier: Apache-2.0
import Wire

/// What the files of several cameras are called: after their names, with the beginning of the id where two would be alike.
struct CameraFileNames: Sendable {
    private let texts: [String: String]

    /// - Parameter cameras: the ids and names of all.
    init(_ cameras: [(id: String, name: String)]) {
        // Some file systems ignore case.
        let plain = cameras.map { PeerFileName($0.name).text.lowercased() }
        let counts = Dictionary(plain.map { ($0, 1) }, uniquingKeysWith: +)
        let texts = zip(cameras, plain).map { camera, text in
            let isAlone = counts[text] == 1
            return (camera.id, PeerFileName(isAlone ? camera.name : "\(camera.name)-\(camera.id.prefix(7))").text)
        }
        self.texts = Dictionary(texts) { first, _ in first }
    }

    /// The part of a file's name that means a camera.
    subscript(id: String, named name: String) -> String { texts[id] ?? PeerFileName(name).text }
}
