// SPDX-License-Identifier: Apache-2.0

/// An ICC profile of sRGB (ICC.1:2010, version 4.3; IEC 61966-2-1), which says what the numbers of a photograph mean.
enum ICCProfile {
    /// The profile.
    static let sRGB: [UInt8] = {
        // The colorants of sRGB, adapted to D50.
        let colorants: [(String, [Double])] = [
            ("rXYZ", [0.43607, 0.22249, 0.01392]), ("gXYZ", [0.38515, 0.71687, 0.09708]),
            ("bXYZ", [0.14307, 0.06061, 0.71410]), ("wtpt", illuminant),
        ]
        // IEC 61966-2-1: linear below, a power above (ICC.1 10.16, function type 3).
        let curve =
            Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
            + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
        let adaptation = Array("sf32".utf8) + [0, 0, 0, 0] + bradford.flatMap(fixed)
        let tags: [([String], [UInt8])] =
            [(["desc"], text("sRGB")), (["cprt"], text("CC0")), (["chad"], adaptation)]
            + colorants.map { ([$0.0], Array("XYZ ".utf8) + [0, 0, 0, 0] + $0.1.flatMap(fixed)) }
            + [(["rTRC", "gTRC", "bTRC"], curve)]
        return profile(tags)
    }()

    private static let illuminant = [0.9642, 1.0, 0.8249]
    /// From D65 to D50.
    private static let bradford = [
        1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168,
    ]

    /// A signed fraction of 16 and 16 bits (ICC.1 4.6).
    private static func fixed(_ value: Double) -> [UInt8] {
        [UInt8](bigEndian: UInt32(bitPattern: Int32((value * 65_536).rounded())))
    }

    /// Text in English (ICC.1 10.13).
    private static func text(_ value: String) -> [UInt8] {
        let utf16 = value.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        return Array("mluc".utf8) + [0, 0, 0, 0]
            + [1, 12].flatMap { [UInt8](bigEndian: UInt32($0)) } + Array("enUS".utf8)
            + [utf16.count, 28].flatMap { [UInt8](bigEndian: UInt32($0)) } + utf16
    }

    /// Header, table and data of the tags (ICC.1 7); several names may share data.
    private static func profile(_ tags: [([String], [UInt8])]) -> [UInt8] {
        let count = tags.reduce(0) { $0 + $1.0.count }
        var table = [UInt8](bigEndian: UInt32(count))
        var data: [UInt8] = []
        let start = 128 + 4 + 12 * count
        for (names, bytes) in tags {
            for name in names {
                table += Array(name.utf8) + [UInt8](bigEndian: UInt32(start + data.count))
                table += [UInt8](bigEndian: UInt32(bytes.count))
            }
            data += bytes
            while !data.count.isMultiple(of: 4) { data.append(0) }
        }
        var header = [UInt8](bigEndian: UInt32(start + data.count)) + [0, 0, 0, 0, 4, 0x30, 0, 0]
        // A display's profile, made at no particular time.
        header += Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 28) + illuminant.flatMap(fixed)
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return header + table + data
    }
}
