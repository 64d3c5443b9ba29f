// SPDX-License-Identifier: Apache-2.0
import Video4Linux
import Wire

/// The values to write to a device, in an order in which each has an effect.
///
/// A value that an automatic mode controls can only be set after that mode is off, and is not stored.
struct ControlPlan: Sendable, Equatable {
    struct Step: Sendable, Equatable {
        let control: VideoControl
        let value: VideoValue
    }

    /// The steps in the order of writing.
    private(set) var steps: [Step] = []
    /// The driver's names of controls whose stored values are to be removed.
    private(set) var forgotten: Set<String> = []

    /// Plans a change; throws a problem if any part of it is invalid.
    init(_ catalog: ControlCatalog, reset: [String] = [], set: [String: ControlValue] = [:]) throws(Problem) {
        for name in reset {
            let controls = name == ControlChange.all ? catalog.controls : [try catalog.control(name)]
            for control in controls where control.canBeReset {
                if name != ControlChange.all, let (its, _) = catalog.automatic(of: control) {
                    put(its, .number(its.standard))
                    forgotten.insert(its.key)
                }
                put(control, .number(control.standard))
                forgotten.insert(control.key)
            }
        }
        // If a control and its automatic mode are both given, the given mode wins.
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

    /// Plans to write stored values, for controls that the device still has.
    init(_ catalog: ControlCatalog, kept: [String: VideoValue]) {
        for (key, value) in kept {
            guard let control = catalog.controls.first(where: { $0.key == key }) else { continue }
            put(control, value)
        }
        order(catalog)
    }

    /// The values to store: raw, by the driver's names.
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

    /// Puts automatic modes first, then controls that change others, then the rest in display order.
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
