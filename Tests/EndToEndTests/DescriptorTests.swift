// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("File descriptors", .serialized, .timeLimit(.minutes(4)))
struct DescriptorTests {
    /// Opens TLS and plain connections to several ports, and keeps them open until it is ended.
    private static let crowd = """
        import signal, socket, ssl, sys
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.load_cert_chain(sys.argv[1] + "/certificate.pem", sys.argv[1] + "/key.pem")
        def connect(port):
            raw = socket.create_connection(("127.0.0.1", port), timeout=3)
            try:
                return context.wrap_socket(raw)
            except OSError:
                return raw
        held, failed = [], 0
        for turn in range(100):
            for port in map(int, sys.argv[2:]):
                try:
                    held.append(connect(port))
                    held.append(socket.create_connection(("127.0.0.1", port), timeout=3))
                except OSError:
                    failed += 1
        print("ready", len(held), failed, flush=True)
        signal.pause()
        """

    private func descriptors(of child: Child) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child.pid)/fd").count
    }

    @Test("600 connections of strangers leave a camera with 128 descriptors to its owner, a joiner and its recording")
    func crowded() async throws {
        let nodes = try Nodes()
        let camera = try Child(
            shell: """
                ulimit -n 128
                exec \(Tool.longshot) camera --home \(nodes.cameraHome) --host 127.0.0.1 --port 0 --page-port 0 \
                --capture test --set format.caps=\(Picture.small)
                """, home: nodes.home)
        let address = try await camera.address()
        try await eventually("the page is served: \(camera.output)") { camera.output.contains("page for browsers is") }
        let page = try #require(camera.output.firstMatch(of: /browsers is https:\/\/[^ ]*:([0-9]+);/)?.1)
        let recorder = try await nodes.recorder(of: address, ["--continuous"])
        try await eventually("something is in the archive: \(recorder.output)") { try await nodes.persisted() > 30 }

        let owner = try Child(
            ["pair", "open", "--home", nodes.cameraHome, "--yes", "--json"], home: nodes.home)
        try await eventually("the window is open: \(owner.output)") { owner.output.contains("longshot://pair") }
        let pairing = try #require(owner.output.firstMatch(of: /"127\.0\.0\.1:([0-9]+)"/)?.1)
        let port = try #require(address.split(separator: ":").last)
        let script = try nodes.home.write(Self.crowd, as: "crowd.py")
        let stranger = nodes.home.file("stranger")
        let made = try await Tool.run(
            "sh",
            [
                "-c",
                """
                mkdir \(stranger) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
                -keyout \(stranger)/key.pem -out \(stranger)/certificate.pem -subj /CN=stranger -days 9 2>/dev/null
                """,
            ])
        #expect(made.code == 0)
        let crowd = try Child(
            shell: "ulimit -n 2000; exec python3 \(script) \(stranger) \(pairing) \(page) \(port)", home: nodes.home)
        try await eventually("the crowd is there: \(crowd.output)") { crowd.output.contains("ready") }
        #expect(try descriptors(of: camera) <= 96, "a quarter stays free")
        for _ in 0..<5 {
            #expect(try await nodes.ask(nodes.cameraHome, address, "/v1/node").contains("camera"))
        }
        let shown = try await Tool.run(
            "curl", ["-sk", "-m", "5", "-o", "/dev/null", "-w", "%{http_code}", "https://127.0.0.1:\(page)/"])
        #expect(shown.output == "200", "the page is there")
        // A joiner with the code gets in despite the strangers.
        let invitation = try nodes.home.write(owner.output, as: "invitation.json")
        let joined = try await Tool.run(
            "sh",
            [
                "-c",
                "jq -r .link \(invitation) | \(Tool.longshot) pair join --as recorder --home \(nodes.home.file("joiner")) --json",
            ])
        #expect(joined.code == 0, "\(joined.errors)")
        let before = try await nodes.persisted()
        try await eventually("recording goes on: \(camera.output)") { try await nodes.persisted() > before + 30 }
        #expect(try await Tool.longshot("record", "stop", "--home", nodes.recorderHome).code == 0)
        #expect(try await nodes.recording(".[0].frames.missing") == "0")
    }

    @Test(
        "When descriptors run out, new connections are closed, and the log and the state say so; more of them, and all is well again"
    )
    func scarce() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        let address = try await camera.address()
        #expect(try await nodes.ask(nodes.cameraHome, address, "/v1/node").contains("camera"))
        func permit(_ count: Int) async throws {
            let outcome = try await Tool.run("prlimit", ["--pid", "\(camera.pid)", "--nofile=\(count):4096"])
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
        try await permit(try descriptors(of: camera) + 8)
        for _ in 0..<3 { #expect(try await nodes.ask(nodes.cameraHome, address, "/v1/node").isEmpty) }
        #expect(camera.output.ranges(of: "too many connections").count == 1, "\(camera.output)")
        try await permit(1_024)
        try await eventually("the owner is answered: \(camera.output)") {
            try await nodes.ask(nodes.cameraHome, address, "/v1/node").contains("camera")
        }
        let state = try await nodes.ask(nodes.cameraHome, address, "/v1/state")
        #expect(state.contains("too many connections") && !state.contains("green"), "\(state)")
        try await permit(try descriptors(of: camera))
        async let early = nodes.ask(nodes.cameraHome, address, "/v1/node")
        try await permit(1_024)
        _ = try await early
        try await eventually("the owner is answered: \(camera.output)") {
            try await nodes.ask(nodes.cameraHome, address, "/v1/node").contains("camera")
        }
    }
}
