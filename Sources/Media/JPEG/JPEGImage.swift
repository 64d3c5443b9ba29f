// SPDX-License-Identifier: Apache-2.0

/// A parsed baseline JPEG image, to be written again in canonical form (ITU-T T.81 annex B).
///
/// The canonical form is: SOI; one DQT per table; SOF0; one DHT per table; DRI if there is a restart interval; SOS; the unchanged
/// scan; EOI. Component ids are 1, 2, 3. The first component uses tables 0; the others use tables 1, and the third its own
/// quantisation table 2 if it differs. Tables come in the order of their ids, Huffman tables as DC0 AC0 DC1 AC1. APPn and COM
/// segments, tables that the scan does not use and bytes after EOI are dropped; missing Huffman tables are the standard ones. A
/// missing EOI is added: many cameras leave it out, and RTP carries none. So everything that RTP/JPEG (RFC 2435) loses is lost on
/// the camera as well, and both sides have equal bytes.
struct JPEGImage {
    let width: Int
    let height: Int
    let components: [JPEGComponent]
    let quantisation: [[UInt8]]
    let huffman: [[UInt8]]
    private let restartInterval: Int
    private let scan: Range<Int>
    /// Whether the buffer has the marker of its end (EOI).
    let hasEnd: Bool

    /// Reads an image; `unsupported` for progressive, arithmetic, lossless, 12 bit and non-interleaved ones.
    init(parsing bytes: Span<UInt8>) throws(MediaError) {
        var parser = JPEGParser()
        scan = try parser.parse(bytes)
        (width, height) = (parser.width, parser.height)
        hasEnd = scan.upperBound + 2 <= bytes.count
        restartInterval = parser.restartInterval
        var components: [JPEGComponent] = []
        var quantisation: [[UInt8]] = []
        for (index, component) in parser.components.enumerated() {
            guard let table = parser.quantisation[component.quantisation] else {
                throw .malformed("a JPEG image without its quantisation table \(component.quantisation)")
            }
            var copy = component
            if index == 2 && quantisation[1] == table {
                copy.quantisation = 1
            } else {
                copy.quantisation = quantisation.count
                quantisation.append(table)
            }
            components.append(copy)
        }
        var huffman: [[UInt8]] = []
        for (index, component) in components.enumerated() {
            let pair = [parser.huffmanTable(0, component.dc), parser.huffmanTable(1, component.ac)]
            if index < 2 {
                huffman += pair
            } else if pair != Array(huffman.suffix(2)) {
                throw .unsupported("a JPEG image whose two colour components use different Huffman tables")
            }
        }
        (self.components, self.quantisation, self.huffman) = (components, quantisation, huffman)
    }

    /// How many more images begin in the buffer after this one.
    func followers(in bytes: Span<UInt8>) -> Int {
        var count = 0
        // SOI, and the marker of the first segment.
        for index in scan.upperBound..<max(scan.upperBound, bytes.count - 2)
        where bytes[index] == 0xFF && bytes[index + 1] == 0xD8 && bytes[index + 2] == 0xFF { count += 1 }
        return count
    }

    /// The canonical bytes of the image; copies the scan from the buffer that was parsed.
    func canonical(from bytes: Span<UInt8>) -> [UInt8] {
        var image: [UInt8] = []
        image.reserveCapacity(scan.count + 1024)
        image += [0xFF, 0xD8]
        for (id, table) in quantisation.enumerated() {
            image += [0xFF, 0xDB, 0, 67, UInt8(truncatingIfNeeded: id)] + table
        }
        let count = UInt8(truncatingIfNeeded: components.count)
        image += [0xFF, 0xC0, 0, 8 + 3 * count, 8]
        image.append(bigEndian: UInt64(height), count: 2)
        image.append(bigEndian: UInt64(width), count: 2)
        image.append(count)
        for (index, component) in components.enumerated() {
            image.append(UInt8(truncatingIfNeeded: index + 1))
            image += [component.sampling, UInt8(truncatingIfNeeded: component.quantisation)]
        }
        for (index, table) in huffman.enumerated() {
            image += [0xFF, 0xC4]
            image.append(bigEndian: UInt64(table.count + 3), count: 2)
            image.append(UInt8(truncatingIfNeeded: (index & 1) << 4 | index >> 1))
            image += table
        }
        if restartInterval > 0 {
            image += [0xFF, 0xDD, 0, 4]
            image.append(bigEndian: UInt64(restartInterval), count: 2)
        }
        image += [0xFF, 0xDA, 0, 6 + 2 * count, count]
        for index in components.indices {
            image += [UInt8(truncatingIfNeeded: index + 1), index == 0 ? 0x00 : 0x11]
        }
        image += [0, 63, 0]
        image.append(copying: bytes.extracting(scan))
        image += [0xFF, 0xD9]
        return image
    }
}
