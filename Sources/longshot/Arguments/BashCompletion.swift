// SPDX-License-Identifier: Apache-2.0

/// The completion script for bash, as the argument parser generates it, with three differences.
///
/// Words are offered as they are, and quoted: the parser's script gives them to `compgen -W`, which expands them, so that a camera
/// called `$(…)` would run a command. And only paths are completed as paths.
/// The parser lets bash treat each word as a file name: a camera `barn` becomes `barn/` in a folder that has one, and `=` becomes `\=`.
/// Where the script offers nothing, bash completes files, as for other programs, except for an argument that takes names or ids:
/// without a recording, `record stop` must not offer the files of the folder.
enum BashCompletion {
    /// A word that is not offered: the argument takes files, too, which bash completes by itself.
    static let withFiles = "//"

    /// The end of the generated script, and the beginning of its function that adds words.
    private static let (everyWord, adding) = ("complete -o filenames -F", "__longshot_add_completions() {\n")

    /// The script that the parser generates, with these differences; nil if it is another one than is known here.
    static func script(from generated: String) -> String? {
        guard generated.contains(everyWord), generated.contains(adding) else { return nil }
        return generated.replacing(everyWord, with: "complete -o default -F").replacing(
            adding,
            with: adding + #"""
                    # Only here words are paths; a property goes on behind its `=`.
                    [[ "${1}" = -[df] ]] && compopt -o filenames 2> /dev/null
                    [[ "${1}" = -W && "${2}" = *= ]] && compopt -o nospace 2> /dev/null
                    if [[ "${1}" = -W ]]; then
                        # Never `compgen -W`: it expands the words, and peers choose their names.
                        local word typed="${cur//\\/}" quote='' files=''
                        [[ "${cur}" = [\"\']* ]] && quote="${cur:0:1}" typed="${cur:1}"
                        while IFS='' read -r word; do
                            [[ "${word}" = // ]] && files=taken && continue
                            [[ -n "${word}" && "${word}" = "${typed}"* ]] || continue
                            # Within quotes nothing can be escaped for sure.
                            [[ -n "${quote}" && "${word}" = *[\"\'\`\$\\\!]* ]] && continue
                            [[ -n "${quote}" ]] || printf -v word %q "${word}"
                            COMPREPLY+=("${word}")
                        done <<< "${2}"
                        [[ -z "${files}" && "${#COMPREPLY[@]}" -eq 0 ]] && compopt +o default 2> /dev/null
                        return
                    fi

                """#)
    }
}
