// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import GStreamer
import Nearby
import Pipelines
import SystemPackage
import Viewing
import Wire

/// Finds tags in picture files.
struct TagPictures {
    /// The tags in a picture.
    struct Found: Sendable {
        let width: Int
        let height: Int
        let sightings: [TagSighting]
    }

    private let developer = StillDeveloper(library: PipelineLibrary(home: NodeHome(nil, usually: "camera").path))

    /// The tags in a picture file, searched in all its pixels.
    func find(in path: String) async throws -> Found {
        let bytes: [UInt8]
        do {
            // Foundation's error does not say in plain words what is wrong.
            try FileSystem.open(FilePath(path), .readOnly).close()
            bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw Problem.notFound("\(path) cannot be read: \(Terminal.words(for: error))")
        }
        let type = bytes.starts(with: [0xFF, 0xD8]) ? "image/jpeg" : "image/png"
        let (picture, caps): (Buffer, Caps)
        do {
            (picture, caps) = try await developer.luminance(of: bytes, type: type)
        } catch {
            throw Problem.conflict("\(path) cannot be read as a picture: \(Terminal.words(for: error))")
        }
        let found: Found?? = picture.withLuminance(caps) { bytes, shape in
            guard var detector = TagDetector() else { return nil }
            let sightings = detector.sightings(
                in: bytes, width: shape.width, height: shape.height, stride: shape.stride)
            return Found(width: shape.width, height: shape.height, sightings: sightings)
        }
        guard let found = found ?? nil else { throw Problem.conflict("\(path) has a format without luminance") }
        return found
    }
}
