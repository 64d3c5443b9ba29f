// SPDX-License-Identifier: Apache-2.0

/// A control as its driver describes it.
package struct VideoControl: Sendable, Equatable {
    /// The type of its value; the raw values are those of `enum v4l2_ctrl_type`.
    package enum Kind: UInt32, Sendable {
        /// A number of 32 bits.
        case integer = 1
        /// 0 or 1.
        case boolean = 2
        /// The index of an item.
        case menu = 3
        /// Writing any value triggers an action.
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

    /// Properties of a control; the bits are those of `V4L2_CTRL_FLAG_*`.
    package struct Flags: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Not usable.
        package static let disabled = Flags(rawValue: 0x01)
        /// Cannot be changed now, because it is in use.
        package static let grabbed = Flags(rawValue: 0x02)
        /// Cannot be written.
        package static let readOnly = Flags(rawValue: 0x04)
        /// Writing it changes other controls.
        package static let update = Flags(rawValue: 0x08)
        /// Has no effect now, because an automatic mode controls it.
        package static let inactive = Flags(rawValue: 0x10)
        /// Cannot be read.
        package static let writeOnly = Flags(rawValue: 0x40)
    }

    /// One item of a menu.
    package struct Item: Sendable, Equatable {
        /// The value that chooses it.
        package let index: Int64
        /// Its name, or the number that it stands for.
        package let name: String

        package init(index: Int64, name: String) {
            (self.index, self.name) = (index, name)
        }
    }

    /// Its number (`V4L2_CID_*`).
    package var id: UInt32
    /// The driver's name for it.
    package var name: String
    /// The type of its value.
    package var kind: Kind
    /// The smallest value; for a text, the shortest length in bytes.
    package var minimum: Int64
    /// The largest value; for a text, the longest length in bytes.
    package var maximum: Int64
    /// The difference between adjacent values.
    package var step: Int64
    /// The default value.
    package var standard: Int64
    /// Its properties.
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

    /// The name in the form of `v4l2-ctl`: lower-case letters and digits, with `_` instead of everything else.
    package var key: String {
        name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "_")
    }
}
