// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import Media
import SystemPackage
import Wire

/// Stills that a camera took earlier: pictures and descriptions in its home.
enum StoredStills {
    /// Writes stills whose pictures are a few bytes that begin like JPEG.
    ///
    /// - Parameter recipients: the recorders of each still, by its number from 0; none keeps it on the camera.
    static func write(
        _ count: Int, to home: FilePath, save: SavePreference = .recorder, recipients: (Int) -> [String]
    ) throws {
        let folder = URL(filePath: home.appending("stills").string)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 0..<count {
            let id = "20261121T050913Z-00001-\(String(10_000 + number).dropFirst())"
            let picture = Data([0xFF, 0xD8, 0xFF] + Array("picture \(number)".utf8))
            let named = recipients(number)
            let still = Still(
                id: id, job: "20261121T050913Z-00001", name: "\(id).jpg", camera: "front-door-id", type: "image/jpeg",
                width: 1, height: 1, bytes: picture.count,
                sha256: SHA256.hash(data: picture).hexadecimal, askedAt: 0, shownAt: 0,
                tick: 0, epoch: 1, skew: 0, uncertainty: 0, clamped: false, source: .ring,
                save: named.isEmpty ? .camera : save, recipients: named)
            try picture.write(to: folder.appending(path: still.name))
            try JSON.encode(still).write(to: folder.appending(path: "\(id).json"))
        }
    }
}
