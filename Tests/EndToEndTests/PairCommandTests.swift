// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Pairing by command", .serialized, .timeLimit(.minutes(6)))
struct PairCommandTests {
    private func peers(_ home: String) async throws -> String {
        try await Tool.longshot("pair", "list", "--home", home, "--json").output
    }

    @Test("By script it takes no person, and ends when the peer is revoked")
    func life() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--name", "porch"])
        let address = try await camera.address()
        try await Promise.check("pairing by script", within: .seconds(2)) { try await nodes.pair() }
        #expect(try await peers(nodes.cameraHome).contains("\"recorder\""))
        #expect(try await peers(nodes.recorderHome).contains("\"porch\""))

        let watch = try Child(["watch", "--home", nodes.cameraHome, "--no-discovery"], home: nodes.home)
        try await eventually("it watches the camera") { !watch.output.isEmpty }
        // Nothing answers at an address that is tried for each camera: that is not why this one is away.
        let recorder = try await nodes.recorder(of: address, ["--continuous", "--camera", "127.0.0.1:9"])
        try await eventually("it records: \(recorder.output)") { try await nodes.persisted() > 30 }
        #expect(try await peers(nodes.recorderHome).contains("\"connected\" : true"))
        let listed = try await Tool.longshot("pair", "list", "--home", nodes.cameraHome)
        let id = String(try #require(listed.output.split(separator: " ").first))
        #expect(try await Tool.longshot("pair", "rename", id, "attic", "--home", nodes.cameraHome).code == 0)
        #expect(try await Tool.longshot("pair", "revoke", "attic", "--home", nodes.cameraHome).code == 0)
        try await eventually("the recorder says why: \(recorder.output)") {
            let status = try await Tool.longshot("record", "status", "--home", nodes.recorderHome)
            return status.output.contains(
                /porch  lost: revoked: it revoked this recorder at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/)
        }
        let start = try await Tool.longshot("record", "start", "--camera", "porch", "--home", nodes.recorderHome)
        let cameras = try await Tool.longshot("pair", "list", "--home", nodes.recorderHome).output
        #expect(cameras.contains("has revoked this node 2"), "\(cameras)")
        #expect(start.code == 1 && start.errors.contains("porch revoked this recorder at 2"), "\(start.errors)")
        let log = recorder.output
        #expect(log.contains("porch revoked this recorder at 2") && !log.contains("camera lost"), "\(log)")
        let checked = try await Tool.longshot("doctor", "porch", "--home", nodes.recorderHome).output
        #expect(checked.contains(/porch revoked .* at 2/), "\(checked)")
        // The camera's side names the recorder too.
        let list = try await Tool.longshot("pair", "list", "--home", nodes.cameraHome)
        #expect(list.output.contains("attic  revoked 2"), "\(list.output)")
        let doctor = try await Tool.longshot("doctor", "--home", nodes.cameraHome)
        #expect(doctor.output.contains("revoked here 2"), "\(doctor.output)")
        // Only recorders receive live video, and only cameras take stills. A container may not show the limit of its buffers.
        let hasLimit = FileManager.default.fileExists(atPath: "/proc/sys/net/core/rmem_max")
        #expect(checked.contains("socket buffer: ") == hasLimit && !checked.contains("stills of"), "\(checked)")
        #expect(
            !doctor.output.contains("socket buffer: ") && doctor.output.contains("stills of the camera"),
            "\(doctor.output)")
        #expect(try await peers(nodes.cameraHome).contains("\"revoked\" : true"))
        #expect(watch.output.contains(" connected\n"), "\(watch.output)")
        try await eventually("the watcher is told: \(watch.output)") { watch.output.contains("attic lost: revoked") }
        // A node that runs and does not answer would replace the change by what it has in memory.
        #expect(kill(camera.pid, SIGSTOP) == 0)
        let silent = try await Tool.longshot("pair", "grant", "attic", "view", "--home", nodes.cameraHome)
        #expect(kill(camera.pid, SIGCONT) == 0)
        #expect(silent.code == 1 && silent.errors.contains("does not answer"), "\(silent.output)\(silent.errors)")
        // Editing also works while the node is off.
        #expect(try await camera.terminate().code == 0)
        #expect(try await !peers(nodes.cameraHome).contains("\"connected\""))
        let grant = try await Tool.longshot("pair", "grant", "attic", "+view", "--home", nodes.cameraHome)
        #expect(grant.code == 1 && grant.errors.contains("was revoked on this node"), "\(grant.errors)")
        #expect(try await Tool.longshot("pair", "rename", "attic", "barn", "--home", nodes.cameraHome).code == 0)
    }

    @Test("A camera that answers at another address is found there by hand, with nobody pairing anew")
    func moved() async throws {
        let nodes = try Nodes()
        let first = try nodes.camera()
        let recorder = try await nodes.recorder(of: try await first.address(), ["--continuous"])
        try await eventually("it records: \(recorder.output)") { try await nodes.persisted() > 30 }
        #expect(try await first.terminate().code == 0)
        try await eventually("the recorder notices: \(recorder.output)") {
            let status = try await Tool.longshot("record", "status", "--home", nodes.recorderHome)
            return status.output.contains("lost: ended: the camera was stopped")
        }
        #expect(try await recorder.terminate().code == 0)
        let before = try await nodes.persisted()
        let second = try nodes.camera()
        let last = try await nodes.recorder(of: try await second.address(), ["--continuous"])
        try await eventually("recording goes on: \(last.output)") { try await nodes.persisted() > before + 30 }
    }

    @Test("A camera that joins at the recorder's window is recorded, although nothing announces itself")
    func joinedByCamera() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--name", "porch", "--no-discovery"])
        let port = try #require(try await camera.address().split(separator: ":").last)
        let recorder = try Child(
            [
                "recorder", "--home", nodes.recorderHome, "--host", "127.0.0.1", "--port", "0", "--no-page",
                "--no-discovery",
            ],
            home: nodes.home)
        _ = try await recorder.address()
        let owner = try Child(["pair", "open", "--home", nodes.recorderHome, "--yes", "--json"], home: nodes.home)
        try await eventually("the window is open: \(owner.output)") { owner.output.contains("longshot://pair") }
        let invitation = try nodes.home.write(owner.output, as: "invitation.json")
        let join = "jq -r .link \(invitation) | \(Tool.longshot) pair join --home \(nodes.cameraHome) --json"
        let joined = try await Tool.run("sh", ["-c", join])
        #expect(joined.code == 0, "\(joined.errors)\(owner.output)")
        try await eventually("the recorder has found it: \(recorder.output)") {
            try await Tool.longshot("record", "status", "--home", nodes.recorderHome).output.contains(
                "porch  connected")
        }
        let peers = try await Tool.longshot("pair", "list", "--home", nodes.recorderHome, "--json").output
        #expect(peers.contains("127.0.0.1:\(port)"), "\(peers)")
    }

    @Test("A code alone finds a window of this user's own node, although nothing announces itself")
    func byCode() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--name", "porch", "--no-discovery"])
        _ = try await camera.address()
        let owner = try Child(["pair", "open", "--home", nodes.cameraHome, "--yes", "--json"], home: nodes.home)
        try await eventually("the window is open: \(owner.output)") { owner.output.contains("longshot://pair") }
        let invitation = try nodes.home.write(owner.output, as: "invitation.json")
        // The camera's home becomes the usual one of a user.
        let state = nodes.home.file("state")
        let join =
            "mkdir -p \(state)/longshot && ln -s \(nodes.cameraHome) \(state)/longshot/camera && jq -r .code \(invitation) "
            + "| XDG_STATE_HOME=\(state) \(Tool.longshot) pair join --as recorder --home \(nodes.recorderHome)"
        let joined = try await Tool.run("sh", ["-c", join])
        #expect(joined.code == 0 && joined.output.contains("paired with porch"), "\(joined)")
    }

    @Test("A user who is paired with one camera talks to it without its name, with every command")
    func onlyNode() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--name", "porch", "--no-discovery"])
        try await nodes.ready(try await camera.address())
        let owner = try Child(["pair", "open", "--home", nodes.cameraHome, "--yes", "--json"], home: nodes.home)
        try await eventually("the window is open: \(owner.output)") { owner.output.contains("longshot://pair") }
        let invitation = try nodes.home.write(owner.output, as: "invitation.json")
        let user = "XDG_STATE_HOME=\(nodes.home.file("user")) \(Tool.longshot)"
        let commands = "jq -r .link \(invitation) | \(user) pair join && \(user) snap && \(user) files list"
        let outcome = try await Tool.run("sh", ["-c", commands.replacingOccurrences(of: "| XDG", with: "| env XDG")])
        #expect(
            outcome.code == 0 && (outcome.output + outcome.errors).contains("no files on porch, a camera yet"),
            "\(outcome)")
        withExtendedLifetime(camera) {}
    }

    @Test("A typed code asks for the window's address where nodes cannot be searched for, and says why they cannot")
    func codeWithoutSearch() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--name", "porch", "--no-discovery"])
        _ = try await camera.address()
        let owner = try Child(["pair", "open", "--home", nodes.cameraHome, "--yes", "--json"], home: nodes.home)
        try await eventually("the window is open: \(owner.output)") { owner.output.contains("longshot://pair") }
        let code = try #require(owner.output.firstMatch(of: /"code":"([^"]+)"/)?.1)
        let address = try window(owner.output)
        // No node runs in the usual homes of this user, and no message bus leads to Avahi.
        let user =
            "env XDG_STATE_HOME=\(nodes.home.file("user")) DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(nodes.home.file("bus"))"
        let (screen, keyboard) = try Child.onTerminal(
            "\(user) \(Tool.longshot) pair join --as recorder --home \(nodes.recorderHome)", home: nodes.home)
        for (question, answer) in [
            ("Link or code: ", String(code)), ("Address of the window (HOST:PORT, ", address),
        ] {
            try await eventually("it asks \(question): \(screen.output)") { screen.output.contains(question) }
            try keyboard.write(contentsOf: Data("\(answer)\n".utf8))
        }
        #expect(try await screen.exit() == 0, "\(screen.output)")
        try keyboard.close()
        let reason =
            "nodes cannot be found by their code on this machine (the system message bus (D-Bus) cannot be reached"
        let hint = "its address, which is shown beside the code: `longshot pair join HOST:PORT --as recorder --home "
        #expect(screen.output.contains(reason) && screen.output.contains(hint), "\(screen.output)")
        #expect(screen.output.contains("paired with porch"), "\(screen.output)")
        #expect(try await owner.exit() == 0, "\(owner.output)")
        withExtendedLifetime(camera) {}
    }

    @Test("A joiner that leaves is reported at once; a late answer about it does not let in the next one")
    func joinerLeaves() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        _ = try await camera.address()
        let (screen, keyboard) = try Child.onTerminal(
            "\(Tool.longshot) pair open --home \(nodes.cameraHome)", home: nodes.home)
        try await eventually("the window is open: \(screen.output)") { screen.output.contains("waiting, ") }
        let link = try #require(screen.output.firstMatch(of: /longshot:\/\/pair\S+/)).output
        let invitation = try nodes.home.write(String(link), as: "link.txt")
        func join(_ name: String) throws -> Child {
            let join = "\(Tool.longshot) pair join --as recorder --name \(name) --home \(nodes.home.file(name))"
            return try Child(shell: "exec \(join) < \(invitation)", home: nodes.home)
        }
        func questions() -> Int { screen.output.matches(of: /Let it in, .*\[y\/N\]/).count }

        let first = try join("attic")
        try await eventually("it asks: \(first.output)\(screen.output)") { questions() == 1 }
        #expect(try await first.terminate(SIGINT).code == 130, "\(first.output)")
        try await eventually("it says that the joiner has left: \(screen.output)") {
            screen.output.contains("attic has left; the window stays open")
        }
        // The terminal keeps the line for the next question.
        try keyboard.write(contentsOf: Data("yes\n".utf8))
        try await eventually("the terminal shows the answer: \(screen.output)") { screen.output.contains("yes\r\n") }
        let second = try join("cellar")
        try await eventually("it asks again: \(second.output)\(screen.output)") { questions() == 2 }
        try keyboard.write(contentsOf: Data("no\n".utf8))
        #expect(try await screen.exit() == 1 && screen.output.contains("refused; the code"), "\(screen.output)")
        #expect(try await second.exit() != 0, "\(second.output)")
        try keyboard.close()
        withExtendedLifetime(camera) {}
    }

    @Test("A remote is let in by somebody who compares the words, takes a still, and may do no more than was granted")
    func remote() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--name", "hut \(UUID().uuidString.prefix(4))"])
        _ = try await camera.address()
        let owner = try Child(["pair", "open", "--home", nodes.cameraHome, "--json"], home: nodes.home)
        try await eventually("the window is open: \(owner.output)") { owner.output.contains("longshot://pair") }
        let invitation = try nodes.home.write(owner.output, as: "invitation.json")
        let joining = try Child(
            shell: "jq -r .code \(invitation) | \(Tool.longshot) pair join \(try window(owner.output))",
            home: nodes.home)
        try await eventually("the joiner shows words: \(joining.output)") { joining.output.contains("must show these") }
        let lines = joining.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let words = try #require(lines.first { $0.split(separator: " ").count == 4 && !$0.contains(",") })
        let wrong = try await Tool.longshot("pair", "approve", "--home", nodes.cameraHome, "--words", "a b c d")
        #expect(wrong.code == 1 && wrong.errors.contains("other words"), "\(wrong.errors)")
        let approved = try await Tool.longshot(
            "pair", "approve", "--home", nodes.cameraHome, "--words", words, "--grants", "view,shoot", "--name", "phone"
        )
        #expect(approved.code == 0, "\(approved.errors)")
        #expect(try await joining.exit() == 0, "\(joining.output)")
        #expect(joining.output.contains("there we may: view shoot"), "\(joining.output)")
        // The command that has opened the window reports what another one has decided.
        #expect(try await owner.exit() == 0, "\(owner.output)")
        #expect(owner.output.contains(#""grants":"view shoot","name":"phone","paired":"#), "\(owner.output)")

        let name = try #require(camera.output.split(separator: "\"").dropFirst().first.map(String.init))
        try await eventually("the camera has a picture") {
            try await Tool.longshot("snap", "--camera", name).code == 0
        }
        // The grant to take stills is enough for one, although it gives no events.
        for grants in ["shoot", "view,shoot"] {
            let granted = try await Tool.longshot("pair", "grant", "phone", grants, "--home", nodes.cameraHome)
            #expect(granted.code == 0, "\(granted.errors)")
            let still = try await Tool.longshot("snap", "--camera", name)
            #expect(still.code == 0 && still.output.contains("asked at"), "\(grants): \(still.errors)")
        }
        let refused = try await Tool.longshot("pair", "list", "--node", name)
        #expect(refused.code == 1 && refused.errors.contains("needs the grant admin"), "\(refused.errors)")
        #expect(try await Tool.longshot("pair", "list", "--mine").output.contains(name))
        // Revoked in the middle of a request: the command that runs says so, and so does the list afterwards.
        let watcher = try Child(["watch", "--node", name, "--no-discovery"], home: nodes.home)
        try await eventually("it watches: \(watcher.output)") {
            try await Tool.longshot("snap", "--camera", name).code == 0 && watcher.output.contains("still")
        }
        let user = try #require(
            try await Tool.longshot("pair", "list", "--home", nodes.cameraHome).output.split(separator: " ").first)
        #expect(try await Tool.longshot("pair", "revoke", String(user), "--home", nodes.cameraHome).code == 0)
        #expect(try await watcher.exit() == 1 && watcher.output.contains(" revoked "), "\(watcher.output)")
        let mine = try await Tool.longshot("pair", "list", "--mine").output
        #expect(mine.contains("has revoked this user 2"), "\(mine)")
    }

    @Test("A window whose joiner is refused by another command says so")
    func refused() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        _ = try await camera.address()
        let owner = try Child(["pair", "open", "--home", nodes.cameraHome, "--json"], home: nodes.home)
        try await eventually("the window is open: \(owner.output)") { owner.output.contains("longshot://pair") }
        let invitation = try nodes.home.write(owner.output, as: "invitation.json")
        let join =
            "jq -r .link \(invitation) | \(Tool.longshot) pair join --as recorder --home \(nodes.recorderHome)"
        let joining = try Child(shell: join, home: nodes.home)
        try await eventually("the joiner shows words: \(joining.output)") { joining.output.contains("must show these") }
        let denied = try await Tool.longshot("pair", "deny", "--home", nodes.cameraHome)
        #expect(denied.code == 0 && denied.output.contains("refused"), "\(denied.output)\(denied.errors)")
        #expect(try await owner.exit() == 1 && owner.output.contains("refused; the code"), "\(owner.output)")
        #expect(!owner.output.contains(#""paired""#), "\(owner.output)")
        #expect(try await joining.exit() != 0, "\(joining.output)")
    }

    @Test("A window that another one replaces says so, and leaves the other one open")
    func replaced() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        _ = try await camera.address()
        let open = ["pair", "open", "--home", nodes.cameraHome, "--json"]
        let first = try Child(open, home: nodes.home)
        // The first window has a second less, or the second one could not be told from it.
        try await eventually("the first window has lost a second: \(first.output)") {
            let report = try await nodes.ask(nodes.cameraHome, try await camera.address(), "/v1/pairing/window")
            return report.contains(#""phase":"open""#) && !report.contains(":300") && !report.contains(":299")
        }
        let second = try Child(open, home: nodes.home)
        #expect(try await first.exit() == 1)
        #expect(first.output.contains("another window was opened meanwhile"), "\(first.output)")
        let report = try await nodes.ask(nodes.cameraHome, try await camera.address(), "/v1/pairing/window")
        #expect(report.contains(#""phase":"open""#), "\(report)")
        withExtendedLifetime(second) {}
    }

    @Test("Keys are for nobody else, and no secret is in logs, files or arguments")
    func secrets() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--log-level", "trace"])
        let address = try await camera.address()
        let owner = try Child(["pair", "open", "--home", nodes.cameraHome, "--yes", "--json"], home: nodes.home)
        try await eventually("the window is open: \(owner.output)") { owner.output.contains("longshot://pair") }
        struct Invitation: Decodable { let link, code: String }
        let invitation = try JSONDecoder().decode(
            Invitation.self, from: Data(try #require(owner.output.split(separator: "\n").first).utf8))
        let joined = try await Tool.run(
            "sh",
            [
                "-c",
                "echo '\(invitation.link)' | \(Tool.longshot) pair join --as recorder --home \(nodes.recorderHome) --json",
            ])
        #expect(joined.code == 0, "\(joined.errors)")
        let recorder = try await nodes.recorder(of: address, ["--continuous", "--log-level", "trace"])
        try await eventually("it records: \(recorder.output)") { try await nodes.persisted() > 30 }
        _ = try await Tool.longshot("snap", "--home", nodes.cameraHome, "--save", "both")

        let digits = invitation.code.replacingOccurrences(of: "-", with: "")
        var secrets = [invitation.code, digits, "PRIVATE KEY", "mediaKey", "feedbackKey"]
        for home in [nodes.cameraHome, nodes.recorderHome] {
            let key = try String(contentsOfFile: home + "/identity/key.pem", encoding: .utf8)
            secrets.append(String(try #require(key.split(separator: "\n").dropFirst().first)))
            let modes = try await Tool.run("stat", ["-c", "%a", home + "/identity", home + "/identity/key.pem"])
            #expect(modes.output == "700\n600\n")
        }
        let code = nodes.home.file("code.svg")
        #expect(try await Tool.longshot("page", "link", "--svg", code, "--home", nodes.cameraHome).code == 0)
        #expect(try await Tool.run("stat", ["-c", "%a", code]).output == "600\n")
        #expect(!camera.output.isEmpty && !recorder.output.isEmpty, "the logs say something")
        for secret in secrets {
            #expect(!camera.output.contains(secret) && !recorder.output.contains(secret), "\(secret) is in a log")
        }
        let files = try await Tool.run(
            "grep", ["-rlaF", "-e", digits, "-e", invitation.code, nodes.cameraHome, nodes.recorderHome])
        #expect(files.output.isEmpty, "\(files.output)")
        for pid in [camera.pid, recorder.pid] {
            let arguments = try String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)
            let environment = try String(contentsOfFile: "/proc/\(pid)/environ", encoding: .utf8)
            for secret in secrets { #expect(!arguments.contains(secret) && !environment.contains(secret)) }
        }
    }

    @Test("Without a terminal, the role of a new home must be said")
    func noRole() async throws {
        let home = try Home()
        let outcome = try await Tool.run(
            "sh", ["-c", "echo 127.0.0.1:1 | \(Tool.longshot) pair join --home \(home.path)"])
        #expect(outcome.code == 64 && outcome.errors.contains("--as recorder"), "\(outcome.errors)")
        // Unless the link says it: then nothing answers there, which is another matter.
        let link = "longshot://pair?v=1&node=\(String(repeating: "a", count: 52))&name=x&at=127.0.0.1:1&as=recorder"
        let said = try await Tool.run(
            "sh", ["-c", "echo '\(link)&code=RODEA54XL45KU4YP' | \(Tool.longshot) pair join --home \(home.path)"])
        #expect(said.code == 69, "\(said.errors)")
    }

    @Test("A grant that means nothing opens no window")
    func wrongGrants() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        _ = try await camera.address()
        let opened = try await Tool.longshot(
            "pair", "open", "--home", nodes.cameraHome, "--yes", "--grants", "view:cellar", "--json")
        #expect(opened.code == 1 && opened.output.isEmpty, "\(opened.output)\(opened.errors)")
        #expect(opened.errors.contains("no camera is paired with this node"), "\(opened.errors)")
    }

    @Test("A window says in its link who is to join")
    func expected() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        _ = try await camera.address()
        let owner = try Child(
            ["pair", "open", "--home", nodes.cameraHome, "--yes", "--for", "recorder", "--json"], home: nodes.home)
        try await eventually("the link is shown") { owner.output.contains("as=recorder") }
        let link = try #require(owner.output.firstMatch(of: /longshot:[^"]+/)).output.replacing("\\/", with: "/")
        let joined = try await Tool.run(
            "sh", ["-c", "echo '\(link)' | \(Tool.longshot) pair join --home \(nodes.recorderHome)"])
        #expect(joined.code == 0, "\(joined.errors)")
        #expect(try await peers(nodes.cameraHome).contains("\"recorder\""))
    }

    /// The address of the pairing window in an invitation.
    private func window(_ invitation: String) throws -> String {
        struct Place: Decodable { let addresses: [String] }
        let line = try #require(invitation.split(separator: "\n").first)
        return try #require(try JSONDecoder().decode(Place.self, from: Data(line.utf8)).addresses.first)
    }
}
