// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Completion in the shell", .serialized, .timeLimit(.minutes(6)))
struct CompletionTests {
    /// What bash offers after `longshot WORDS`, with the generated script; the last word is the one to complete.
    private func bash(_ words: [String], in home: Home) async throws -> Set<String> {
        let script = home.file("completion.bash")
        let made = try await Tool.run("sh", ["-c", "\(Tool.longshot) --generate-completion-script bash > \(script)"])
        #expect(made.code == 0)
        let line = ["longshot"] + words
        // bash calls the function of the script with the command, the word to complete, and the one before it.
        let commands = """
            PATH=$(dirname \(Tool.longshot)):$PATH
            . \(script)
            COMP_WORDS=(\(line.map { "'\($0)'" }.joined(separator: " ")))
            COMP_CWORD=\(line.count - 1)
            COMP_LINE='\(line.joined(separator: " "))'
            COMP_POINT=${#COMP_LINE}
            # The real one works only while bash completes.
            compopt() { options+=" $*"; }
            $(complete -p longshot | sed 's/.*-F \\([^ ]*\\).*/\\1/') longshot '\(line[line.count - 1])' '\(line[line.count - 2])'
            printf '%s\\n' "${COMPREPLY[@]}"
            [[ "${options}" = *'+o default'* ]] && echo '(no files)'
            true
            """
        let outcome = try await Tool.run("bash", ["-c", commands])
        #expect(outcome.code == 0, "\(outcome.errors)")
        return Set(outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    }

    @Test("offers the names and ids that a running node has")
    func names() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--name", "porch"])
        let recorder = try await nodes.recorder(of: try await camera.address(), ["--continuous", "--name", "attic"])
        try await eventually("it records: \(recorder.output)") { try await nodes.persisted() > 30 }
        let recording = try await nodes.recording(".[0].id")
        #expect(try await Tool.longshot("snap", "--home", nodes.cameraHome).code == 0)
        let (ofCamera, ofRecorder) = (["--home", nodes.cameraHome], ["--home", nodes.recorderHome])
        let stills = try await Tool.longshot("stills", "list", "--home", nodes.cameraHome).output
        let still = String(try #require(stills.split(separator: " ").first))
        for (words, expected) in [
            (["record", "stop"] + ofRecorder + ["--camera", "p"], ["porch"]),
            (["record", "stop"] + ofRecorder + [""], [recording]),
            (["recordings", "lock"] + ofRecorder + [""], [recording]),
            (["recordings"] + ofRecorder + ["2"], [recording]),
            (["recordings"] + ofRecorder + [""], [recording, "lock"]),
            (["export"] + ofRecorder + [""], [recording]),
            (["pair", "revoke"] + ofRecorder + ["po"], ["porch"]),
            (["stills", "delete"] + ofCamera + [String(still.prefix(4))], [still]),
            (["pipeline", "use"] + ofCamera + ["patt"], ["pattern"]),
            (["pipeline", "check"] + ofCamera + ["send-udp-"], ["send-udp-jpeg"]),
            (["pipeline", "set"] + ofCamera + ["test", "encoder.b"], ["encoder.bitrate="]),
            (["pipeline", "set"] + ofCamera + ["encoder.b"], ["encoder.bitrate="]),
            (["record", "start", "--transport", ""], ["udp", "tcp"]), (["recorder", "--log-level", "deb"], ["debug"]),
            (["camera", "--capture", "v4l2-m"], ["v4l2-mjpeg"]), (["camera", "--capture", "a"], ["auto"]),
        ] {
            #expect(try await bash(words, in: nodes.home).isSuperset(of: expected), "\(words)")
        }
    }

    @Test("quotes a name with a space, and runs nothing that a peer has written into its name")
    func hostile() async throws {
        let nodes = try Nodes()
        let trap = nodes.home.file("trap")
        let camera = try nodes.camera(["--name", "yard süd $(touch \(trap))"])
        let recorder = try await nodes.recorder(of: try await camera.address())
        let words = ["record", "start", "--home", nodes.recorderHome, "--camera"]
        try await eventually("the camera is offered: \(recorder.output)") {
            try await bash(words + ["ya"], in: nodes.home).subtracting(["(no files)"]).count == 1
        }
        let offered = try #require(try await bash(words + ["ya"], in: nodes.home).first)
        let typed = try await Tool.run("bash", ["-c", "printf %s \(offered)"])
        #expect(typed.output == "yard süd $(touch \(trap))", "\(offered)")
        #expect(try await bash(words + ["\"ya"], in: nodes.home).subtracting([""]) == ["(no files)"])
        #expect(!FileManager.default.fileExists(atPath: trap))
        withExtendedLifetime(camera) {}
    }

    @Test("offers files where a command takes them, also in shells that add none", arguments: ["zsh", "fish"])
    func files(_ shell: String) async throws {
        let home = try Home()
        _ = try home.write("", as: "notes.txt")
        _ = try home.write("", as: "nothing/else.txt")
        let line = "---completion send -- positional@0 1 5"
        let command = "cd \(home.path) && SAP_SHELL=\(shell) \(Tool.longshot) \(line)"
        let zsh = try await Tool.run("sh", ["-c", "\(command) send no"])
        #expect(zsh.output.contains("notes.txt") && zsh.output.contains("nothing/"), "\(zsh.output)\(zsh.errors)")
    }

    @Test("offers nothing, not even files, and says nothing, if no node runs; files where they are taken")
    func nothing() async throws {
        let home = try Home()
        for words in [["recordings", "lock"], ["record", "stop", "--camera", "porch"]] {
            let offered = try await bash(words + ["--home", home.path, ""], in: home)
            #expect(offered.subtracting([""]) == ["(no files)"], "\(words)")
        }
        // A file, a word that is no name, and options.
        for words in [
            ["send", "no"], ["pipeline", "check", "./x"], ["camera", "--capture", "./x"], ["verify", "./x"],
            ["pipeline", "graph", "--output", ""], ["record", "stop", "--j"],
        ] {
            #expect(try await !bash(words, in: home).contains("(no files)"), "\(words)")
        }
    }

    @Test("has a script for each shell that the shell can read", arguments: ["bash", "zsh", "fish"])
    func scripts(_ shell: String) async throws {
        let home = try Home()
        let outcome = try await Tool.longshot("--generate-completion-script", shell)
        #expect(outcome.code == 0 && outcome.output.contains("---completion"))
        let script = try home.write(outcome.output, as: "script")
        guard try await Tool.run("sh", ["-c", "command -v \(shell)"]).code == 0 else { return }
        #expect(try await Tool.run(shell, ["-n", script]).code == 0)
    }
}
