// SPDX-License-Identifier: Apache-2.0
import Video4Linux
import Wire

extension ControlBook {
    /// Applies a change to the book, and returns the plans for the device.
    ///
    /// Throws a problem for an unknown name or a value out of range; the caller must then discard the book.
    mutating func plans(for change: ControlChange, _ catalog: ControlCatalog) throws(Problem) -> [ControlPlan] {
        guard (change.set?.count ?? 0) <= 1_000, (change.reset?.count ?? 0) <= 1_000 else {
            throw .badRequest("no camera has more than 1,000 controls")
        }
        var plans: [ControlPlan] = []
        if let name = change.use {
            guard let preset = presets[name] else {
                throw .notFound("this camera has no preset \"\(name)\": it has \(presets.keys.sorted())")
            }
            let gone = values.keys.filter { preset[$0] == nil && (try? catalog.control($0)) != nil }
            plans.append(try ControlPlan(catalog, reset: gone.sorted()))
            plans.append(ControlPlan(catalog, kept: preset.compactMapValues(VideoValue.init(kept:))))
            values = preset
        }
        let plan = try ControlPlan(catalog, reset: change.reset ?? [], set: change.set ?? [:])
        if change.reset?.contains(ControlChange.all) == true { values = [:] }
        for name in plan.forgotten { values[name] = nil }
        values.merge(plan.kept.mapValues(\.kept)) { $1 }
        plans.append(plan)
        if let name = change.save {
            guard (1...64).contains(name.utf8.count), !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                throw .badRequest("a preset's name has 1 to 64 bytes and no control characters")
            }
            guard presets[name] != nil || presets.count < ControlBook.limit else {
                throw .conflict("this camera has \(ControlBook.limit) presets: forget one first")
            }
            presets[name] = values
        }
        if let name = change.forget, presets.removeValue(forKey: name) == nil {
            throw .notFound("this camera has no preset \"\(name)\"")
        }
        return plans
    }
}
