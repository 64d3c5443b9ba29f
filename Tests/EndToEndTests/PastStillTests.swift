// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("A still of a past moment", .serialized, .timeLimit(.minutes(6)))
struct PastStillTests {
    private struct Manifest: Decodable {
        struct Fragment: Decodable { let lastTick: Int64 }
        let fragments: [Fragment]
    }

    private struct Description: Decodable { let epoch, tick, askedAt, shownAt: Int64 }

    private func description(_ still: StillOutput, _ nodes: Nodes, _ address: String) async throws -> Description {
        let answer = try await nodes.ask(nodes.cameraHome, address, "/v1/stills/\(still.id)")
        return try JSONDecoder().decode(Description.self, from: Data(answer.utf8))
    }

    /// Waits until the spool has footage that is this much younger than a tick.
    private func spooled(_ seconds: Int64, after tick: Int64, _ nodes: Nodes, _ address: String) async throws {
        try await eventually("\(seconds) s are in the spool") {
            let answer = try await nodes.ask(nodes.cameraHome, address, "/v1/footage/manifest")
            guard let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(answer.utf8)) else { return false }
            return (manifest.fragments.last?.lastTick ?? 0) - tick >= seconds * 90_000
        }
    }

    private func moment(_ nanoseconds: Int64) -> String {
        let (seconds, rest) = (nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000)
        let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601).dropLast()
        return "\(whole).\(String(String(1_000_000_000 + rest).dropFirst().prefix(3)))Z"
    }

    @Test("is the frame of that moment, in the ring or decoded from its group of pictures, as its number shows")
    func numbers() async throws {
        let nodes = try Nodes()
        // Groups of 50 frames, so that moments fall into all parts of a group.
        let camera = try nodes.camera(["--set", "encoder.key-int-max=50"])
        let address = try await camera.address()
        try await nodes.ready(address)
        let path = nodes.home.file("first.jpg")
        let first = try #require(try await nodes.snap("-o", path).first)
        let number = try #require(try await Judge.number(in: path))
        let start = try await description(first, nodes, address)
        try await spooled(10, after: first.shownTick, nodes, address)
        for index in 0..<20 {
            let asked = start.shownAt + Int64(index) * 493_000_000 + 5_000_000
            let path = nodes.home.file("past\(index).\(index.isMultiple(of: 7) ? "png" : "jpg")")
            let still = try #require(try await nodes.snap("--at", moment(asked), "-o", path).first)
            let told = try await description(still, nodes, address)
            #expect(still.source == "footage" || index > 14, "\(index): \(still.source)")
            #expect(!still.clamped && told.epoch == start.epoch && still.width == 640 && still.height == 360)
            #expect(abs(told.askedAt - asked) < 1_000_000 && abs(told.shownAt - asked) <= 18_000_000)
            let frames = Int((Double(told.tick - start.tick) / 3_000).rounded())
            #expect(try await Judge.number(in: path) == number + frames, "\(index): \(told)")
            let note = try await Tool.run("exiftool", ["-s3", "-ImageDescription", path])
            #expect(note.output.contains("recorded H.264 video") == (still.source == "footage"), "\(note.output)")
        }
        let ago = try #require(try await nodes.snap("--at", "5s").first)
        #expect(ago.source == "footage" && abs(ago.skewMilliseconds) <= 17.5 && ago.uncertaintyMilliseconds > 0)
        let name = "\(start.epoch):\(start.tick)"
        let seen = try #require(try await nodes.snap("--seen", name, "-o", path, "--force").first)
        #expect(seen.source == "footage" && !seen.clamped && seen.skewMilliseconds == 0)
        #expect(try await Judge.number(in: path) == number)
        let absurd = try await Tool.longshot("snap", "--home", nodes.cameraHome, "--at", "5s", "--count", "2")
        #expect(absurd.code == 64 && absurd.errors.contains("--at is for one moment"), "\(absurd.errors)")
        let ahead = try await Tool.longshot("snap", "--home", nodes.cameraHome, "--at", "2100-01-01T00:00:00Z")
        let words = "--at 2100-01-01T00:00:00.000Z lies ahead: it is 20"
        #expect(ahead.code == 64 && ahead.errors.contains(words), "\(ahead.errors)")
    }

    @Test("in a gap is answered with its reason and the nearest moments, of which there are stills")
    func gap() async throws {
        let nodes = try Nodes()
        let camera = try nodes.camera()
        try await nodes.ready(try await camera.address())
        let first = try #require(try await nodes.snap().first)
        try await spooled(1, after: first.shownTick, nodes, try await camera.address())
        #expect(try await camera.terminate(SIGTERM).code == 0)
        // Longer after the last frame than half a frame lasts, and before the program has started again.
        let between = wall() + 50_000_000
        let again = try nodes.camera()
        let address = try await again.address()
        try await nodes.ready(address)
        let second = try #require(try await nodes.snap().first)
        try await spooled(1, after: second.shownTick, nodes, address)
        let refused = try await Tool.longshot("snap", "--home", nodes.cameraHome, "--at", moment(between))
        #expect(refused.code == 66 && refused.errors.contains("the camera restarted"), "\(refused.errors)")
        let nearest = try #require(
            refused.errors.firstMatch(of: #/nearest frames are of (\S+Z) and (\S+Z)\./#), "\(refused.errors)")
        #expect(refused.errors.contains("A recorder that recorded it may still have it"), "\(refused.errors)")
        for (moment, epoch) in [(String(nearest.1), 1), (String(nearest.2), 2)] as [(String, Int64)] {
            let still = try #require(try await nodes.snap("--at", moment).first)
            // The second may still be in the ring.
            #expect((still.source == "footage" || epoch == 2) && abs(still.skewMilliseconds) < 1)
            #expect(try await description(still, nodes, address).epoch == epoch)
        }
        let early = try await Tool.longshot("snap", "--home", nodes.cameraHome, "--at", "2020-01-01T00:00:00Z")
        #expect(early.code == 66 && early.errors.contains("footage begins later"), "\(early.errors)")
    }

    /// The present moment, in nanoseconds since 1970.
    private func wall() -> Int64 {
        Int64(Date().timeIntervalSince1970 * 1e6) * 1_000
    }
}
