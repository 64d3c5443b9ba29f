// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import longshot

@Suite("The completion script of a shell")
struct CompletionScriptTests {
    @Test(
        "also completes what follows a command whose subcommand is left out",
        arguments: [
            (
                "bash",
                """
                        unparsed_words=("${subcommand}" "${unparsed_words[@]}")
                        _longshot_recordings_list
                        COMPREPLY+=($(compgen -W 'list lock unlock settle delete' -- "${cur}"))

                """
            ),
            (
                "zsh",
                """
                        _describe -V subcommand subcommands && ret=0
                        _longshot_recordings_list && ret=0

                """
            ),
            (
                "fish",
                """
                complete -c 'longshot' -n '__longshot_should_offer_completions_for_positional "longshot recordings" -ge 1' -fka \
                '(__longshot_custom_completion ---completion recordings list -- positional@0
                """
            ),
        ])
    func usual(_ shell: String, _ text: String) throws {
        for arguments in [["--generate-completion-script", shell], ["--generate-completion-script=\(shell)"]] {
            let script = try #require(CompletionScript.script(for: arguments))
            #expect(script.contains(text))
        }
    }

    @Test("is none for other arguments")
    func others() {
        #expect(CompletionScript.script(for: ["recordings"]) == nil)
        #expect(CompletionScript.script(for: ["--generate-completion-script", "tcsh"]) == nil)
    }
}
