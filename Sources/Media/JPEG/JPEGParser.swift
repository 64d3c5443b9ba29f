// SPDX-License-Identifier: Apache-2.0

/// Collects the marker segments of a baseline JPEG image up to its scan (ITU-T T.81 annex B).
struct JPEGParser {
    /// A few bytes may claim 65535x65535 pixels, for which a decoder would allocate 6 GB.
    private static let mostPixels = 1 << 27

    private(set) var width = 0
    private(set) var height = 0
    private(set) var components: [JPEGComponent] = []
    private(set) var quantisation: [Int: [UInt8]] = [:]
    private(set) var restartInterval = 0
    private var huffman: [Int: [UInt8]] = [:]

    /// Reads the image and returns the range of its entropy-coded data.
    mutating func parse(_ bytes: Span<UInt8>) throws(MediaError) -> Range<Int> {
        guard bytes.count > 3, bytes[0] == 0xFF, bytes[1] == 0xD8 else {
            throw .malformed("a JPEG buffer of \(bytes.count) bytes that does not start with SOI")
        }
        var position = 2
        while position + 4 <= bytes.count {
            guard bytes[position] == 0xFF else {
                throw .malformed("a JPEG buffer without a marker at byte \(position)")
            }
            let marker = bytes[position + 1]
            if marker == 0xFF {
                position += 1
                continue
            }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard length >= 2, position + 2 + length <= bytes.count else {
                throw .malformed("a JPEG segment at byte \(position) that runs past the end of the buffer")
            }
            var segment = [UInt8]()
            if !(0xE0...0xEF).contains(marker) {
                segment.append(copying: bytes.extracting((position + 4)..<(position + 2 + length)))
            }
            position += 2 + length
            try take(marker, segment)
            if marker == 0xDA { return try scan(bytes, from: position) }
        }
        throw .malformed("a JPEG buffer of \(bytes.count) bytes without a scan")
    }

    /// The table of a class and destination; the standard one if the image has none.
    func huffmanTable(_ kind: Int, _ destination: Int) -> [UInt8] {
        huffman[kind << 4 | destination] ?? JPEGTables.standardHuffman(class: kind, destination: destination)
    }

    private mutating func take(_ marker: UInt8, _ segment: [UInt8]) throws(MediaError) {
        switch marker {
        case 0xDB: try takeQuantisation(segment)
        case 0xC4: try takeHuffman(segment)
        case 0xC0: try takeFrame(segment)
        case 0xDA: try takeScanHeader(segment)
        case 0xDD where segment.count == 2: restartInterval = Int(segment[0]) << 8 | Int(segment[1])
        case 0xE0...0xEF, 0xFE: break
        case 0xC1: throw .unsupported("extended sequential JPEG (SOF1); configure the camera for baseline")
        case 0xC2: throw .unsupported("progressive JPEG (SOF2); configure the camera for baseline")
        case 0xC9...0xCF: throw .unsupported("JPEG with arithmetic coding")
        case 0xC3, 0xC5...0xC7: throw .unsupported("lossless or hierarchical JPEG")
        default: throw .malformed("a JPEG image with an unexpected marker \(marker)")
        }
    }

    private mutating func takeQuantisation(_ segment: [UInt8]) throws(MediaError) {
        var rest = segment[...]
        while let head = rest.popFirst() {
            guard head < 4, rest.count >= 64 else {
                if head >= 0x10 { throw .unsupported("JPEG with 16 bit quantisation tables") }
                throw .malformed("a JPEG quantisation segment of \(segment.count) bytes")
            }
            quantisation[Int(head)] = Array(rest.prefix(64))
            rest = rest.dropFirst(64)
        }
    }

    private mutating func takeHuffman(_ segment: [UInt8]) throws(MediaError) {
        var rest = segment[...]
        while let head = rest.popFirst() {
            let symbols = rest.prefix(16).reduce(0) { $0 + Int($1) }
            guard head & 0xEE == 0, rest.count >= 16 + symbols, symbols <= 256 else {
                throw .malformed("a JPEG Huffman segment of \(segment.count) bytes")
            }
            huffman[Int(head)] = Array(rest.prefix(16 + symbols))
            rest = rest.dropFirst(16 + symbols)
        }
    }

    private mutating func takeFrame(_ segment: [UInt8]) throws(MediaError) {
        guard components.isEmpty, segment.count >= 6, segment.count == 6 + 3 * Int(segment[5]) else {
            throw .malformed("a JPEG image with a broken frame header")
        }
        guard segment[0] == 8 else { throw .unsupported("JPEG with \(segment[0]) bits per sample") }
        guard segment[5] == 1 || segment[5] == 3 else {
            throw .unsupported("JPEG with \(segment[5]) colour components")
        }
        height = Int(segment[1]) << 8 | Int(segment[2])
        width = Int(segment[3]) << 8 | Int(segment[4])
        guard width > 0, height > 0 else { throw .malformed("a JPEG image of \(width)x\(height)") }
        guard width * height <= JPEGParser.mostPixels else {
            throw .unsupported("JPEG of \(width)x\(height); at most \(JPEGParser.mostPixels) pixels are taken")
        }
        for start in stride(from: 6, to: segment.count, by: 3) {
            components.append(
                JPEGComponent(id: segment[start], sampling: segment[start + 1], quantisation: Int(segment[start + 2]))
            )
        }
        guard Set(components.map(\.id)).count == components.count else {
            throw .malformed("a JPEG image that names a colour component twice")
        }
    }

    private mutating func takeScanHeader(_ segment: [UInt8]) throws(MediaError) {
        guard let count = segment.first.map({ Int($0) }), segment.count == 4 + 2 * count, !components.isEmpty else {
            throw .malformed("a JPEG image with a broken scan header")
        }
        guard count == components.count else { throw .unsupported("JPEG with more than one scan") }
        for index in 0..<count {
            let tables = segment[2 + 2 * index]
            guard segment[1 + 2 * index] == components[index].id, tables & 0xEE == 0 else {
                throw .malformed("a JPEG scan that does not match its frame header")
            }
            components[index].dc = Int(tables >> 4)
            components[index].ac = Int(tables & 15)
        }
    }

    private func scan(_ bytes: Span<UInt8>, from start: Int) throws(MediaError) -> Range<Int> {
        var index = start
        while index < bytes.count {
            guard bytes[index] == 0xFF else {
                index += 1
                continue
            }
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0xD9
            // B.1.1.5: stuffed zeros and restart markers belong to the scan, fill bytes to the marker after them.
            if next == 0 || (0xD0...0xD7).contains(next) {
                index += 2
            } else if next == 0xD9 {
                break
            } else if next == 0xFF {
                index += 1
            } else {
                throw .unsupported("JPEG with a second scan or table behind its first scan")
            }
        }
        guard index > start else { throw .malformed("a JPEG image with an empty scan") }
        return start..<index
    }
}
