// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("Commands with several names", .serialized, .timeLimit(.minutes(6)))
struct SeveralTests {
    @Test("apply to each, and go on after a failure, whose exit code they return")
    func recordings() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera(["--name", "porch"])
        let recorder = try await nodes.recorder(of: try await camera.address())
        let home = ["--home", nodes.recorderHome]
        try await eventually("the camera is there: \(recorder.output)") {
            try await Tool.run(Tool.longshot, ["record", "status"] + home).output.contains("porch  connected")
        }
        for _ in 1...2 {
            #expect(try await Tool.run(Tool.longshot, ["record", "start", "--camera", "all"] + home).code == 0)
            let twice = try await Tool.run(Tool.longshot, ["record", "start", "--camera", "all"] + home)
            #expect(twice.code == 0 && twice.output.contains("all cameras are being recorded"), "\(twice.errors)")
            try await eventually("it grows: \(recorder.output)") {
                try await nodes.recording("[.[] | select(.state == \"recording\" and .frames.persisted > 0)] | length")
                    == "1"
            }
            #expect(try await Tool.run(Tool.longshot, ["record", "stop", "--camera", "all"] + home).code == 0)
        }
        let ids = try await nodes.recording(".[].id").split(separator: "\n").map(String.init)
        #expect(ids.count == 2)
        let unknown = try await Tool.run(Tool.longshot, ["recordings", "20261129"] + home)
        #expect(
            unknown.code == 66 && unknown.errors.contains("there is no recording \"20261129\""), "\(unknown.errors)")
        let loud = try await Tool.run(Tool.longshot, ["record", "start", "--camera", "PORCH"] + home)
        #expect(loud.code == 66 && loud.errors.contains("did you mean \"porch\"?"), "\(loud.errors)")
        let misspelt = try await Tool.run(Tool.longshot, ["recordings", "lokc"] + home)
        #expect(misspelt.code == 64 && misspelt.errors.contains("Did you mean 'lock'?"), "\(misspelt.errors)")
        func locked() async throws -> String { try await nodes.recording("[.[] | select(.isLocked)] | length") }

        #expect(try await Tool.run(Tool.longshot, ["recordings", "lock"] + home + ids).code == 0)
        #expect(try await locked() == "2")
        let unlocked = try await Tool.run(
            Tool.longshot, ["recordings", "unlock", "--json"] + home + ["nosuch", ids[0]])
        #expect(unlocked.code == 66 && unlocked.errors.contains("nosuch"), "\(unlocked.errors)")
        #expect(unlocked.output.contains(ids[0]) && !unlocked.output.contains(ids[1]))
        #expect(try await locked() == "1")
        let deleted = try await Tool.run(Tool.longshot, ["recordings", "delete"] + home + ids)
        #expect(deleted.code == 1 && deleted.errors.contains(ids[1]), "\(deleted.errors)")
        #expect(try await nodes.recording(".[].id") == ids[1])
        // On a terminal, nothing is asked about a recording that stays.
        let command = "\(Tool.longshot) recordings delete --home \(nodes.recorderHome) \(ids[1])"
        let screen = try Child(shell: "exec script -qefc '\(command)' /dev/null", home: nodes.home)
        #expect(try await screen.exit() == 1)
        #expect(
            screen.output.contains("\(ids[1]) is locked: `longshot recordings unlock \(ids[1])"), "\(screen.output)")
        #expect(!screen.output.contains("[y/N]"), "\(screen.output)")

        let revoked = try await Tool.run(Tool.longshot, ["pair", "revoke", "porch", "nosuch"] + home)
        #expect(revoked.code == 66, "\(revoked.errors)")
        let status = try await Tool.run(Tool.longshot, ["record", "status"] + home).output
        #expect(status.contains("porch  connected"), "an unknown name revokes nobody: \(status)")
    }

    @Test("record stop: each --camera ends the recording of its camera, and the others go on")
    func cameras() async throws {
        let (nodes, others) = (try Nodes(), [try Nodes(), try Nodes()])
        let picture = try nodes.home.write(
            Picture.capture(caps: "video/x-raw,format=I420,width=320,height=240,framerate=15/1"), as: "small.pipeline")
        let camera = try nodes.camera(["--capture", picture, "--name", "porch"])
        let address = try await camera.address()
        try await nodes.pair()
        var (further, options): ([Child], [String]) = ([], [])
        for (one, name) in zip(others, ["attic", "barn"]) {
            let another = try one.camera(["--capture", picture, "--name", name])
            further.append(another)
            let place = try await another.address()
            options += ["--camera", place]
            try await nodes.pair(with: one)
        }
        let recorder = try await nodes.recorder(of: address, options)
        let home = ["--home", nodes.recorderHome]
        try await eventually("all cameras are there: \(recorder.output)") {
            let status = try await Tool.run(Tool.longshot, ["record", "status"] + home)
            return status.output.split(separator: "\n").count { $0.hasSuffix("  connected") } == 3
        }
        let start = try await Tool.run(Tool.longshot, ["record", "start", "--camera", "all"] + home)
        #expect(start.code == 0, "\(start.errors)")
        try await eventually("all are recorded: \(recorder.output)") {
            try await nodes.recording("length == 3 and all(.state == \"recording\" and .frames.persisted > 0)")
                == "true"
        }
        let stop = try await Tool.run(
            Tool.longshot, ["record", "stop", "--camera", "porch", "--camera", "barn"] + home)
        #expect(stop.code == 0, "\(stop.errors)")
        let running = try await nodes.recording("[.[] | select(.state == \"recording\") | .cameraName] | join(\",\")")
        #expect(running == "attic", "\(stop.output)")
        withExtendedLifetime((camera, further, recorder)) {}
    }

    @Test("fetch stills: one that is gone does not keep the later ones away")
    func stills() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        try await nodes.ready(try await camera.address())
        let home = ["--home", nodes.cameraHome]
        let taken = try await Tool.run(Tool.longshot, ["snap", "--count", "3", "--every", "200ms"] + home)
        #expect(taken.code == 0, "\(taken.errors)")
        let folder = nodes.cameraHome + "/stills"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jpg") }.sorted()
        #expect(names.count == 3)
        try FileManager.default.removeItem(atPath: folder + "/" + names[1])
        let output = nodes.home.file("fetched")
        let fetched = try await Tool.run(Tool.longshot, ["stills", "fetch", "-o", output + "/"] + home)
        #expect(fetched.code == 66 && fetched.errors.contains("no longer there"), "\(fetched.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: output).sorted() == [names[0], names[2]])
        withExtendedLifetime(camera) {}
    }

    @Test("check several pipelines: the exit code is 0 if all can be used")
    func pipelines() async throws {
        let home = try Home()
        let broken = try home.write("videotestsrc name=camera ! nosuchthing ! appsink name=encoded", as: "x.pipeline")
        let good = try await Tool.longshot("pipeline", "check", "pattern", "jpeg")
        #expect(
            good.code == 0 && good.output.contains("capture/pattern: can") && good.output.contains("still/jpeg: can"))
        let mixed = try await Tool.longshot("pipeline", "check", "pattern", broken)
        #expect(mixed.code == 65 && mixed.output.contains("capture/pattern: can"), "\(mixed.output)")
    }
}
