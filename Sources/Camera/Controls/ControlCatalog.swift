// SPDX-License-Identifier: Apache-2.0
import Video4Linux
import Wire

/// A device's controls by name, and the meaning of their values.
struct ControlCatalog: Sendable {
    /// The controls in display order.
    let controls: [VideoControl]
    private let byID: [UInt32: VideoControl]
    private let byName: [String: VideoControl]

    init(_ found: [VideoControl]) {
        let (known, other) = (
            found.filter { KnownControl.rank($0.id) != nil }, found.filter { KnownControl.rank($0.id) == nil }
        )
        controls = known.sorted { KnownControl.rank($0.id) ?? 0 < KnownControl.rank($1.id) ?? 0 } + other
        byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        // Our names take precedence over the driver's.
        let lights = controls.filter { KnownControl.named($0.id)?.torch != nil }.map { (Torch.key, $0) }
        let names = controls.map { ($0.friendlyKey, $0) } + controls.map { ($0.key, $0) } + lights
        byName = Dictionary(names) { first, _ in first }
    }

    /// The control with a name, ours or the driver's.
    func control(_ name: String) throws(Problem) -> VideoControl {
        guard let control = byName[name] else {
            throw .badRequest("this camera has no control \"\(name)\": `longshot controls` lists them")
        }
        return control
    }

    /// The control that switches the automatic mode of another one, if the camera has it.
    func automatic(of control: VideoControl) -> (VideoControl, KnownControl.Automatic)? {
        guard let automatic = KnownControl.named(control.id)?.automatic, let its = byID[automatic.id] else {
            return nil
        }
        return (its, automatic)
    }

    /// The controls with their values, for people.
    func sheet(_ values: [UInt32: VideoValue], kept: Set<String>) -> [CameraControl] {
        controls.map { control in
            var sheet = control.description(value: values[control.id])
            if let (its, automatic) = automatic(of: control), case .number(let number)? = values[its.id] {
                sheet.isAutomatic = number != automatic.manual
                sheet.isKept = kept.contains(its.key) && sheet.isAutomatic == true
            }
            sheet.isKept = sheet.isKept || kept.contains(control.key)
            return sheet
        }
    }
}

extension VideoControl {
    /// The name in commands: ours for a well-known control, otherwise the driver's.
    fileprivate var friendlyKey: String { KnownControl.named(id)?.key ?? key }

    /// The size of one driver step in the control's unit.
    var scale: Double { KnownControl.named(id)?.scale ?? 1 }

    fileprivate func description(value: VideoValue?) -> CameraControl {
        let inRange = kind == .integer || kind == .integer64 || kind == .text || kind == .bitmask
        return CameraControl(
            key: friendlyKey, raw: key, kind: shape, value: value.map(shown), unit: KnownControl.named(id)?.unit,
            minimum: inRange ? scaled(minimum) : nil, maximum: inRange ? scaled(maximum) : nil,
            step: inRange ? scaled(step) : nil,
            standard: shape == .action || shape == .text ? nil : shown(.number(standard)),
            choices: shape == .choice
                ? items.map { CameraControl.Choice(value: Double($0.index), name: name(of: $0)) } : nil,
            isInactive: !flags.isDisjoint(with: [.inactive, .grabbed]), isReadOnly: flags.contains(.readOnly))
    }

    private var shape: CameraControl.Kind {
        switch kind {
        case .integer, .integer64, .bitmask: .number
        case .boolean: .toggle
        case .menu, .integerMenu: .choice
        case .button: .action
        case .text: .text
        }
    }

    /// A value in the control's unit, for people.
    func shown(_ value: VideoValue) -> ControlValue {
        switch value {
        case .text(let text): .text(text)
        case .number(let number) where kind == .boolean: .truth(number != 0)
        case .number(let number) where shape == .choice: .number(Double(number))
        case .number(let number): .number(scaled(number))
        }
    }

    /// The name of a menu item; in a menu of numbers, a number in the control's unit.
    func name(of item: Item) -> String {
        guard kind == .integerMenu, let number = Int64(item.name) else { return item.name }
        return "\(ControlValue.number(scaled(number)))"
    }

    private func scaled(_ number: Int64) -> Double {
        // 1/10,000 is no binary fraction: dividing keeps 0.0123 exact.
        scale < 1 ? Double(number) / (1 / scale).rounded() : Double(number) * scale
    }
}
