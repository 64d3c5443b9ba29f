// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// A duration as an argument: `500ms`, `2s`, `1m`, `1h`; of numbers without a unit only `0`, because elsewhere they are milliseconds.
struct Interval: ExpressibleByArgument, Sendable {
    let milliseconds: Int

    init?(argument: String) {
        let units = [("ms", 1.0), ("s", 1_000.0), ("m", 60_000.0), ("h", 3_600_000.0)]
        guard argument != "0" else {
            milliseconds = 0
            return
        }
        guard
            let unit = units.first(where: { argument.hasSuffix($0.0) }),
            let value = Double(argument.dropLast(unit.0.count)), value >= 0, value * unit.1 < 1e12
        else { return nil }
        milliseconds = Int((value * unit.1).rounded())
    }
}
