// SPDX-License-Identifier: Apache-2.0

/// How far white areas have grown into black ones in a picture of a tag.
///
/// Cameras store light with a gamma, so that the blurred edge of a black area seems to be inside it; ink that spreads does the
/// opposite. Found at the black border: the pattern says how thick it is, as a part of the tag.
struct EdgeShift {
    /// The samples along the edge of a cell.
    private static let samples = 7
    /// The shortest side of a cell in pixels whose two edges can be told apart.
    private static let leastCell = 2.0

    /// The distance in pixels, positive if the black square looks smaller than it is.
    let distance: Double

    /// Measures the border of a tag; nil if too little of it can be seen.
    init?(_ sighting: TagSighting, pattern: TagPattern, in picture: LuminancePlane) {
        guard let map = Homography(sighting.corners) else { return nil }
        let cells = TagPattern.blackCells
        var shifts: [Double] = []
        for side in 0..<4 {
            for cell in 1..<cells - 1 where !Self.isBlack(pattern, side: side, cell: cell) {
                for sample in 0..<Self.samples {
                    let along = Double(cell) + 0.25 + 0.5 * Double(sample) / Double(Self.samples - 1)
                    let outer = Self.point(map, side: side, along: along, depth: 0)
                    let inner = Self.point(map, side: side, along: along, depth: 1)
                    let (across, width) = ((inner - outer), (inner - outer).length)
                    guard width > Self.leastCell else { continue }
                    let inward = across / width
                    let reach = min(width / 2, 3)
                    guard let first = picture.rise(at: outer, along: -inward, reach: reach),
                        let second = picture.rise(at: inner, along: inward, reach: reach)
                    else { continue }
                    // Both edges of the border have moved by the shift, and so has the tag's side, of which it is an eighth.
                    shifts.append(-(first + second) / (2 - 2 / Double(cells)))
                }
            }
        }
        guard shifts.count >= 2 * Self.samples else { return nil }
        shifts.sort()
        distance = shifts[shifts.count / 2]
    }

    /// The tag with its edges where they would be without the shift.
    func mended(_ sighting: TagSighting) -> TagSighting {
        let corners = sighting.corners
        let centre = corners.reduce(.zero, +) / Double(corners.count)
        let edges = corners.indices.map { index in
            let (begin, end) = (corners[index], corners[(index + 1) % corners.count])
            let along = (end - begin) / (end - begin).length
            let normal = SIMD2(along.y, -along.x)
            let outward = (normal * ((begin + end) / 2 - centre)).sum() < 0 ? -normal : normal
            return (place: begin + outward * distance, along: along)
        }
        let moved = edges.indices.map { index in
            let (one, other) = (edges[(index + edges.count - 1) % edges.count], edges[index])
            let area = one.along.x * other.along.y - one.along.y * other.along.x
            let apart = other.place - one.place
            return one.place + one.along * ((apart.x * other.along.y - apart.y * other.along.x) / area)
        }
        return TagSighting(tag: sighting.tag, corners: moved)
    }

    /// Whether the cell inside the border is black: the sides are the upper, lower, left and right one.
    private static func isBlack(_ pattern: TagPattern, side: Int, cell: Int) -> Bool {
        let (first, last) = (2, TagPattern.cells - 3)
        return switch side {
        case 0: pattern[cell + 1, first]
        case 1: pattern[cell + 1, last]
        case 2: pattern[first, cell + 1]
        default: pattern[last, cell + 1]
        }
    }

    /// The pixel of a place beside an edge of the black square, in cells along it and below it.
    private static func point(_ map: Homography, side: Int, along: Double, depth: Double) -> SIMD2<Double> {
        let size = Double(TagPattern.blackCells)
        let (u, v) = (along / size, depth / size)
        return switch side {
        case 0: map(u, v)
        case 1: map(u, 1 - v)
        case 2: map(v, u)
        default: map(1 - v, u)
        }
    }
}
