// SPDX-License-Identifier: Apache-2.0
import Pipelines

/// One image file directory of TIFF 6.0 (section 2), big-endian: entries sorted by tag, long values behind them.
struct TIFFDirectory {
    private struct Entry {
        let tag: UInt16
        let type: UInt16
        let count: Int
        var value: [UInt8]
    }

    private var entries: [Entry] = []

    /// Adds text in the letters of ASCII, which ends in a zero.
    mutating func add(_ tag: UInt16, text: String) {
        let ascii = Array(text.transliterated.utf8)
        entries.append(Entry(tag: tag, type: 2, count: ascii.count + 1, value: ascii + [0]))
    }

    /// Adds a 16-bit number.
    mutating func add(_ tag: UInt16, short: UInt16) {
        entries.append(Entry(tag: tag, type: 3, count: 1, value: [UInt8(short >> 8), UInt8(short & 0xFF)]))
    }

    /// Adds a 32-bit number.
    mutating func add(_ tag: UInt16, long: UInt32) {
        entries.append(Entry(tag: tag, type: 4, count: 1, value: [UInt8](bigEndian: long)))
    }

    /// Adds a fraction of two 32-bit numbers, nearest to a value that is not negative.
    mutating func add(_ tag: UInt16, value: Double, denominator: UInt32) {
        let numerator = UInt32(clamping: Int64((min(max(0, value), 1e9) * Double(denominator)).rounded()))
        entries.append(
            Entry(tag: tag, type: 5, count: 1, value: [UInt8](bigEndian: numerator) + [UInt8](bigEndian: denominator)))
    }

    /// Adds bytes of the type UNDEFINED.
    mutating func add(_ tag: UInt16, undefined bytes: [UInt8]) {
        entries.append(Entry(tag: tag, type: 7, count: bytes.count, value: bytes))
    }

    /// Changes a 32-bit number that was added before.
    mutating func replace(_ tag: UInt16, long: UInt32) {
        for index in entries.indices where entries[index].tag == tag { entries[index].value = [UInt8](bigEndian: long) }
    }

    /// The directory's size in bytes with all its values.
    var size: Int {
        2 + entries.count * 12 + 4
            + entries.reduce(0) { sum, entry in
                sum + (entry.value.count > 4 ? (entry.value.count + 1) / 2 * 2 : 0)
            }
    }

    /// The directory's bytes for an offset in the file.
    func bytes(at offset: Int) -> [UInt8] {
        var directory = [UInt8](bigEndian: UInt32(entries.count)).suffix(2).map { $0 }
        var values: [UInt8] = []
        let start = offset + 2 + entries.count * 12 + 4
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            directory += [UInt8(entry.tag >> 8), UInt8(entry.tag & 0xFF), 0, UInt8(entry.type)]
            directory += [UInt8](bigEndian: UInt32(entry.count))
            if entry.value.count > 4 {
                directory += [UInt8](bigEndian: UInt32(start + values.count))
                values += entry.value
                if !entry.value.count.isMultiple(of: 2) { values.append(0) }
            } else {
                directory += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            }
        }
        return directory + [0, 0, 0, 0] + values
    }
}
