// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// How late live video may be, on the command line: `150ms`, `0.5s`; a bare number is milliseconds.
struct Latency: ExpressibleByArgument, Sendable {
    /// The option in words, the same wherever it is taken.
    static let help = ArgumentHelp(
        "How late live video may be, 10ms to 10s: as long as a lost packet has to come again. 150ms makes up for 1 % of "
            + "loss, 300ms for 5 %, 500ms for 10 %; what does not come in time is fetched.",
        valueName: "time")

    let milliseconds: Int

    init?(argument: String) {
        let text = Double(argument) == nil ? argument : argument + "ms"
        guard let interval = Interval(argument: text) else { return nil }
        milliseconds = interval.milliseconds
    }
}
