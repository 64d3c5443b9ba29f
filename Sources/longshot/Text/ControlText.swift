// SPDX-License-Identifier: Apache-2.0
import Foundation
import Wire

/// Controls and devices as text, with a drawing of each value in its range.
enum ControlText {
    private static let cells = 20
    private static let few = 6

    /// A line for each control; long menus are cut short unless `isWhole`.
    static func lines(_ controls: [CameraControl], isWhole: Bool = true) -> [String] {
        let width = controls.map(\.key.count).max() ?? 0
        return controls.map { control in
            let name = control.key.padding(toLength: width, withPad: " ", startingAt: 0)
            var words = [value(control, isWhole)]
            if control.isAutomatic == true { words.append("set by the camera") }
            if control.isInactive, control.isAutomatic != true { words.append("not now") }
            if control.isReadOnly { words.append("read only") }
            if control.isKept { words.append("kept") }
            return "\(name)  \(scale(control))  \(words.joined(separator: ", "))"
        }
    }

    /// The remarks on a sheet: its presets, and the settings that could not be applied again.
    static func remarks(_ sheet: ControlSheet) -> [String] {
        let waiting = sheet.waiting.sorted { $0.key < $1.key }.map { "\($0.key) could not be set again: \($0.value)" }
        return sheet.presets.isEmpty ? waiting : ["presets: \(sheet.presets.joined(separator: ", "))"] + waiting
    }

    /// A value with its unit.
    static func now(_ control: CameraControl) -> String {
        let chosen = control.choices?.first { ControlValue.number($0.value) == control.value }?.name
        let value = chosen ?? control.value.map { "\($0)" } ?? "-"
        return control.isAutomatic == true ? "auto (\(value))" : value + (control.unit.map { " \($0)" } ?? "")
    }

    /// A value with its unit and its range or choices.
    private static func value(_ control: CameraControl, _ isWhole: Bool) -> String {
        let now = control.value.map { "\($0)" } ?? "-"
        let unit = control.unit.map { " \($0)" } ?? ""
        switch control.kind {
        case .number:
            let (least, most) = (control.minimum.map(number) ?? "?", control.maximum.map(number) ?? "?")
            return "\(now)\(unit) (\(least) to \(most))"
        case .choice:
            let choices = control.choices ?? []
            let chosen = choices.first { ControlValue.number($0.value) == control.value }?.name ?? now
            let rest = isWhole || choices.count <= few ? "" : ", and \(choices.count - few) more"
            let names = choices.prefix(isWhole ? choices.count : few).map(\.name).joined(separator: ", ")
            return "\(chosen)\(unit) (\(names)\(rest))"
        case .toggle: return now
        case .action: return "does something when it is set"
        case .text: return "\"\(now)\""
        }
    }

    /// A drawing of the value in its range.
    private static func scale(_ control: CameraControl) -> String {
        guard control.kind == .number, case .number(let value)? = control.value, let least = control.minimum,
            let most = control.maximum, most > least
        else { return String(repeating: " ", count: cells) }
        // The numbers come from the camera: their quotient may be infinite or not a number.
        let share = (value - least) / (most - least)
        guard share.isFinite else { return String(repeating: " ", count: cells) }
        let place = Int((min(max(share, 0), 1) * Double(cells - 1)).rounded())
        return String((0..<cells).map { $0 == min(max(place, 0), cells - 1) ? "●" : "─" })
    }

    private static func number(_ value: Double) -> String { "\(ControlValue.number(value))" }

    /// A device with its modes: a line, then the sizes, once for all formats that share them.
    static func lines(_ device: CameraDevice) -> [String] {
        var blocks: [(formats: [String], sizes: [String])] = []
        for (format, modes) in Dictionary(grouping: device.modes ?? [], by: \.format).sorted(by: { $0.key < $1.key }) {
            let sizes = modes.map { mode in
                // A driver may name one rate several times.
                let rates = mode.rates.map { Format.decimal($0, $0 == $0.rounded() ? 0 : 2) }.reduce(into: [String]()) {
                    if !$0.contains($1) { $0.append($1) }
                }
                return "    \(mode.width)x\(mode.height) at \(rates.joined(separator: ", ")) a second"
            }
            // The four characters of a format may end in a space.
            let name = format.trimmingCharacters(in: .whitespaces)
            if let index = blocks.firstIndex(where: { $0.sizes == sizes }) {
                blocks[index].formats.append(name)
            } else {
                blocks.append(([name], sizes))
            }
        }
        return ["\(device.path)  \(device.name) (\(device.driver)), \(device.identity)"]
            + blocks.flatMap { ["  \($0.formats.joined(separator: " "))"] + $0.sizes }
    }
}
