// SPDX-License-Identifier: Apache-2.0
import Video4Linux
import Wire

/// What is to be written to a device, in an order in which each has an effect.
///
/// A value that an automatic has can only be set once the automatic is off; and what an automatic has is not kept.
struct ControlPlan: Sendable, Equatable {
    /// One control and its value.
    struct Step: Sendable, Equatable {
        let control: VideoControl
        let value: VideoValue
    }

    /// What to write, in this order.
    private(set) var steps: [Step] = []
    /// The driver's names of controls whose values are not kept any more.
    private(set) var forgotten: Set<String> = []

    /// Plans a change; all of it is checked.
    init(_ catalog: ControlCatalog, reset: [String] = [], set: [String: ControlValue] = [:]) throws(Problem) {
        for name in reset {
            let controls = name == "*" ? catalog.controls : [try catalog.control(name)]
            for control in controls where control.canBeReset {
                if name != "*", let (its, _) = catalog.automatic(of: control) {
                    put(its, .number(its.standard))
                    forgotten.insert(its.key)
                }
                put(control, .number(control.standard))
                forgotten.insert(control.key)
            }
        }
        // Whoever says both means what he says of the automatic.
        var said: Set<UInt32> = []
        for name in set.keys { said.insert(try catalog.control(name).id) }
        for (name, wish) in set.sorted(by: { $0.key < $1.key }) {
            let control = try catalog.control(name)
            if case .text(let word) = wish, control.kind != .text {
                if word == "default" {
                    self.merge(try ControlPlan(catalog, reset: [name]))
                    continue
                }
                if word == "auto", let (its, automatic) = catalog.automatic(of: control) {
                    guard let value = automatic.automatic.first(where: its.accepts) else {
                        throw .badRequest("\(name) cannot be left to this camera")
                    }
                    put(its, .number(value))
                    forgotten.insert(control.key)
                    continue
                }
            }
            let value = try control.raw(wish, called: name)
            if let (its, automatic) = catalog.automatic(of: control), !said.contains(its.id) {
                put(its, .number(automatic.manual))
            }
            put(control, value)
        }
        order(catalog)
    }

    /// Plans to write what was kept, as far as the device still has it.
    init(_ catalog: ControlCatalog, kept: [String: VideoValue]) {
        for (key, value) in kept {
            guard let control = catalog.controls.first(where: { $0.key == key }) else { continue }
            put(control, value)
        }
        order(catalog)
    }

    /// What is to be kept of it: raw values by the driver's names.
    var kept: [String: VideoValue] {
        var kept: [String: VideoValue] = [:]
        for step in steps where step.control.kind != .button { kept[step.control.key] = step.value }
        return kept.filter { !forgotten.contains($0.key) }
    }

    private mutating func put(_ control: VideoControl, _ value: VideoValue) {
        steps.removeAll { $0.control.id == control.id }
        steps.append(Step(control: control, value: value))
        forgotten.remove(control.key)
    }

    private mutating func merge(_ other: ControlPlan) {
        for step in other.steps { put(step.control, step.value) }
        forgotten.formUnion(other.forgotten)
    }

    /// Automatics first, then what changes others, then the rest as on the sheet.
    private mutating func order(_ catalog: ControlCatalog) {
        let automatics = Set(catalog.controls.compactMap { catalog.automatic(of: $0)?.0.id })
        func rank(_ control: VideoControl) -> Int {
            automatics.contains(control.id) ? 0 : control.flags.contains(.update) ? 1 : 2
        }
        let places = Dictionary(uniqueKeysWithValues: catalog.controls.enumerated().map { ($1.id, $0) })
        steps.sort { one, other in
            (rank(one.control), places[one.control.id] ?? 0) < (rank(other.control), places[other.control.id] ?? 0)
        }
    }
}

extension VideoControl {
    fileprivate var canBeReset: Bool {
        kind != .button && kind != .text && flags.isDisjoint(with: [.readOnly, .grabbed])
    }

    fileprivate func accepts(_ value: Int64) -> Bool {
        items.isEmpty ? (minimum...max(minimum, maximum)).contains(value) : items.contains { $0.index == value }
    }
}
