// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Nearby
import Wire

/// Where the tags in picture files are.
struct NearbyMeasureCommand: InterruptibleCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Say where the tags in pictures are, such as in stills.",
        discussion: "Exit code 3 if a picture has no tag.")

    @Option(help: "The side of the tag's black square. (a length such as 120mm; required)")
    var size: Length

    @OptionGroup var lens: LensOptions

    @Flag(help: "Report as JSON, a line for each picture.")
    var json = false

    @Argument(help: "The pictures, as JPEG or PNG.", completion: .file())
    var pictures: [String]

    private struct Report: Encodable {
        let picture: String
        let width: Int
        let height: Int
        let tags: [Tag]
    }

    private struct Tag: Encodable {
        private enum CodingKeys: String, CodingKey { case tag, corners }

        let tag: Int
        let corners: [SIMD2<Double>]
        let position: PeerPosition

        func encode(to encoder: any Encoder) throws {
            try position.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(tag, forKey: .tag)
            try container.encode(corners, forKey: .corners)
        }
    }

    func carryOut() async throws {
        let finder = TagPictures()
        var isAlone = false
        for path in pictures {
            try Task.checkCancellation()
            let found = try await finder.find(in: path)
            let lens = try lens.lens(width: found.width, height: found.height)
            let tags = found.sightings.compactMap { sighting in
                PeerPosition(sighting, side: size.metres, lens: lens).map {
                    Tag(tag: sighting.tag, corners: sighting.corners, position: $0)
                }
            }
            if tags.isEmpty { isAlone = true }
            if json {
                try Terminal.say(
                    jsonLine: Report(picture: path, width: found.width, height: found.height, tags: tags))
                continue
            }
            if tags.isEmpty { Terminal.say("\(path): no tag") }
            for tag in tags { Terminal.say("\(path): tag \(tag.tag) \(tag.position.words)", indent: 4) }
        }
        if isAlone { throw ExitCode(ExitStatus.incomplete.rawValue) }
    }
}
