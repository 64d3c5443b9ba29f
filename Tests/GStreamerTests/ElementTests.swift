// SPDX-License-Identifier: Apache-2.0
import GStreamer
import Testing

@Suite("An element's properties")
struct ElementTests {
    @Test(
        "take what fits their type and range",
        arguments: [
            ("bitrate", "8000", "8000"), ("speed-preset", "superfast", "superfast"), ("bframes", "0", "0"),
            ("option-string", "scenecut=0", "scenecut=0"),
            ("byte-stream", "true", "true"),
        ])
    func take(_ property: String, _ value: String, _ expected: String) throws {
        let encoder = try Element(factory: "x264enc", name: "encoder")
        try encoder.set(property, to: value)
        #expect(try encoder.value(of: property) == expected)
    }

    @Test(
        "refuse what does not fit, and say what would",
        arguments: [
            ("bitrate", "fast", "an integer from 1 to 2048000"), ("bitrate", "0", "an integer from 1 to 2048000"),
            ("bitrate", "-5", "an integer from 1 to 2048000"),
            ("bitrate", "99999999999", "an integer from 1 to 2048000"),
            ("byte-stream", "perhaps", "true or false"),
        ])
    func refuse(_ property: String, _ value: String, _ expected: String) throws {
        let encoder = try Element(factory: "x264enc", name: "encoder")
        #expect(
            throws: GStreamerError.unreadableValue(value, property: property, of: "encoder", expected: expected)
        ) { try encoder.set(property, to: value) }
    }

    @Test("are missing by name, or can only be read")
    func missing() throws {
        let encoder = try Element(factory: "x264enc", name: "encoder")
        #expect(throws: GStreamerError.noSuchProperty("bitrat", of: "encoder")) { try encoder.set("bitrat", to: 1) }
        let sink = try Element(factory: "fakesink", name: "sink")
        #expect(throws: GStreamerError.readOnlyProperty("stats", of: "sink")) { try sink.set("stats", to: "x") }
    }

    @Test("describe themselves")
    func describe() throws {
        let encoder = try Element(factory: "x264enc")
        let preset = try #require(encoder.property(named: "speed-preset"))
        #expect(preset.expectation.hasPrefix("one of None, ultrafast") || preset.expectation.contains("ultrafast"))
        #expect(encoder.factoryName == "x264enc")
        #expect(encoder.klass == "Codec/Encoder/Video")
        #expect(encoder.properties.count > 20)
    }

    @Test("an element that nobody has is named with its package")
    func unknownFactory() {
        #expect(throws: GStreamerError.noSuchElement(factory: "nosuchthing", package: nil)) {
            try Element(factory: "nosuchthing")
        }
    }
}
