// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite("The demo", .serialized, .timeLimit(.minutes(6)))
struct DemoTests {
    @Test(
        "has every captured frame in the archive, by counters, by ffprobe and by the numbers in the pictures",
        arguments: ["udp", "tcp"])
    func complete(_ transport: String) async throws {
        let home = try Home()
        let (report, outcome) = try await DemoOutput.run(
            home: home, seconds: 5,
            ["--capture", "test", "--transport", transport, "--set", "format.caps=" + Picture.small])
        let frames = report.recording.frames
        #expect(outcome.code == 0 && report.verified, "\(outcome.output)\(outcome.errors)")
        #expect(report.recording.transport == transport)
        #expect(frames.missing == 0 && report.recording.gaps.isEmpty)
        // A machine that is busy captures fewer than 30 a second.
        #expect(frames.captured > 60)
        for count in [frames.encoded, frames.spooled, frames.persisted, frames.decodable] {
            #expect(count == frames.captured)
        }
        // What a busy machine loses of live video is fetched.
        #expect(frames.received + (frames.backfilled ?? 0) >= frames.captured, "\(frames)")
        var numbers: [Int?] = []
        var probed = 0
        for segment in report.recording.segments {
            let probe = try await Judge.probe(segment)
            #expect(probe.start == 0)
            probed += probe.frames
            numbers += try await Judge.numbers(in: segment, home: home)
        }
        #expect(probed == frames.persisted)
        let read = numbers.compactMap { $0 }
        #expect(read.count == numbers.count, "\(numbers.count - read.count) pictures without a number")
        #expect(zip(read, read.dropFirst()).allSatisfy { $1 == $0 + 1 })
        try await checkStill(report, numbers: read)
    }

    @Test("ends in order when it is interrupted early, and blames nothing", arguments: [false, true])
    func interrupted(withFootage: Bool) async throws {
        let home = try Home()
        let demo = try Child(
            ["demo", "--home", home.file("demo"), "--capture", "test", "--set", "format.caps=" + Picture.small],
            home: home)
        try await eventually("it records: \(demo.output)") { demo.output.contains("Ctrl-C ends it") }
        if withFootage {
            try await eventually("something is in the archive: \(demo.output)") {
                let list = try await Tool.longshot("recordings", "--home", home.file("demo"), "--json").output
                return list.contains("\"persisted\"") && !list.contains("\"persisted\" : 0")
            }
        }
        let code = try await demo.terminate(SIGINT).code
        #expect(withFootage ? code == 0 : [0, 130].contains(code), "\(code): \(demo.output)")
        #expect(!demo.output.contains("waited") && !demo.output.contains("NOT VERIFIED"), "\(demo.output)")
        #expect(code != 0 || demo.output.contains("verified"), "\(demo.output)")
    }

    /// Checks that the still shows the frame whose time it claims: its number is that of the video frame at the same tick.
    private func checkStill(_ report: DemoOutput, numbers: [Int]) async throws {
        let still = try #require(report.still)
        let number = try #require(try await Judge.number(in: still.path))
        #expect(["ring", "next-frame"].contains(still.source))
        let times = try await times(of: report.recording.segments)
        let index = try #require(times.firstIndex(of: still.shownTick), "no frame at tick \(still.shownTick)")
        try #require(index < numbers.count)
        #expect(numbers[index] == number)
        // No other frame is nearer to the press; ticks are of 1/90,000 s.
        let gaps = zip(times, times.dropFirst()).map { Double($1 - $0) / 90 }
        let widest = try #require(gaps[max(0, index - 1)..<min(gaps.count, index + 1)].max())
        #expect(abs(still.skewMilliseconds) <= widest / 2 + 1)
    }

    /// The ticks of all frames, from the files of the archive: tfdt counts from the segment's base, which is in the catalog.
    private func times(of segments: [String]) async throws -> [Int64] {
        var ticks: [Int64] = []
        for segment in segments {
            let catalog = try #require(segment.range(of: "/archive/")).lowerBound
            let base = try await Tool.run(
                "sqlite3",
                [
                    segment[..<catalog] + "/archive/catalog.sqlite",
                    "SELECT base FROM segment WHERE '\(segment)' LIKE '%' || path",
                ])
            let start = try #require(Int64(base.output.trimmingCharacters(in: .whitespacesAndNewlines)))
            let packets = try await Tool.run(
                "ffprobe",
                [
                    "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts", "-of", "csv=p=0", segment,
                ])
            ticks += packets.output.split(separator: "\n").compactMap {
                Int64($0.trimmingCharacters(in: CharacterSet(charactersIn: ", \r"))).map { start + $0 }
            }
        }
        return ticks
    }

    @Test("counts frames that are dropped behind the camera, says why, and fails")
    func dropping() async throws {
        let home = try Home()
        let pipeline = try home.write(
            Picture.capture(behindCamera: "! identity drop-probability=0.05"), as: "dropping.pipeline")
        let (report, outcome) = try await DemoOutput.run(home: home, seconds: 6, ["--capture", pipeline])
        let frames = report.recording.frames
        #expect(outcome.code == 3)
        #expect(!report.verified)
        #expect(frames.missing > 0)
        #expect(frames.captured == frames.persisted + frames.missing)
        #expect(report.recording.gaps.reduce(0) { $0 + $1.frames } == frames.missing)
        #expect(Set(report.recording.gaps.map(\.reason)) == ["not-encoded"])
        // The files agree: the times of the pictures jump where frames are missing. Frames dropped after the last picture leave no
        // jump.
        let ticks = try await times(of: report.recording.segments)
        #expect(ticks.count == frames.persisted)
        let steps = zip(ticks, ticks.dropFirst()).map { $1 - $0 }
        let interval = try #require(steps.min())
        let skipped = steps.reduce(0) { $0 + Int(($1 + interval / 2) / interval) - 1 }
        #expect((frames.missing - 4...frames.missing).contains(skipped), "\(skipped) of \(frames.missing)")
    }

    @Test("refuses an encoder that reorders, by its name")
    func reordering() async throws {
        let home = try Home()
        let encoder = "x264enc name=encoder key-int-max=30 speed-preset=ultrafast"
        let seen = try home.write(Picture.capture(encoder: "\(encoder) bframes=2"), as: "seen.pipeline")
        let check = try await Tool.longshot("pipeline", "check", seen)
        #expect(check.code == 65 && check.output.contains("set bframes=0"), "\(check)")
        // The check does not read the options of x264; the stream shows it.
        let hidden = try home.write(
            Picture.capture(encoder: "\(encoder) option-string=bframes=2:b-adapt=0"), as: "hidden.pipeline")
        #expect(try await Tool.longshot("pipeline", "check", hidden).code == 0)
        let outcome = try await Tool.longshot(
            "demo", "--json", "--home", home.path, "--seconds", "3", "--capture", hidden)
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("element \"encoder\" (x264enc) sends pictures out of order"))
    }

    @Test("refuses an encoder without key frames, by its name and the setting")
    func intraRefresh() async throws {
        let home = try Home()
        let encoder = "x264enc name=encoder tune=zerolatency bframes=0 key-int-max=30 speed-preset=ultrafast"
        let seen = try home.write(Picture.capture(encoder: "\(encoder) intra-refresh=true"), as: "seen.pipeline")
        let check = try await Tool.longshot("pipeline", "check", seen)
        #expect(check.code == 65 && check.output.contains("intra-refresh=false"), "\(check)")
        let demo = try await Tool.longshot("demo", "--json", "--home", home.path, "--seconds", "3", "--capture", seen)
        #expect(demo.code == 65 && demo.errors.contains("with intra-refresh, x264enc sends no key frames"))
        // The check does not read the options of x264; the stream shows it.
        let hidden = try home.write(
            Picture.capture(encoder: "\(encoder) option-string=intra-refresh=1"), as: "hidden.pipeline")
        #expect(try await Tool.longshot("pipeline", "check", hidden).code == 0)
        let outcome = try await Tool.longshot(
            "demo", "--json", "--home", home.path, "--seconds", "10", "--capture", hidden)
        #expect(outcome.code == 65)
        #expect(
            outcome.errors.contains("element \"encoder\" (x264enc) sends no key frames (periodic intra refresh)"),
            "\(outcome.errors)")
    }

    @Test("a second run in the same home adds to the archive, and verify tells damage from loss")
    func damage() async throws {
        let home = try Home()
        let arguments = ["--set", "format.caps=" + Picture.small]
        let (first, _) = try await DemoOutput.run(home: home, seconds: 3, arguments)
        let (second, _) = try await DemoOutput.run(home: home, seconds: 3, arguments)
        #expect(first.recording.id != second.recording.id)
        let recorder = home.file("recorder")
        #expect(try await Tool.longshot("verify", recorder).code == 0)
        let recordings = try await Tool.longshot("recordings", "--home", recorder, "--json")
        #expect(recordings.output.contains(first.recording.id) && recordings.output.contains(second.recording.id))

        let victim = try #require(first.recording.segments.first)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: victim))
        bytes[bytes.count / 2] ^= 0xFF
        try bytes.write(to: URL(fileURLWithPath: victim))
        let flipped = try await Tool.longshot("verify", first.recording.id, "--home", recorder)
        #expect(flipped.code == 2)
        #expect(flipped.output.contains("digest-mismatch") && flipped.output.contains("DAMAGED"))
        #expect(try await Tool.longshot("verify", second.recording.id, "--home", recorder).code == 0)

        try FileManager.default.removeItem(atPath: victim)
        let gone = try await Tool.longshot("verify", first.recording.id, "--home", recorder)
        #expect(gone.code == 2)
        #expect(gone.output.contains("file-missing"))
    }
}
