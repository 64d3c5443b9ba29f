// SPDX-License-Identifier: Apache-2.0
package import Media

/// Fragments whose pictures cannot be decoded, for tests that only handle fragments.
package enum SampleFootage {
    /// The number of frames in each fragment.
    package static let frames = 3
    /// The ticks between two frames, at three frames a second.
    package static let interval: Int64 = 30_000

    /// Fragments 1 to `count` of an epoch.
    ///
    /// - Parameter perSegment: the number of fragments that share a file.
    package static func fragments(_ count: Int, perSegment: Int = 1) throws -> [ClosedFragment] {
        let format = try VideoFormat.jpeg(width: 64, height: 48)
        var fragmenter = Fragmenter(
            nominalInterval: interval, limits: .init(segmentDuration: Int64(perSegment) * Tick.perSecond))
        var closed: [ClosedFragment] = []
        for number in 0..<count * frames {
            let unit = AccessUnit(
                tick: Tick(rawValue: 900_000 + Int64(number) * interval), isSync: number.isMultiple(of: frames),
                bytes: bytes(of: number))
            if let fragment = try fragmenter.push(FormattedAccessUnit(unit: unit, format: format)) {
                closed.append(fragment)
            }
        }
        if let last = fragmenter.close() { closed.append(last) }
        return closed
    }

    /// The access units of a fragment, as the live lane delivers them.
    package static func units(of fragment: Fragment) -> [AccessUnit] {
        (0..<frames).map { index in
            let number = (fragment.sequence - 1) * frames + index
            return AccessUnit(
                tick: Tick(rawValue: 900_000 + Int64(number) * interval), isSync: index == 0, bytes: bytes(of: number))
        }
    }

    private static func bytes(of number: Int) -> [UInt8] { [0xFF, 0xD8] + Array("frame \(100 + number)".utf8) }
}
