// SPDX-License-Identifier: Apache-2.0
import Glibc
import GStreamer
import Testing

@Suite("A pipeline", .timeLimit(.minutes(1)))
struct PipelineTests {
    @Test("plays to its end and says so once")
    func plays() async throws {
        let pipeline = try Pipeline(parsing: "videotestsrc num-buffers=5 ! fakesink")
        let ends = try await pipeline.playing { messages in
            var ends = 0
            for await message in messages where message == .endOfStream {
                ends += 1
                break
            }
            return ends
        }
        #expect(ends == 1)
    }

    @Test("names the missing element and the Debian package that has it")
    func namesMissingElement() {
        let error = #expect(throws: GStreamerError.self) {
            try Pipeline(parsing: "videotestsrc ! nosuchthing ! fakesink")
        }
        guard case .parse(let problem) = error else {
            Issue.record("expected a parse problem, got \(String(describing: error))")
            return
        }
        #expect(problem.kind == .noSuchElement)
        #expect(problem.missingElements == ["nosuchthing"])
        #expect(Registry.package(providing: "x264enc") == "gstreamer1.0-plugins-ugly")
        #expect(Registry.package(providing: "nicesrc") == "gstreamer1.0-nice")
        #expect(
            GStreamerError.noSuchElement(factory: "x264enc", package: "gstreamer1.0-plugins-ugly").description
                == "no element \"x264enc\": install the Debian package gstreamer1.0-plugins-ugly")
    }

    @Test(
        "refuses what is no launch text", arguments: ["", "videotestsrc ! ", "! fakesink", "a b c", "fakesink nope=1"])
    func refusesNonsense(_ text: String) {
        #expect(throws: GStreamerError.self) { try Pipeline(parsing: text) }
    }

    @Test("brings an element's failure as a message with the element's name")
    func bringsFailure() async throws {
        let pipeline = try Pipeline(parsing: "filesrc name=source location=/nonexistent/x ! fakesink")
        await #expect(throws: GStreamerError.self) {
            try await pipeline.playing { _ in }
        }
        let late = try Pipeline(parsing: "videotestsrc num-buffers=10 ! identity name=bad error-after=3 ! fakesink")
        let diagnostic = try await late.playing { messages -> Diagnostic? in
            for await case .failed(let diagnostic) in messages { return diagnostic }
            return nil
        }
        #expect(diagnostic?.element == "bad")
    }

    @Test("is at rest again when its block throws")
    func stopsOnThrow() async throws {
        struct Stop: Error {}
        let pipeline = try Pipeline(parsing: "videotestsrc is-live=true ! fakesink")
        await #expect(throws: Stop.self) {
            try await pipeline.playing { _ in throw Stop() }
        }
        #expect(pipeline.links.count == 1)
    }

    @Test("ends when it is asked to, and what is inside comes out")
    func ends() async throws {
        let pipeline = try Pipeline(parsing: "videotestsrc is-live=true ! appsink name=out sync=false")
        let sink = try pipeline.sink(named: "out")
        var count = 0
        try await pipeline.playing { _ in
            try await sink.forEach(
                { sample in sample.count },
                perform: { _ in
                    count += 1
                    if count == 3 { pipeline.end() }
                })
        }
        #expect(count >= 3)
    }

    @Test("goes around without a seam in running time")
    func loops() async throws {
        let file = "/tmp/longshot-loop-\(UInt64.random(in: 0...UInt64.max)).mp4"
        defer { unlink(file) }
        let writer = try Pipeline(
            parsing: "videotestsrc num-buffers=10 ! video/x-raw,width=64,height=64,framerate=10/1 ! jpegenc "
                + "! qtmux ! filesink location=\(file)")
        try await writer.playing { messages in
            for await message in messages where message == .endOfStream { break }
        }
        let pipeline = try Pipeline(
            parsing: "filesrc location=\(file) ! decodebin ! identity single-segment=true ! videorate "
                + "! appsink name=out sync=false")
        let sink = try pipeline.sink(named: "out")
        let times = try await pipeline.looping { messages in
            try await withThrowingTaskGroup(of: [Int64]?.self) { group in
                group.addTask {
                    for await message in messages where message == .segmentDone { try pipeline.goAround() }
                    return nil
                }
                group.addTask {
                    struct Enough: Error {}
                    var times: [Int64] = []
                    do {
                        try await sink.forEach(
                            { sample in sample.runningTime },
                            perform: { time in
                                times.append(time)
                                if times.count == 25 { throw Enough() }
                            })
                    } catch is Enough {}
                    return times
                }
                defer { group.cancelAll() }
                while let result = try await group.next() {
                    if let result { return result }
                }
                return []
            }
        }
        #expect(times.count == 25)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("draws itself")
    func draws() throws {
        let pipeline = try Pipeline(parsing: "videotestsrc name=camera ! fakesink")
        #expect(pipeline.graph.hasPrefix("digraph pipeline"))
        #expect(pipeline.elements.map(\.name).contains("camera"))
        #expect(pipeline.links.first?.source.element == "camera")
    }
}
