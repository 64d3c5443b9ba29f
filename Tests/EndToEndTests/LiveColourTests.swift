// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The colours of a live picture in a real browser", .serialized, .timeLimit(.minutes(6)))
struct LiveColourTests {
    private static let (columns, rows, side) = (16, 5, 32)

    /// A card of squares as I420.
    private func card(_ values: [[UInt8]]) -> Data {
        var picture = Data()
        for plane in 0..<3 {
            let side = plane == 0 ? Self.side : Self.side / 2
            for row in 0..<Self.rows {
                let line = (0..<Self.columns).flatMap { column in
                    [UInt8](repeating: values[row * Self.columns + column][plane], count: side)
                }
                for _ in 0..<side { picture.append(contentsOf: line) }
            }
        }
        return picture
    }

    @Test("The browser shows the colours that went into the camera", arguments: ColourSpace.all)
    func whep(_ space: ColourSpace) async throws {
        let nodes = try Nodes()
        let values = ColourSpace.card.map(space.encoded)
        let file = nodes.home.file("card.raw")
        try card(values).write(to: URL(fileURLWithPath: file))
        let caps =
            "video/x-raw,format=I420,width=\(Self.columns * Self.side),height=\(Self.rows * Self.side),framerate=30/1,"
            + "colorimetry=\(space.colorimetry)"
        let text = Picture.capture(
            source: "multifilesrc location=\(file) num-buffers=1 caps=\(caps)",
            behindCamera: "! imagefreeze name=camera is-live=true", caps: caps,
            encoder: "x264enc name=encoder pass=quant quantizer=1 tune=zerolatency key-int-max=30"
        )
        .replacingOccurrences(of: "camera    multifilesrc", with: "camera    imagefreeze")
        .replacingOccurrences(of: "! debugqroverlay pixel-size=4\n", with: "")
        let camera = try nodes.camera(["--capture", try nodes.home.write(text, as: "mine.pipeline")])
        try await nodes.ready(camera.address())
        let viewer = try await Viewer(of: nodes.cameraHome, home: nodes.home, drawsLikeGraphicsCard: true)
        try await viewer.watch()
        // The first picture of a connection may have been concealed.
        try await eventually("it is live") { try viewer.frames() > 30 }
        for (value, colour) in zip(values, try viewer.colours(columns: Self.columns, rows: Self.rows)) {
            #expect(
                space.distance(colour, from: value) <= 2, "\(value) means \(space.decoded(value)), and became \(colour)"
            )
        }
    }
}
