// SPDX-License-Identifier: Apache-2.0
import GStreamer
import SystemPackage
import Testing

@testable import Pipelines

@Suite("The check of a pipeline file")
struct PipelineCheckTests {
    private func file(_ text: String, category: PipelineCategory? = nil) -> PipelineFile {
        PipelineFile(name: "x", category: category, origin: .user("/x.pipeline"), text: text)
    }

    @Test("says what is wrong, where, and what to do", arguments: Broken.all)
    func broken(_ broken: Broken) {
        let problems = PipelineCheck.check(file(broken.text)) {
            Broken.packages[$0] ?? Registry.package(providing: $0)
        }
        #expect(problems.map(\.description).joined(separator: "\n") == broken.problems)
        #expect(problems.filter(\.isError).count > 0)
    }

    @Test("knows Debian's packages, whether they are installed or not")
    func packages() {
        #expect(Registry.package(providing: "libcamerasrc") == "gstreamer1.0-libcamera")
        #expect(Registry.package(providing: "x264enc") == "gstreamer1.0-plugins-ugly")
        #expect(Registry.package(providing: "imaginarysrc") == nil)
    }

    @Test("knows at least twenty mistakes")
    func enough() {
        #expect(Broken.all.count >= 20)
    }

    @Test("finds nothing wrong with the shipped files", arguments: ShippedPipelines.files.map(\.name))
    func shipped(_ name: String) throws {
        let file = try PipelineLibrary(home: nil).find(name)
        let problems = PipelineCheck.check(file).filter { $0.severity != .note }
        let hardware = [
            "v4l2-h264-va": "vah264enc", "v4l2-h264-m2m": "v4l2h264enc", "libcamera-h264-m2m": "v4l2h264enc",
        ]
        guard let encoder = hardware[name], !Registry.has(element: encoder) else {
            #expect(problems.map(\.description) == [])
            return
        }
        // The rest of the file is checked with a software encoder in its place.
        #expect(problems.map(\.reason) == ["no element \"\(encoder)\""])
        #expect(problems.first?.remedy.contains("only where it finds") == true)
        let other = try #require(file.replacing("encoder", with: "x264enc name=encoder"))
        // The table still names the original encoder.
        let others = PipelineCheck.check(other).filter { $0.severity != .note && !$0.reason.hasPrefix("the table") }
        #expect(others.map(\.description) == [])
    }

    @Test("puts another element in the place of one that has a name, settings and all")
    func replacing() throws {
        let text = "# camera\nvideotestsrc pattern=snow name=camera  ! queue ! appsink name=encoded max-buffers=60\n"
        #expect(
            file(text).replacing("camera", with: "appsrc name=camera")?.launchText
                == "appsrc name=camera  ! queue ! appsink name=encoded max-buffers=60")
        #expect(file(text).replacing("encoder", with: "x264enc") == nil)
    }

    @Test("warns of a table that does not match, and of a sink without a bound; the file can be used all the same")
    func warnings() {
        let problems = PipelineCheck.check(
            file("#   camera    v4l2src    device\n\nvideotestsrc name=camera ! appsink name=encoded\n"))
        #expect(problems.map(\.severity) == [.warning, .warning])
        #expect(problems.map(\.word) == ["v4l2src", "appsink"])
    }

    @Test(
        "names each pad that nothing is linked to, by element and pad",
        arguments: [
            (
                "videotestsrc name=camera ! tee name=t ! appsink name=encoded max-buffers=60 t. ! queue",
                ["the source pad \"src\" of queue is linked to nothing"]
            ),
            (
                "videotestsrc name=camera ! appsink name=encoded max-buffers=60 queue ! fakesink",
                ["the sink pad \"sink\" of queue is linked to nothing"]
            ),
        ])
    func unlinked(_ text: String, _ reasons: [String]) {
        let problems = PipelineCheck.check(file(text))
        #expect(problems.map(\.reason) == reasons)
        #expect(problems.allSatisfy { $0.severity == .warning })
    }

    @Test(
        "refuses a text in which a missing link separates the source from the sink",
        arguments: [
            (
                "videotestsrc name=camera x264enc ! h264parse ! appsink name=encoded max-buffers=60",
                [
                    "the source pad \"src\" of videotestsrc \"camera\" is linked to nothing",
                    "the sink pad \"sink\" of x264enc is linked to nothing",
                    "no link leads from \"camera\" to \"encoded\"",
                ]
            ),
            (
                "videotestsrc name=camera tee name=split split. ! x264enc ! appsink name=encoded max-buffers=60",
                [
                    "the source pad \"src\" of videotestsrc \"camera\" is linked to nothing",
                    "the sink pad \"sink\" of tee \"split\" is linked to nothing",
                    "no link leads from \"camera\" to \"encoded\"",
                ]
            ),
            (
                "appsrc name=frame ! jpegenc appsink name=still max-buffers=2",
                [
                    "the source pad \"src\" of jpegenc is linked to nothing",
                    "the sink pad \"sink\" of appsink \"still\" is linked to nothing",
                    "no link leads from \"frame\" to \"still\"",
                ]
            ),
        ])
    func separated(_ text: String, _ reasons: [String]) {
        let broken = file(text)
        let problems = PipelineCheck.check(broken)
        #expect(Set(problems.map(\.reason)) == Set(reasons))
        #expect(problems.filter(\.isError).map(\.reason) == reasons.suffix(1))
        #expect(throws: PipelineError.self) { try PipelineCheck.require(broken, as: broken.category) }
    }

    @Test(
        "names no pad that is optional, requested, or linked when data flows",
        arguments: [
            "videotestsrc name=camera ! tee ! appsink name=encoded max-buffers=60",
            // The pads for RTCP are not in use.
            "udpsrc name=camera caps=application/x-srtp ! srtpdec ! appsink name=encoded max-buffers=60",
            "filesrc name=camera ! qtdemux ! h264parse ! appsink name=encoded max-buffers=60",
            "filesrc name=camera ! decodebin name=d d. ! videoconvert ! appsink name=encoded max-buffers=60",
            "( videotestsrc name=camera ! identity ) ! queue ! appsink name=encoded max-buffers=60",
            "videotestsrc name=camera ! ( queue ! identity ) ! appsink name=encoded max-buffers=60",
            "videotestsrc name=camera ! compositor ! appsink name=encoded max-buffers=60",
        ])
    func linked(_ text: String) {
        let problems = PipelineCheck.check(file(text)).filter { $0.severity != .note }
        #expect(problems.map(\.description) == [])
    }

    @Test("notes what reaches out of the pipeline")
    func notes() {
        let text = "filesrc name=camera location=/etc/passwd ! appsink name=encoded max-buffers=60\n"
        let problems = PipelineCheck.check(file(text))
        #expect(problems.map(\.severity) == [.note])
        #expect(problems.first?.reason == "filesrc reads or writes files of this machine")
    }

    @Test("survives any text", arguments: 0..<200)
    func fuzz(_ seed: UInt64) {
        var generator = SystemRandomNumberGenerator()
        let words = [
            "videotestsrc", "!", "name=camera", "appsink", "name=encoded", "(", ")", "\"", "'", "caps=video/x-raw", ".",
            "split.", "=", ",", "#", "\n", "tee", "\\", ":", "é", "\u{202E}", "x264enc", "bitrate=-1", "{", "}",
            "a.b=c",
        ]
        let text = (0..<Int(seed % 40)).map { _ in words.randomElement(using: &generator) ?? "" }
        for problem in PipelineCheck.check(file(text.joined(separator: seed % 2 == 0 ? " " : ""))) {
            #expect(!problem.description.isEmpty)
            #expect(problem.position.line >= 1 && problem.position.column >= 1)
        }
    }
}
