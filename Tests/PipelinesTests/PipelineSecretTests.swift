// SPDX-License-Identifier: Apache-2.0
import Foundation
import GStreamer
import Pipelines
import Testing

@Suite("Values of pipelines from files")
struct PipelineSecretTests {
    private func withFile<Result>(
        _ text: String, mode: Int = 0o600, _ body: (String) throws -> Result
    ) throws -> Result {
        let path = NSTemporaryDirectory() + "secret-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: attributes))
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
        return try body(path)
    }

    @Test("A value is read without its line break; @@ begins a value with @")
    func read() throws {
        for text in ["/tmp/a b", "/tmp/a b\n", "/tmp/a b\r\n"] {
            let value = try withFile(text, mode: 0o400) { path in
                try pipeline("fakesrc ! filesink name=f", ["f.location=@\(path)"]).element(named: "f")?.value(
                    of: "location")
            }
            #expect(value == "/tmp/a b")
        }
        let literal = try pipeline("fakesrc ! filesink name=f", ["f.location=@@home"]).element(named: "f")?.value(
            of: "location")
        #expect(literal == "@home")
        #expect(PipelineSetting.literal("@home") == "@@home" && PipelineSetting.literal("home") == "home")
    }

    @Test("A file of others, or one that others may use, is refused by its name alone")
    func refused() throws {
        let secret = "hunter2-\(UUID().uuidString)"
        for mode in [0o640, 0o604, 0o666, 0o700] {
            try withFile(secret, mode: mode) { path in
                let text = try refusal(of: ["f.location=@\(path)"])
                #expect(text.contains("chmod 600") && !text.contains(secret))
            }
        }
        for text in ["", "\n", "two\nlines", "a\u{0}b", String(repeating: "x", count: 70_000)] {
            try withFile(text) { path in
                let refusal = try refusal(of: ["f.location=@\(path)"])
                #expect(refusal.contains(path))
            }
        }
        for path in ["/nonexistent", "/tmp", "/dev/null", ""] {
            _ = try refusal(of: ["f.location=@\(path)"])
        }
    }

    @Test("A value that does not fit is not in the error, and is hidden in other texts from then on")
    func hidden() throws {
        let secret = "rtsp://guest:hunter3%21@camera/stream"
        let error = try withFile(secret) { path in
            let text = try refusal(of: ["f.num-buffers=@\(path)"], by: "fakesrc name=f ! fakesink")
            #expect(text.contains("f.num-buffers=@\(path)") && text.contains("an integer"))
            return text
        }
        #expect(!error.contains("hunter3"))
        for text in [secret, "Failed: hunter3%21", "Failed: hunter3!", "guest:hunter3%21 is wrong"] {
            #expect(!PipelineSecrets.hiding(in: text).contains("hunter3"), "\(text)")
        }
        let other = PipelineSecrets.hiding(in: "no route to rtsp://a:b@host/x?y, and to http://host:80/")
        #expect(PipelineSecrets.hiding(in: "a guest is here") == "a guest is here")
        #expect(other == "no route to rtsp://(secret)@host/x?y, and to http://host:80/")
    }

    @Test("People who may not read texts are told no line of one and no value")
    func withoutText() throws {
        let errors: [PipelineError] = [
            .unusable("mine", as: .capture, problems: "location=hunter4"), .unprotected("location=hunter4"),
            .badSetting("hunter4"),
            .refused(file: "mine", setting: "camera.location=hunter4", error: .seekRefused),
        ]
        for error in errors { #expect(!error.withoutText.contains("hunter4"), "\(error)") }
    }

    /// The error for values that cannot be set.
    private func refusal(of values: [String], by text: String = "fakesrc ! filesink name=f") throws -> String {
        let error = #expect(throws: PipelineError.self) { try pipeline(text, values) }
        return "\(try #require(error))"
    }

    private func pipeline(_ text: String, _ values: [String]) throws -> Pipeline {
        try PipelineFile(name: "x", category: .capture, origin: .shipped, text: text).makePipeline(values: values)
    }
}
