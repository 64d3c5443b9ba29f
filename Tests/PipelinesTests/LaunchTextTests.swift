// SPDX-License-Identifier: Apache-2.0
import GStreamer
import SystemPackage
import Testing

@testable import Pipelines

@Suite("The check of texts as people write them")
struct LaunchTextTests {
    private static let valid = "filesrc name=file ! fakesink name=frames"

    private func problems(_ text: String) -> [PipelineProblem] {
        let whole = text + "\n" + LaunchTextTests.valid + "\n"
        let file = PipelineFile(name: "x", category: .check, origin: .user("/x.pipeline"), text: whole)
        return PipelineCheck.check(file).filter { $0.word != "filesrc" }
    }

    @Test(
        "what GStreamer takes is taken",
        arguments: [
            "videotestsrc ! x264enc ! splitmuxsink muxer=qtmux location=/tmp/a%d.mp4",
            "videotestsrc ! splitmuxsink muxer=\"qtmux faststart=true\" location=/tmp/x",
            "playbin uri=file:///x video-sink=fakesink",
            "videotestsrc ! compositor sink_0::xpos=10 ! fakesink",
            "( videotestsrc ! queue name=q ) q. ! fakesink",
            "videotestsrc ! bin.( queue ! identity ) ! fakesink",
            "videotestsrc .src ! .sink fakesink",
            "videotestsrc ! video/x-raw,format=I420 ; video/x-raw,format=NV12 ! fakesink",
            "videotestsrc\n! video/x-raw, width=320,\n   height=240 ! fakesink",
            "videotestsrc ! video/x-raw(memory:SystemMemory),format={I420,NV12},width=[1,640] ! fakesink",
            "videotestsrc num-buffers = 5 pattern=18 ! identity drop-buffer-flags=corrupted+delta-unit ! fakesink",
        ])
    func taken(_ text: String) throws {
        _ = try Pipeline(parsing: text + "\n" + LaunchTextTests.valid)
        #expect(problems(text).filter(\.isError).map(\.description) == [])
    }

    @Test("a link that cannot be is shown in its own branch, however many elements are alike")
    func branch() {
        let alike = "queue ! videoconvert ! fakesink"
        let found = problems("videotestsrc ! \(alike)\naudiotestsrc ! \(alike)").filter(\.isError)
        #expect(found.map(\.position) == [TextPosition(line: 2, column: 16)])
        #expect(found.map(\.reason) == ["could not link queue to videoconvert"])
    }

    @Test("caps that cannot be read are pointed at themselves")
    func caps() {
        let found = problems("videotestsrc ! video/x-raw,width=(int)abc ! fakesink").filter(\.isError)
        #expect(found.map(\.word) == ["video/x-raw,width=(int)abc"])
        #expect(found.map(\.remedy) == ["correct the text"])
    }

    @Test("lines that end as on other systems keep their numbers and their table")
    func carriageReturns() {
        let text =
            "# A text.\r\n#\r\n#   c   capsfilter   caps\r\n\r\nvideotestsrc\r\n! capsfilter name=c bogus=1\r\n! fakesink"
        let file = PipelineFile(name: "x", category: .check, origin: .user("/x.pipeline"), text: text)
        #expect(file.declarations.map(\.name.text) == ["c"])
        #expect(file.declarations.first?.properties.map(\.text) == ["caps"])
        let found = problems(text).first { $0.word == "bogus" }
        #expect(found?.position == TextPosition(line: 6, column: 21))
        #expect(found?.line == "! capsfilter name=c bogus=1")
    }

    @Test("a character beyond ASCII is one mistake, shown whole")
    func characters() {
        let found = problems("videotestsrc ! \u{E9} ! fakesink").filter { $0.reason.hasSuffix("means nothing here") }
        #expect(found.map(\.word) == ["\u{E9}"])
        #expect(found.map(\.reason) == ["\"\u{E9}\" means nothing here"])
    }

    @Test("a forgotten ! and a sink without a bound are warned of")
    func warnings() {
        let found = problems("videotestsrc videoconvert ! appsink max-buffers=0")
        #expect(found.allSatisfy { $0.severity == .warning })
        #expect(found.map(\.word) == ["videotestsrc", "videoconvert", "appsink"])
    }

    @Test(
        "what reaches out is noted, written as an address too",
        arguments: ["file:///etc/passwd ! fakesink", "videotestsrc ! file:///tmp/out", "ximagesrc ! fakesink"])
    func reach(_ text: String) {
        #expect(problems(text).filter { $0.severity == .note }.count == 1)
    }

    @Test("a file is found by the name that lists show, and a path comes before it")
    func labels() throws {
        let library = PipelineLibrary(home: nil)
        #expect(try library.find("capture/test").name == "test")
        #expect(try library.find("live/send-udp").name == "send-udp")
        #expect(throws: PipelineError.notFound("capture/nosuch", suggestion: nil)) {
            try library.find("capture/nosuch")
        }
    }
}
