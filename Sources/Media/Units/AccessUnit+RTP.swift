// SPDX-License-Identifier: Apache-2.0

extension AccessUnit {
    /// Why RTP cannot carry this JPEG picture unchanged (RFC 2435); nil if it can.
    ///
    /// Sides are counted in blocks of 8 pixels in 8 bits (section 3.1.5); types 0 and 1 are 4:2:2 and 4:2:0 with at most two
    /// quantisation tables and the standard Huffman tables, which are not sent (section 4.1).
    ///
    /// Throws the errors of `AccessUnitAssembler` for bytes that are no baseline JPEG.
    package func obstacleOnRTP() throws(MediaError) -> String? {
        let image = try JPEGImage(parsing: bytes.span)
        if ![image.width, image.height].allSatisfy({ $0.isMultiple(of: 8) && $0 <= 2_040 }) {
            return "both sides of \(image.width)x\(image.height) must be multiples of 8 and at most 2040"
        }
        let sampling = image.components.map(\.sampling)
        if ![[0x21, 0x11, 0x11], [0x22, 0x11, 0x11]].contains(sampling) {
            return "its colours must be sampled 4:2:2 or 4:2:0"
        }
        if image.quantisation.count > 2 { return "it has more than two quantisation tables" }
        let standard = [0, 1].flatMap { destination in
            [0, 1].map { JPEGTables.standardHuffman(class: $0, destination: destination) }
        }
        return image.huffman == standard ? nil : "its Huffman tables are not the standard ones"
    }
}
