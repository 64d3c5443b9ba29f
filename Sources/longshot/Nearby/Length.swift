// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// A length as an argument: `85.6mm`, `12cm`, `2m`; a number without a unit is refused.
struct Length: ExpressibleByArgument, Sendable {
    let metres: Double

    init?(argument: String) {
        let units = [("mm", 0.001), ("cm", 0.01), ("m", 1.0)]
        guard let unit = units.first(where: { argument.hasSuffix($0.0) }),
            let value = Double(argument.dropLast(unit.0.count)), value > 0, value * unit.1 <= 1_000
        else { return nil }
        metres = value * unit.1
    }
}
