// SPDX-License-Identifier: Apache-2.0
import Foundation
import GStreamer
import SystemPackage
import Testing

@testable import Pipelines

@Suite("The library of pipeline files")
struct PipelineLibraryTests {
    private let home: FilePath

    init() throws {
        home = FilePath(NSTemporaryDirectory() + "pipelines-" + UUID().uuidString)
        try FileManager.default.createDirectory(
            atPath: home.appending("pipelines/capture").string, withIntermediateDirectories: true)
    }

    private func write(_ text: String, as name: String) throws {
        try text.write(toFile: home.appending("pipelines/" + name).string, atomically: true, encoding: .utf8)
    }

    @Test("has every file of the project's, as it is")
    func embedded() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("pipelines").path
        var found: [String] = []
        for case let name as String in FileManager.default.enumerator(atPath: root) ?? .init()
        where name.hasSuffix(".pipeline") {
            let path = FilePath(name)
            let shipped = try #require(ShippedPipelines.files.first { $0.name == path.stem })
            let text = try String(contentsOfFile: root + "/" + name, encoding: .utf8)
            #expect(shipped.text == text)
            #expect(shipped.category.rawValue == path.removingLastComponent().string)
            found.append(name)
        }
        #expect(found.count == ShippedPipelines.files.count)
    }

    @Test("prefers a path, then the user's own, then what is shipped")
    func order() throws {
        let library = PipelineLibrary(home: home)
        #expect(try library.find("test").origin == .shipped)
        try write("videotestsrc name=camera ! appsink name=encoded max-buffers=1", as: "capture/test.pipeline")
        let own = try library.find("test")
        #expect(own.origin == .user(home.appending("pipelines/capture/test.pipeline")))
        #expect(own.category == .capture)
        #expect(library.all().filter { $0.name == "test" }.count == 1)
        let other = home.appending("other.pipeline")
        try "fakesrc name=camera".write(toFile: other.string, atomically: true, encoding: .utf8)
        #expect(try library.find(other.string).text == "fakesrc name=camera")
    }

    @Test("names what may have been meant, and refuses what is no text or not one of its kind")
    func refusals() throws {
        let library = PipelineLibrary(home: home)
        #expect(throws: PipelineError.notFound("tset", suggestion: "test")) { try library.find("tset") }
        #expect(throws: PipelineError.notFound("/no/such.pipeline", suggestion: nil)) {
            try library.find("/no/such.pipeline")
        }
        try write("a", as: "twice.pipeline")
        try write("b", as: "capture/twice.pipeline")
        #expect(throws: PipelineError.self) { try library.find("twice") }
        try Data([0xFF, 0xFE, 0x00]).write(to: URL(fileURLWithPath: home.appending("pipelines/x.pipeline").string))
        #expect(throws: PipelineError.self) { try library.find("x") }
        try write(String(repeating: "#", count: 300 << 10), as: "large.pipeline")
        #expect(throws: PipelineError.self) { try library.find("large") }
    }

    @Test("finds an empty file by its name, and never in the place of a shipped one")
    func empty() throws {
        let library = PipelineLibrary(home: home)
        try write("", as: "bad.pipeline")
        try write("", as: "capture/test.pipeline")
        let problems = PipelineCheck.check(try library.find("bad"))
        #expect(problems.map(\.reason) == ["the text describes no pipeline"])
        #expect(try library.find("test").origin == .shipped)
        #expect(!library.all().contains { $0.name == "bad" })
        #expect(library.reasonLeftOut("bad")?.contains("bad.pipeline is empty: write a pipeline into it") == true)
        #expect(library.reasonLeftOut("good") == nil)
        try write(" \n\n", as: "blank.pipeline")
        try write("# a camera\n\n  # that is not written yet\n", as: "notes.pipeline")
        #expect(try library.reasonUnused(library.find("blank"))?.contains("blank.pipeline is empty") == true)
        #expect(try library.reasonUnused(library.find("notes"))?.contains("notes.pipeline has only comments") == true)
        #expect(try library.reasonUnused(library.find("pattern")) == nil)
    }

    @Test("sets values on named elements, or says which file, element and property")
    func settings() throws {
        let file = try PipelineLibrary(home: nil).find("test")
        let pipeline = try file.makePipeline(values: [
            "encoder.bitrate=8000", "format.caps=video/x-raw,width=64,height=64",
        ])
        #expect(try pipeline.element(named: "encoder")?.value(of: "bitrate") == "8000")
        for (text, words) in [
            ("bitrate=5", ["element.property=value"]),
            ("encoder.bitrat=5", ["capture/test", "bitrat", "did you mean \"bitrate\"?"]),
            ("encodr.bitrate=5", ["capture/test", "encodr", "did you mean \"encoder\"?"]),
            ("encoder.bitrate=fast", ["capture/test", "bitrate", "fast", "an integer from 1 to 2048000"]),
        ] {
            let error = #expect(throws: PipelineError.self) { try file.makePipeline(values: [text]) }
            for word in words {
                #expect(error?.description.contains(word) == true, "\(text): \(String(describing: error))")
            }
        }
    }

    @Test("a file that needs no camera plays", arguments: ["pattern", "test"])
    func plays(_ name: String) async throws {
        let file = try PipelineLibrary(home: nil).find(name)
        let pipeline = try file.makePipeline(values: ["camera.num-buffers=30", "camera.is-live=false"])
        let (encoded, frames) = (try pipeline.sink(named: "encoded"), try pipeline.sink(named: "frames"))
        var count = 0
        try await pipeline.playing { _ in
            try await encoded.forEach({ sample in sample.count }, perform: { _ in count += 1 })
            _ = frames.pull { $0.count }
        }
        #expect(count == 30)
    }

    @Test(
        "a file whose source is the program reaches readiness",
        arguments: ["jpeg", "send-udp", "receive-udp", "receive-tcp", "whep-h264"])
    func ready(_ name: String) async throws {
        let file = try PipelineLibrary(home: nil).find(name)
        var values: [String] = []
        if name == "receive-udp" { values = ["media.port=0", "control.port=0"] }
        if name == "receive-tcp" { values = ["media.port=0"] }
        if name == "send-udp" { values = ["feedback.port=0"] }
        try await file.makePipeline(values: values).prepared { _ in }
    }

    @Test("a picture is XML that keeps hostile words inside")
    func picture() throws {
        let text = "filesrc name=camera location=\"<b>&\\\"x\" ! fakesink name=encoded"
        let file = PipelineFile(name: "x<y", category: .capture, origin: .user("/x<y>.pipeline"), text: text)
        let svg = try PipelineGraph(file).svg
        #expect(svg.hasPrefix("<svg") && svg.hasSuffix("</svg>"))
        #expect(!svg.contains("<b>") && svg.contains("&lt;b&gt;&amp;"))
        #expect(svg.contains("x&lt;y&gt;"))
    }
}
