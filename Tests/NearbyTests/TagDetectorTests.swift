// SPDX-License-Identifier: Apache-2.0
import Nearby
import Testing

@Suite("Tags in pictures")
struct TagDetectorTests {
    /// A picture of a tag with cells of this many pixels, beginning at a pixel; 255 is white.
    private func picture(_ tag: Int, cell: Int, at x: Int, _ y: Int, grown: Int = 0) throws -> [UInt8] {
        let pattern = try #require(TagPattern(tag))
        var bytes = [UInt8](repeating: 200, count: 640 * 480)
        for row in 0..<TagPattern.cells * cell {
            for column in 0..<TagPattern.cells * cell {
                // White that has grown into black, to all sides.
                let near = (-grown...grown).flatMap { a in (-grown...grown).map { (column + a, row + $0) } }
                let isBlack = near.allSatisfy { column, row in
                    let (column, row) = (column / cell, row / cell)
                    return column < TagPattern.cells && row < TagPattern.cells && pattern[column, row]
                }
                bytes[(y + row) * 640 + x + column] = isBlack ? 20 : 240
            }
        }
        return bytes
    }

    /// A detector; `#require` takes no value that cannot be copied.
    private func detector() throws -> TagDetector {
        guard let detector = TagDetector() else { throw CancellationError() }
        return detector
    }

    @Test("are found where they are, with their numbers", arguments: [0, 7, 586])
    func found(tag: Int) throws {
        let bytes = try picture(tag, cell: 12, at: 100, 60)
        var detector = try detector()
        let found = detector.sightings(in: bytes.span, width: 640, height: 480, stride: 640)
        #expect(found.map(\.tag) == [tag])
        // The black square reaches from the middle of pixel 111.5 to that of 207.5.
        let wanted: [SIMD2<Double>] = [[111.5, 167.5], [207.5, 167.5], [207.5, 71.5], [111.5, 71.5]]
        for (corner, place) in zip(try #require(found.first).corners, wanted) {
            #expect(abs(corner.x - place.x) < 0.3 && abs(corner.y - place.y) < 0.3, "\(corner) is not at \(place)")
        }
    }

    @Test("have their true size if white has grown into black, as gamma makes it")
    func grown() throws {
        var detector = try detector()
        let bytes = try picture(7, cell: 24, at: 100, 60, grown: 1)
        let side = try #require(detector.sightings(in: bytes.span, width: 640, height: 480, stride: 640).first).side
        #expect(abs(side - 8 * 24) < 0.7, "without mending it is 190")
    }

    @Test("are found in a part of a picture")
    func window() throws {
        let bytes = try picture(7, cell: 12, at: 300, 200)
        var detector = try detector()
        let window = PictureWindow(x: 290, y: 190, width: 200, height: 200)
        let part = detector.sightings(in: bytes.span, width: 640, height: 480, stride: 640, window: window)
        let whole = detector.sightings(in: bytes.span, width: 640, height: 480, stride: 640)
        #expect(part.count == 1)
        #expect(try #require(part.first).isSame(as: try #require(whole.first)))
        let elsewhere = PictureWindow(x: 0, y: 0, width: 200, height: 200)
        #expect(detector.sightings(in: bytes.span, width: 640, height: 480, stride: 640, window: elsewhere).isEmpty)
    }

    @Test("are none in pictures that are too small, cut short, or noise")
    func none() throws {
        var detector = try detector()
        #expect(detector.sightings(in: [255].span, width: 1, height: 1, stride: 1).isEmpty)
        let short = [UInt8](repeating: 0, count: 100)
        #expect(detector.sightings(in: short.span, width: 640, height: 480, stride: 640).isEmpty)
        var noise = SeededNoise(7)
        let bytes = (0..<640 * 480).map { _ in UInt8(min(max(128 + 40 * noise.normal(), 0), 255)) }
        #expect(detector.sightings(in: bytes.span, width: 640, height: 480, stride: 640).isEmpty)
    }
}
