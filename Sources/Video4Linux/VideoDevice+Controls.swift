// SPDX-License-Identifier: Apache-2.0
import CVideo4Linux
import Glibc

/// A control's value.
package enum VideoValue: Sendable, Equatable {
    /// A number, a Boolean, an index or bits.
    case number(Int64)
    /// A text.
    case text(String)
}

extension VideoDevice {
    /// More than any camera has: stops if a driver's list never ends.
    private static let limit = 1_000

    /// All controls in the driver's order, without those that are arrays or disabled.
    package func controls() throws(VideoDeviceError) -> [VideoControl] {
        var controls: [VideoControl] = []
        var query = v4l2_query_ext_ctrl()
        query.id = UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
        while controls.count < VideoDevice.limit,
            try asks(v4l2_query_control_request, &query, doing: "to list its controls")
        {
            if let kind = VideoControl.Kind(rawValue: query.type), query.nr_of_dims == 0 {
                var control = VideoControl(
                    id: query.id, name: text(of: query.name), kind: kind, minimum: query.minimum,
                    maximum: query.maximum, step: max(1, Int64(clamping: query.step)), standard: query.default_value,
                    flags: VideoControl.Flags(rawValue: query.flags))
                control.items = try items(of: control)
                if !control.flags.contains(.disabled) { controls.append(control) }
            }
            query.id |= UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
        }
        return controls
    }

    /// A control's current value; nil if it cannot be read.
    package func value(of control: VideoControl) throws(VideoDeviceError) -> VideoValue? {
        guard control.kind != .button, !control.flags.contains(.writeOnly) else { return nil }
        var (number, room) = (Int64(0), room(of: control))
        try exchange(v4l2_get_controls_request, control, &number, &room, doing: "to read \(control.key)")
        // The kernel returns a signed number, but the sign bit of a bitmask is a bit like the others.
        if control.kind == .bitmask { number &= 0xFFFF_FFFF }
        guard control.kind == .text else { return .number(number) }
        return .text(String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// Writes a control; the driver may round the value.
    package func set(_ control: VideoControl, to value: VideoValue) throws(VideoDeviceError) {
        var (number, room) = (Int64(0), room(of: control))
        switch value {
        case .number(let wished): number = wished
        case .text(let words):
            for (index, byte) in words.utf8.prefix(max(0, room.count - 1)).enumerated() {
                room[index] = CChar(bitPattern: byte)
            }
        }
        try exchange(v4l2_set_controls_request, control, &number, &room, doing: "to set \(control.key) to \(value)")
    }

    private func room(of control: VideoControl) -> [CChar] {
        // Limited, because a driver's maximum could exhaust memory.
        control.kind == .text ? [CChar](repeating: 0, count: Int(min(max(control.maximum, 0), 4_096)) + 1) : []
    }

    private func items(of control: VideoControl) throws(VideoDeviceError) -> [VideoControl.Item] {
        guard control.kind == .menu || control.kind == .integerMenu else { return [] }
        var items: [VideoControl.Item] = []
        // The driver refuses indices without an item, which are skipped.
        let first = UInt32(clamping: control.minimum)
        for index in first...max(first, UInt32(clamping: min(control.maximum, Int64(first) + 255))) {
            var query = v4l2_querymenu()
            (query.id, query.index) = (control.id, index)
            guard try asks(v4l2_query_menu_request, &query, doing: "to list a menu") else { continue }
            let name = control.kind == .menu ? text(of: query.name) : String(v4l2_menu_number(query))
            items.append(VideoControl.Item(index: Int64(index), name: name))
        }
        return items
    }
}
