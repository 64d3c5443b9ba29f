// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import longshot

@Suite("The text of a configuration that setup changes")
struct ConfigurationTextTests {
    private static let commented = """
        # The porch.
        name: porch

        camera:
          # As loud as it gets.
          capture: pattern
          set:
          - encoder.bitrate=6000
          - format.caps=video/x-raw

          spool-bytes: 3000000000
        # The end.

        """

    @Test("An entry is changed, and all other lines stay")
    func change() {
        var text = ConfigurationText(Self.commented)
        text.set("camera.capture", to: .one("auto"))
        #expect(text.text == Self.commented.replacing("capture: pattern", with: "capture: auto"))
    }

    @Test("A list is replaced by a list or removed, and what follows stays")
    func list() {
        var text = ConfigurationText(Self.commented)
        let old = "  set:\n  - encoder.bitrate=6000\n  - format.caps=video/x-raw\n"
        text.set("camera.set", to: .list(["a.b=1"]))
        #expect(text.text == Self.commented.replacing(old, with: "  set:\n    - a.b=1\n"))
        text.set("camera.set", to: nil)
        #expect(text.text == Self.commented.replacing(old, with: ""))
    }

    @Test(
        "An entry that is not there is added to its section, or with it",
        arguments: [
            ("", "name: a\n"), ("camera:\n  port: 1\n", "camera:\n  port: 1\nname: a\n"),
        ])
    func addition(_ before: String, _ after: String) {
        var text = ConfigurationText(before)
        text.set("name", to: .one("a"))
        #expect(text.text == after)
        text.set("camera.capture", to: .one("auto"))
        #expect(text.text.contains("camera:\n") && text.text.contains("  capture: auto\n"))
    }

    @Test("A section is indented as it was")
    func indentation() {
        var text = ConfigurationText("recorder:\n    port: 1\n")
        text.set("recorder.continuous", to: .one("true"))
        #expect(text.text == "recorder:\n    port: 1\n    continuous: true\n")
    }

    @Test("A section goes with its last entry, because it would be an entry without a value")
    func empty() throws {
        var text = ConfigurationText("camera:\n  # A remark.\n  capture: pattern\nname: a\n")
        text.set("camera.capture", to: nil)
        #expect(text.text == "  # A remark.\nname: a\n")
        text.set("name", to: nil)
        _ = try NodeConfiguration(text: text.text, file: "x")
    }

    @Test(
        "A value is read back as it was set",
        arguments: [
            "porch", "the front door", "a: b", "# x", "  edge ", "\"quoted\"", "Tür\u{1F6AA}", "- x", "/srv/a b/c",
            "{x}", "*x", "true", "12", "x #y", "'", "ends:",
        ])
    func values(_ value: String) throws {
        var text = ConfigurationText("camera:\n  port: 1\n")
        text.set("name", to: .one(value))
        text.set("camera.set", to: .list([value, "x.y=1"]))
        let read = try NodeConfiguration(text: text.text, file: "x")
        #expect(read.text(of: "name") == .one(value), "\(text.text)")
        #expect(read.text(of: "camera.set") == .list([value, "x.y=1"]), "\(text.text)")
        #expect(try read[\.cameraPort] == 1)
    }
}
