// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Video4Linux
import Wire

extension VideoControl {
    /// The raw value for a requested value, rounded to the control's step.
    ///
    /// Throws a problem that names the range or the choices.
    func raw(_ wish: ControlValue, called name: String) throws(Problem) -> VideoValue {
        guard !flags.contains(.readOnly) else { throw .badRequest("\(name) can only be read") }
        switch kind {
        case .button: return .number(1)
        case .boolean: return .number(try truth(wish, name) ? 1 : 0)
        case .menu, .integerMenu: return .number(try choice(wish, name))
        case .integer, .integer64, .bitmask: return .number(try number(wish, name))
        case .text:
            guard case .text(let text) = wish, text.utf8.count <= maximum, text.utf8.count >= minimum,
                !text.utf8.contains(0)
            else { throw .badRequest("\(name) is a text of \(minimum) to \(maximum) bytes") }
            return .text(text)
        }
    }

    private func truth(_ wish: ControlValue, _ name: String) throws(Problem) -> Bool {
        switch wish {
        case .truth(let truth): return truth
        case .number(0): return false
        case .number(1): return true
        case .text(let text) where ["on", "true", "yes", "1"].contains(text.lowercased()): return true
        case .text(let text) where ["off", "false", "no", "0"].contains(text.lowercased()): return false
        case .number, .text: throw .badRequest("\(name) is on or off, not \(wish)")
        }
    }

    private func choice(_ wish: ControlValue, _ name: String) throws(Problem) -> Int64 {
        // For a light, on means that it stays on, and off is V4L2's value 0.
        if let torch = KnownControl.named(id)?.torch, let isLit = try? truth(wish, name) {
            if case .number = wish {} else { return isLit ? torch : 0 }
        }
        let chosen = items.first { item in
            switch wish {
            case .number(let number): Double(item.index) == number
            case .truth: false
            case .text(let text):
                self.name(of: item).lowercased() == text.lowercased()
                    || self.name(of: item).lowercased().hasPrefix(text.lowercased() + " ")
            }
        }
        if let chosen { return chosen.index }
        if case .text(let text) = wish, let index = Double(text) { return try choice(.number(index), name) }
        let names = items.map { "\($0.index) (\(self.name(of: $0)))" }
        throw .badRequest("\(name) has no choice \"\(wish)\": it has \(names.joined(separator: ", "))")
    }

    private func number(_ wish: ControlValue, _ name: String) throws(Problem) -> Int64 {
        let unit = KnownControl.named(id)?.unit
        let range = "\(shown(.number(minimum))) to \(shown(.number(maximum)))" + (unit.map { " \($0)" } ?? "")
        guard let wished = VideoControl.quantity(wish, unit: unit) else {
            throw .badRequest("\(name) is a number from \(range), not \"\(wish)\"")
        }
        let steps = (wished / scale).rounded()
        guard steps >= Double(minimum), steps <= Double(maximum), steps.magnitude < 0x1p53 else {
            throw .badRequest("\(name) is from \(range), not \(wish)")
        }
        // A range may use all 64 bits, and its width then overflows.
        let (offset, isTooWide) = Int64(steps).subtractingReportingOverflow(minimum)
        guard step > 1, !isTooWide else { return Int64(steps) }
        let below = Int64(steps) - offset % step
        return offset % step >= step - offset % step && below <= maximum - step ? below + step : below
    }

    /// Parses a number as people write it: `0.01`, `1/100`, `10ms`, `5600K`.
    private static func quantity(_ wish: ControlValue, unit: String?) -> Double? {
        switch wish {
        case .truth: return nil
        case .number(let number): return number.isFinite ? number : nil
        case .text(var text):
            var factor = 1.0
            for (suffix, worth) in [("ms", 1e-3), ("us", 1e-6), ("µs", 1e-6)]
            where unit == "s" && text.hasSuffix(suffix) {
                (text, factor) = (String(text.dropLast(suffix.count)), worth)
            }
            if let unit, factor == 1, text.lowercased().hasSuffix(unit.lowercased()) {
                text = String(text.dropLast(unit.count))
            }
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
                Double(part.filter { $0 != " " })
            }
            guard parts.count <= 2, let first = parts.first ?? nil, let last = parts.last ?? nil else { return nil }
            let value = parts.count == 2 ? first / last : first
            return value.isFinite ? value * factor : nil
        }
    }
}
