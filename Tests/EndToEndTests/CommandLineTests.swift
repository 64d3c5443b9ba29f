// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The command line", .serialized, .timeLimit(.minutes(4)))
struct CommandLineTests {
    @Test("refuses arguments that it does not know, with exit code 64")
    func unknownFlag() async throws {
        let outcome = try await Tool.longshot("camera", "--capure", "test")
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("Unknown option '--capure'. Did you mean '--capture'?"), "\(outcome.errors)")
    }

    @Test(
        "names the command that is nearest to an unknown one, with exit code 64",
        arguments: [
            (["recodings"], "recordings"), (["recodings", "lock", "x"], "recordings"),
            (["camra", "--home", "x"], "camera"),
            (["record", "sart"], "start"), (["record", "stat"], "status"), (["status"], "record status"),
            (["recordings", "lokc", "x"], "lock"),
            (["help", "recod"], "record"), (["help", "recordings", "lokc"], "lock"),
        ])
    func unknownCommand(_ arguments: [String], _ nearest: String) async throws {
        let outcome = try await Tool.run(Tool.longshot, arguments)
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("Did you mean '\(nearest)'?"), "\(outcome.errors)")
        #expect(outcome.errors.contains(/Usage: longshot( record| recordings)? <subcommand>/), "\(outcome.errors)")
    }

    @Test("snap refuses a format that contradicts the name of the file, and a name without a format, with exit code 64")
    func contradictingFormat() async throws {
        let unknown = try await Tool.longshot("snap", "-o", "x.gif")
        #expect(unknown.code == 64 && unknown.errors.contains("there is no format .gif"), "\(unknown.errors)")
        let outcome = try await Tool.longshot("snap", "-o", "x.png", "--format", "jpeg")
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("x.png contradict each other"), "\(outcome.errors)")
        let piped = try await Tool.longshot("snap", "-o", "-")
        #expect(piped.code == 64 && piped.errors.contains("not written to standard output"), "\(piped.errors)")
        let negative = try await Tool.longshot("export", "--from", "-3", "-o", "x.mp4")
        #expect(negative.code == 64 && negative.errors.contains("'-3' is invalid"), "\(negative.errors)")
    }

    @Test("fails if what it prints is lost, unless who reads it has seen enough")
    func lostOutput() async throws {
        func shell(_ line: String) async throws -> Tool.Outcome {
            try await Tool.run("/bin/bash", ["-c", line, "bash", Tool.longshot])
        }
        let lost = try await shell(#""$1" pipeline list > /dev/full"#)
        #expect(lost.code == 1 && lost.errors.contains("No space left on device"), "\(lost)")
        let enough = try await shell(#"set -o pipefail; "$1" pipeline list | head -n 1"#)
        #expect(enough.code == 0 && enough.errors.isEmpty, "\(enough)")
        // Without a reader it would follow for ever.
        let nodes = try Nodes()
        let camera = try nodes.camera([])
        _ = try await camera.address()
        let followed = try await shell(
            #"set -o pipefail; timeout 60 "$1" watch --no-discovery --home '\#(nodes.cameraHome)' | head -n 1"#)
        #expect(followed.code == 0 && followed.errors.isEmpty, "\(followed)")
        let silent = try await shell(#"set -o pipefail; timeout 60 "$1" nodes --watch | true"#)
        #expect(silent.code == 0, "\(silent)")
    }

    @Test("says its version, and with --verbose those of its parts")
    func version() async throws {
        let short = try await Tool.longshot("--version").output
        #expect(short.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil, "\(short)")
        let lines = try await Tool.longshot("--version", "--verbose").output.split(separator: "\n")
        #expect(lines.first == "longshot \(short.dropLast())")
        #expect(lines.contains { $0.wholeMatch(of: /gstreamer 1\.[0-9.]+/) != nil })
        #expect(lines.contains { $0.wholeMatch(of: /swift-nio-ssl [0-9]+\.[0-9.]+/) != nil })
    }

    @Test(
        "refuses an empty argument, as an unset variable of a script leaves",
        arguments: ["recordings delete", "files delete", "send"])
    func empty(_ command: String) async throws {
        let outcome = try await Tool.run(Tool.longshot, command.split(separator: " ").map(String.init) + [""])
        #expect(outcome.code == 64 && outcome.errors.contains("an argument is empty"), "\(outcome.errors)")
    }

    @Test("refuses a port that is in use, and says what to do")
    func busyPort() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let port = try #require(try await camera.address().split(separator: ":").last.map(String.init))
        let other = try Home()
        let outcome = try await Tool.longshot("camera", "--home", other.path, "--host", "127.0.0.1", "--port", port)
        #expect(outcome.code == 69)
        #expect(outcome.errors.contains("port \(port) on 127.0.0.1 is in use by another program"))
        // The port of the page has an option of its own.
        let page = try Child(
            ["camera", "--home", other.path, "--host", "127.0.0.1", "--port", "0", "--page-port", port], home: other)
        #expect(try await page.exit() == 69)
        #expect(page.output.contains("choose another with --page-port"), "\(page.output)")
        #expect(!page.output.contains("listens on"), "\(page.output)")
        // A node cannot live in a file.
        for role in ["camera", "recorder"] {
            let file = try await Tool.longshot(role, "--home", Tool.longshot)
            #expect(file.code == 1 && file.errors.contains("is a file: --home takes the folder"), "\(file.errors)")
        }
    }

    @Test("a wrong pairing code is exit code 64, without the usage of other commands")
    func wrongCode() async throws {
        let outcome = try await Tool.longshot("pair", "join", "nonsense", "--as", "remote")
        #expect(outcome.code == 64)
        #expect(outcome.errors.hasPrefix("longshot: this is neither a link, nor a code"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("Usage"), "\(outcome.errors)")
    }

    @Test("says on a terminal which of two nodes of this machine it talks to, and nothing in a pipe")
    func twoNodes() async throws {
        let home = try Home()
        let start = "exec env XDG_STATE_HOME='\(home.path)' \(Tool.longshot) "
        let options = " --host 127.0.0.1 --port 0 --no-page --no-discovery"
        let camera = try Child(shell: start + "camera" + options, home: home)
        let recorder = try Child(shell: start + "recorder" + options, home: home)
        for child in [camera, recorder] {
            try await eventually("it listens: \(child.output)") { child.output.contains("listens on") }
        }
        let list = start + "pair list"
        let screen = try Child(shell: "exec script -qefc \"\(list)\" /dev/null", home: home)
        #expect(try await screen.exit() == 0)
        let note = "this is the camera; for the recorder, which runs here too: --home \(home.path)/longshot/recorder"
        #expect(screen.output.contains(note), "\(screen.output)")
        let pipe = try await Tool.run("sh", ["-c", list])
        #expect(pipe.code == 0 && pipe.errors.isEmpty, "\(pipe.errors)")
        withExtendedLifetime((camera, recorder)) {}
    }

    @Test("verify names a folder that is not there, without usage")
    func noFolder() async throws {
        let outcome = try await Tool.longshot("verify", "/nonexistent/recorder")
        #expect(outcome.code == 66 && outcome.errors.hasPrefix("longshot: there is no folder /nonexistent/recorder"))
        #expect(!outcome.errors.contains("Usage"), "\(outcome.errors)")
        // A command that needs a running node says that none runs.
        for (command, code) in [("recordings", 66), ("doctor", 66), ("stills", 69), ("watch", 69)] as [(String, Int32)]
        {
            let outcome = try await Tool.longshot(command, "--home", "/nonexistent/recorder")
            #expect(outcome.code == code, "\(command): \(outcome.errors)")
        }
    }

    @Test("a folder that this user may not use is named with its owner", .enabled(if: geteuid() == 0))
    func foreignFolder() async throws {
        let home = try Home()
        let (closed, readOnly) = (home.file("closed"), home.file("read-only"))
        let node = "\(closed)/node"
        try FileManager.default.createDirectory(atPath: node, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: readOnly, withIntermediateDirectories: true)
        try #require(chmod(closed, 0o700) == 0 && chmod(readOnly, 0o755) == 0)
        for (arguments, owner) in [
            (["recordings", "--home", node], "\(closed) belongs to root (mode 700)"),
            (["pair", "list", "--home", node], "\(closed) belongs to root (mode 700)"),
            (["record", "status", "--home", node], "\(closed) belongs to root (mode 700)"),
            (["doctor", "--home", node], "\(closed) belongs to root (mode 700)"),
            (["verify", node], "\(closed) belongs to root (mode 700)"),
            (["snap", "-o", "\(readOnly)/s.jpg"], "\(readOnly) belongs to root (mode 755)"),
            (["snap", "-o", "\(readOnly)/new/s.jpg"], "\(readOnly) belongs to root (mode 755)"),
            (["pipeline", "graph", "pattern", "-o", "\(readOnly)/g.svg"], "\(readOnly) belongs to root (mode 755)"),
        ] {
            let outcome = try await Tool.run(
                "setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", Tool.longshot] + arguments)
            #expect(outcome.code == 1, "\(arguments)")
            #expect(outcome.errors.contains("\(owner), and this process runs as "), "\(outcome.errors)")
        }
        withExtendedLifetime(home) {}
    }

    @Test("refuses a pipeline that is not there or cannot be parsed, with exit code 65")
    func badPipeline() async throws {
        let home = try Home()
        let missing = try await Tool.longshot("camera", "--home", home.path, "--port", "0", "--capture", "nosuch")
        #expect(missing.code == 65, "\(missing.errors)")
        #expect(missing.errors.contains("nosuch"))
        #expect(
            !FileManager.default.fileExists(atPath: "\(home.path)/identity"), "a mistyped name leaves no node behind")
        let broken = try home.write("videotestsrc name=camera ! nosuchthing ! appsink name=encoded", as: "x.pipeline")
        let refused = try await Tool.longshot("camera", "--home", home.path, "--port", "0", "--capture", broken)
        #expect(refused.code == 65)
        #expect(refused.errors.contains("nosuchthing"))
        let value = try await Tool.longshot(
            "camera", "--home", home.path, "--port", "0", "--set", "encoder.bitrate=fast")
        #expect(value.code == 65)
        #expect(value.errors.contains("bitrate") && value.errors.contains("fast"), "\(value.errors)")
    }

    @Test("refuses a key that it does not know, with line and suggestion; takes those that it knows")
    func configuration() async throws {
        let home = try Home()
        _ = try home.write("name: kitchen\ncamera:\n  prot: 5\n", as: "longshot.yaml")
        let outcome = try await Tool.longshot("camera", "--home", home.path)
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("longshot.yaml:3: unknown key \"camera.prot\": did you mean \"camera.port\"?"))
        _ = try home.write("camera:\n  port: many\n", as: "longshot.yaml")
        let type = try await Tool.longshot("camera", "--home", home.path)
        #expect(type.code == 65)
        #expect(type.errors.contains("\"camera.port\" must be a whole number"), "\(type.errors)")
        _ = try home.write("camera:\n  capture: patern\n", as: "longshot.yaml")
        let name = try await Tool.longshot("camera", "--home", home.path)
        #expect(name.code == 65)
        let expected = "longshot.yaml:2: there is no pipeline \"patern\": did you mean \"pattern\"?"
        #expect(name.errors.contains(expected), "\(name.errors)")
        _ = try home.write("recorder:\n  keep-hours: soon\n", as: "longshot.yaml")
        let other = try await Tool.longshot("camera", "--home", home.path)
        #expect(other.code == 65)
        #expect(other.errors.contains("longshot.yaml:2: \"recorder.keep-hours\" must be"), "\(other.errors)")
        _ = try home.write("name: kitchen\ncamera:\n  port: 0\n", as: "longshot.yaml")
        let camera = try Child(["camera", "--home", home.path, "--host", "127.0.0.1"], home: home)
        _ = try await camera.address()
        #expect(camera.output.contains("camera \"kitchen\""))
    }

    @Test("says that a node cannot be reached, with exit code 69")
    func unreachable() async throws {
        let outcome = try await Tool.longshot("record", "start", "--recorder", "127.0.0.1:1")
        #expect(outcome.code == 69)
        #expect(outcome.errors.contains("127.0.0.1:1"))
    }

    @Test("watch says in words that its node is gone, with exit code 69", arguments: [false, true])
    func nodeGone(isKilled: Bool) async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        _ = try await camera.address()
        let watch = try Child(["watch", "--home", nodes.cameraHome, "--no-discovery"], home: nodes.home)
        try await eventually("it watches the camera") { !watch.output.isEmpty }
        if isKilled { camera.killHard() } else { _ = try await camera.terminate() }
        #expect(try await watch.exit() == 69, "\(watch.output)")
        let remedy = "`longshot doctor --home \(nodes.cameraHome)` says what is wrong"
        #expect(watch.output.contains(remedy), "\(watch.output)")
        #expect(!watch.output.contains("/v1/"), "\(watch.output)")
    }

    @Test("help for a command that exists has exit code 0")
    func help() async throws {
        let outcome = try await Tool.longshot("help", "recordings", "lock")
        #expect(outcome.code == 0 && outcome.output.contains("Protect"), "\(outcome.output)")
    }

    @Test("a name that nothing has is exit code 66, with the nearest name or the command that lists them")
    func unknownName() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--name", "porch"])
        let recorder = try await nodes.recorder(of: try await camera.address())
        _ = try await recorder.address()
        let (ofCamera, ofRecorder) = (["--home", nodes.cameraHome], ["--home", nodes.recorderHome])
        try await eventually("the recorder knows its camera: \(recorder.output)") {
            try await Tool.longshot("record", "status", "--home", nodes.recorderHome).output.contains(
                "porch  connected")
        }
        for (arguments, remedy) in [
            (["verify", "nosuch"] + ofRecorder, "longshot recordings --home"),
            (["export", "nosuch", "-o", "x.mp4"] + ofRecorder, "longshot recordings --home"),
            (["recordings", "lock", "nosuch"] + ofRecorder, "longshot recordings --home"),
            (["record", "start", "--camera", "proch"] + ofRecorder, "porch"),
            (["record", "stop", "--camera", "proch"] + ofRecorder, "longshot record status --home"),
            (["stills", "delete", "nosuch"] + ofCamera, "longshot stills list --home"),
            (["snap", "--to", "nosuch", "--save", "recorder"] + ofCamera, "those that are paired: "),
            (["controls", "nosuch"] + ofCamera, "longshot controls --all --home"),
            (["files", "delete", "nosuch"] + ofCamera, "there is no file nosuch"),
            (["pair", "revoke", "proch"] + ofRecorder, "Did you mean \"porch\"? `longshot pair list --home"),
            (["pair", "grant", "porch", "view:proch"] + ofRecorder, "Did you mean \"porch\"?"),
            (["doctor", "proch"] + ofRecorder, "Did you mean \"porch\"?"),
            (["snap", "--camera", "nosuch"], "longshot pair list --mine"),
        ] {
            let outcome = try await Tool.run(Tool.longshot, arguments)
            #expect(outcome.code == 66 && outcome.errors.contains(remedy), "\(arguments): \(outcome.errors)")
        }

        // The recorder of this machine is paired with the camera, and the user is not.
        let usually = try environment(nodes, "recorder", nodes.recorderHome)
        let unpaired = try await Tool.run("env", usually + [Tool.longshot, "snap", "--camera", "porch"])
        #expect(unpaired.code == 66, "\(unpaired.errors)")
        for words in [
            "the recorder of this machine is paired with porch, and this user is not",
            "`longshot pair join --as remote`",
            "`longshot pair list --mine`",
        ] {
            #expect(unpaired.errors.contains(words), "\(unpaired.errors)")
        }

        // A node that was killed is the only one of its user: its peers are known without an option.
        recorder.killHard()
        _ = try await recorder.exit()
        let peers = try await Tool.run("env", usually + [Tool.longshot, "pair", "list"])
        #expect(peers.code == 0 && peers.output.contains("  camera  porch"), "\(peers)")
    }

    /// The environment in which a node's home is the usual one of its role, and the only one.
    private func environment(_ nodes: Nodes, _ role: String, _ home: String) throws -> [String] {
        let state = nodes.home.file("state")
        try FileManager.default.createDirectory(atPath: state + "/longshot", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: state + "/longshot/" + role, withDestinationPath: home)
        return ["XDG_STATE_HOME=\(state)"]
    }

    @Test("nodes lists the nodes of this machine that do not announce themselves, and says that none does")
    func ownNodes() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--name", "porch"])
        let address = try await camera.address()
        let usually = try environment(nodes, "camera", nodes.cameraHome)
        let found = try await Tool.run("env", usually + [Tool.longshot, "nodes", "--seconds", "0.5"])
        #expect(found.output.contains("camera  porch at \(address)  on this machine"), "\(found.output)")
        // Without Avahi, it says that instead.
        let isFailed = found.code == 69 && found.output.contains("unavailable: ")
        #expect(isFailed || found.code == 0, "\(found.output)\(found.errors)")
        let isAlone = found.output.split(separator: "\n").count == 1
        #expect(isFailed || !isAlone || found.errors.contains("no node announces itself here"), "\(found.errors)")
    }

    @Test("a doctor that is interrupted gives no verdict, with exit code 130", arguments: [[], ["--json"]])
    func interruptedDoctor(options: [String]) async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        _ = try await camera.address()
        // The doctor waits for the answer of this camera.
        #expect(kill(camera.pid, SIGSTOP) == 0)
        let doctor = try Child(["doctor", "--home", nodes.cameraHome] + options, home: nodes.home)
        try await Task.sleep(for: .seconds(1))
        #expect(try await doctor.terminate(SIGINT).code == 130)
        #expect(kill(camera.pid, SIGCONT) == 0)
        #expect(doctor.output == "longshot: interrupted\n", "\(doctor.output)")
    }
}
