// SPDX-License-Identifier: Apache-2.0
import Foundation
import Logging
import Synchronization
import SystemPackage
import Testing
import Wire

@testable import Camera

/// The folder is made by the test: this kernel has no LED.
@Suite("A light that the kernel shows as an LED")
struct TorchTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "torch-\(UUID())")

    private func controls() throws -> CameraControls {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try "7\n".write(to: folder.appending(path: "max_brightness"), atomically: false, encoding: .utf8)
        try "0\n".write(to: folder.appending(path: "brightness"), atomically: false, encoding: .utf8)
        var settings = CameraSettings(home: FilePath(folder.path))
        settings.torch = FilePath(folder.path)
        return CameraControls(
            settings, status: CaptureStatus(pipeline: "test", events: EventFeed()), events: EventFeed(),
            logger: Logger(label: "test"))
    }

    private var level: String? {
        (try? String(contentsOf: folder.appending(path: "brightness"), encoding: .utf8))
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    @Test("is a control of any camera: on, off, or a number; anything else is refused with the range")
    func lit() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let controls = try controls()
        let sheet = try await controls.sheet()
        #expect(sheet.controls.map(\.key) == ["torch"] && sheet.reason == nil)
        #expect(sheet.controls.first?.maximum == 7)
        let on = try await controls.change(ControlChange(set: ["torch": .text("on")]), by: "kim")
        #expect(level == "7" && on.controls.first?.value == .number(7))
        _ = try await controls.change(ControlChange(set: ["torch": .number(3)]), by: "kim")
        #expect(level == "3")
        for wrong in [ControlValue.number(8), .number(-1), .text("bright"), .number(.nan)] {
            await #expect(throws: Problem.self) {
                try await controls.change(ControlChange(set: ["torch": wrong]), by: "kim")
            }
        }
        _ = try await controls.change(ControlChange(set: ["torch": .truth(false)]), by: "kim")
        #expect(level == "0")
    }

    @Test("goes out when it is reset, alone or with all; without another control it has no presets")
    func reset() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let controls = try controls()
        for reset in ["torch", ControlChange.all] {
            _ = try await controls.change(ControlChange(set: ["torch": .number(5)]), by: "kim")
            _ = try await controls.change(ControlChange(reset: [reset]), by: "kim")
            #expect(level == "0")
        }
        let change = ControlChange(set: ["torch": .number(5)], save: "night")
        let problem = await #expect(throws: Problem.self) { try await controls.change(change, by: "kim") }
        #expect(problem?.detail.contains("no presets") == true && level == "0")
    }

    @Test("is lent to a series, which gives it back; only one has it at a time")
    func lent() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let controls = try controls()
        _ = try await controls.change(ControlChange(set: ["torch": .number(2)]), by: "kim")
        let flash = Bracket(control: "torch", values: [.text("on")])
        let loan = try await controls.lend(flash)
        await #expect { try await controls.lend(flash) } throws: { ($0 as? Problem)?.status == 409 }
        try await controls.expose(loan, 0)
        #expect(level == "7")
        await controls.giveBack(loan)
        #expect(level == "2")
        let wrong = Bracket(control: "torch", values: [.text("on"), .number(8)])
        await #expect(throws: Problem.self) { try await controls.lend(wrong) }
        await controls.giveBack(try await controls.lend(flash))
    }

    @Test("that nobody has configured is no control, and asking for it is refused")
    func absent() async throws {
        let (home, events) = (FilePath(folder.path), EventFeed())
        let controls = CameraControls(
            CameraSettings(home: home), status: CaptureStatus(pipeline: "test", events: events), events: events,
            logger: Logger(label: "test"))
        #expect(try await controls.sheet().controls.isEmpty)
        await #expect(throws: Problem.self) {
            try await controls.change(ControlChange(set: ["torch": .text("on")]), by: "kim")
        }
    }

    @Test("that cannot be switched is told in the log at the start; one that can is not")
    func start() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try controls()
        let log = Log()
        func begin(_ place: FilePath) {
            var settings = CameraSettings(home: FilePath(folder.path))
            settings.torch = place
            _ = CameraControls(
                settings, status: CaptureStatus(pipeline: "test", events: EventFeed()), events: EventFeed(),
                logger: Logger(label: "test") { _ in LogKeeper(to: log) })
        }
        begin(FilePath(folder.path))
        #expect(log.lines.withLock { $0 }.isEmpty)
        begin("/nope")
        let said = log.lines.withLock { $0 }
        #expect(said.count == 1 && said.first?.contains("the light at /nope cannot be used") == true, "\(said)")
    }

    @Test("that is not there says what to do, and hides nothing")
    func gone() async throws {
        let controls = try controls()
        try FileManager.default.removeItem(at: folder)
        #expect(try await controls.sheet().controls.first?.isInactive == true)
        await #expect { try await controls.change(ControlChange(set: ["torch": .text("on")]), by: "kim") } throws: {
            ($0 as? Problem)?.detail.contains("camera.torch names a folder of /sys/class/leds") == true
        }
    }
}

/// The errors of warnings.
private final class Log: Sendable {
    let lines = Mutex<[String]>([])
}

private struct LogKeeper: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.warning
    private let kept: Log

    init(to log: Log) { kept = log }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let error = event.metadata?["error"].map { "\($0)" } ?? ""
        kept.lines.withLock { $0.append(error) }
    }
}
