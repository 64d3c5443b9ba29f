// SPDX-License-Identifier: Apache-2.0

/// A control as its driver describes it.
package struct VideoControl: Sendable, Equatable {
    /// What it takes; the raw values are those of `enum v4l2_ctrl_type`.
    package enum Kind: UInt32, Sendable {
        /// A number of 32 bits.
        case integer = 1
        /// 0 or 1.
        case boolean = 2
        /// The index of an item.
        case menu = 3
        /// Does something when it is written, whatever is written.
        case button = 4
        /// A number of 64 bits.
        case integer64 = 5
        /// A text.
        case text = 7
        /// Bits.
        case bitmask = 8
        /// The index of an item that stands for a number.
        case integerMenu = 9
    }

    /// What the driver says of it besides; the bits are those of `V4L2_CTRL_FLAG_*`.
    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Not to be used.
        package static let disabled = Flags(rawValue: 0x01)
        /// Cannot be changed now, because somebody uses it.
        package static let grabbed = Flags(rawValue: 0x02)
        /// Never to be written.
        package static let readOnly = Flags(rawValue: 0x04)
        /// Writing it changes others.
        package static let update = Flags(rawValue: 0x08)
        /// Without effect now, because an automatic has it.
        package static let inactive = Flags(rawValue: 0x10)
        /// Never to be read.
        package static let writeOnly = Flags(rawValue: 0x40)
    }

    /// One item of a menu.
    package struct Item: Sendable, Equatable {
        /// What is written to choose it.
        package let index: Int64
        /// What it stands for, in words or as a number.
        package let name: String

        package init(index: Int64, name: String) {
            (self.index, self.name) = (index, name)
        }
    }

    /// Its number (`V4L2_CID_*`).
    package var id: UInt32
    /// The driver's name for it.
    package var name: String
    /// What it takes.
    package var kind: Kind
    /// The smallest value; of a text its shortest length.
    package var minimum: Int64
    /// The largest value; of a text its longest length, in bytes.
    package var maximum: Int64
    /// From one value to the next.
    package var step: Int64
    /// What it is when nobody has set it.
    package var standard: Int64
    /// What the driver says of it besides.
    package var flags: Flags
    /// The items of a menu.
    package var items: [Item]

    /// Describes a control; see the properties.
    package init(
        id: UInt32, name: String, kind: Kind, minimum: Int64, maximum: Int64, step: Int64 = 1, standard: Int64 = 0,
        flags: Flags = [], items: [Item] = []
    ) {
        (self.id, self.name, self.kind, self.minimum, self.maximum) = (id, name, kind, minimum, maximum)
        (self.step, self.standard, self.flags, self.items) = (step, standard, flags, items)
    }

    /// The name as programs write it, as `v4l2-ctl` does: small letters and digits, with `_` for all else.
    package var key: String {
        name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "_")
    }
}
