// SPDX-License-Identifier: Apache-2.0

extension AccessUnit {
    /// Whether a part of this H.264 picture is predicted from two others (a B slice), so that it may come after a later one.
    package var isBipredicted: Bool {
        NALUnits(of: self).contains { unit in
            guard (1...2).contains(unit.unitType) else { return false }
            // The first two numbers of a slice header (ITU-T H.264 7.3.3): the first macroblock, and the type of the slice.
            var reader = BitReader(payloadOf: Array(unit.prefix(16)))
            guard (try? reader.unsigned(upTo: .max, "first macroblock")) != nil,
                let type = try? reader.unsigned(upTo: 9, "slice type")
            else { return false }
            return type % 5 == 1
        }
    }
}
