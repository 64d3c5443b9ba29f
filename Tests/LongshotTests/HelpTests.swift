// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Testing

@testable import longshot

@Suite("Help")
struct HelpTests {
    @Test("Each option with a value ends with what it takes and its default")
    func options() {
        var options = 0
        for command in Self.commands(below: Longshot.self) {
            let help = command.helpMessage(columns: 10_000)
            for option in help.matches(of: /(?m)^ +(-.*<.*>)(?: +|\n +)(.*)$/) {
                options += 1
                let text = option.2
                // What the parser adds by itself would be a second pair behind the first.
                #expect(!text.contains(") ("), "\(option.1): \(text)")
                #expect(
                    text.firstMatch(of: /\(a time .*default: [0-9.]+\)/) == nil,
                    "the default of a time has no unit: \(option.1): \(text)")
                #expect(
                    text.wholeMatch(of: /.+\. \(.+[;:] .*(default: .+|required)\)/) != nil,
                    "\(command.configuration.commandName ?? "") \(option.1): \(text)")
            }
        }
        #expect(options > 100, "the help is not laid out as this test reads it")
    }

    private static func commands(below root: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        let shown = root.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        return [root] + shown.flatMap { commands(below: $0) }
    }
}
