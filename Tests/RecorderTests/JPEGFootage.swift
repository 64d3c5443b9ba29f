// SPDX-License-Identifier: Apache-2.0
import Footage
import Media

/// Footage that a recorder stores, of pictures that are never decoded.
enum JPEGFootage {
    /// Fragments of 1 s each, of ten pictures a second, in an epoch of the recording `r`.
    static func entries(
        _ count: Int, epoch: Int = 1, source: FragmentSource = .live
    ) throws -> [FragmentEntry] {
        let format = try VideoFormat.jpeg(width: 64, height: 64)
        var fragmenter = Fragmenter(nominalInterval: 9_000)
        var closed = try (0..<count * 10).compactMap { number in
            let unit = AccessUnit(
                tick: Tick(rawValue: Int64(number) * 9_000), isSync: true,
                bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 10 + number % 7))
            return try fragmenter.push(FormattedAccessUnit(unit: unit, format: format))
        }
        if let last = fragmenter.close() { closed.append(last) }
        return closed.map {
            FragmentEntry(
                recording: "r", epoch: epoch, segment: $0.segment, fragment: $0.fragment,
                format: InitSegment($0.format), captured: $0.fragment.frames,
                received: $0.fragment.frames, source: source, persistedAt: 1)
        }
    }
}
