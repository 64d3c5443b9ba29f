// SPDX-License-Identifier: Apache-2.0
import Foundation
import Logging
import SystemPackage
import Testing
import Wire

@testable import Camera

@Suite("Kept lenses")
struct LensBookTests {
    private let lens = Lens(
        width: 1280, height: 720, focalLength: [1_000, 1_000], centre: [639.5, 359.5], uncertainty: 0.003,
        centreUncertainty: 2)

    /// A book whose device has these controls.
    private func book(_ home: FilePath, _ controls: [CameraControl] = []) -> LensBook {
        LensBook(
            home: home, status: CaptureStatus(pipeline: "test", events: EventFeed()), logger: Logger(label: "test"),
            controls: { ControlSheet(controls: controls) })
    }

    private func withHome(_ body: (FilePath) async throws -> Void) async throws {
        let home = FilePath(FileManager.default.temporaryDirectory.path).appending("lenses-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: home.string) }
        try await body(home)
    }

    @Test("are guesses until one is calibrated, and last over a restart until they are forgotten")
    func kept() async throws {
        try await withHome { home in
            let guessed = await book(home).report(width: 1280, height: 720)
            #expect(guessed.origin == .guessed && guessed.lens?.uncertainty == 0.25)
            #expect(guessed.note?.contains("longshot calibrate") == true)
            try await book(home).keep(lens, isFieldOfView: false)
            let kept = await book(home).report(width: 1280, height: 720)
            #expect(kept == LensReport(lens: lens, origin: .calibrated))
            let smaller = await book(home).report(width: 640, height: 360)
            #expect(smaller.origin == .scaled && smaller.lens?.focalLength == [500, 500])
            #expect(try #require(smaller.lens).uncertainty > 0.02)
            #expect(await book(home).report(width: 640, height: 480).origin == .guessed, "another shape")
            try await book(home).forget()
            #expect(await book(home).report(width: 1280, height: 720).origin == .guessed)
        }
    }

    private func control(_ key: String, _ value: Double, isAutomatic: Bool? = nil) -> CameraControl {
        CameraControl(key: key, raw: "\(key)_absolute", kind: .number, value: .number(value), isAutomatic: isAutomatic)
    }

    @Test("are less certain after focus or zoom were changed, and say why")
    func changed() async throws {
        try await withHome { home in
            let before = [control("focus", 20, isAutomatic: false), control("zoom", 100)]
            try await book(home, before).keep(lens, isFieldOfView: false)
            #expect(await book(home, before).report(width: 1280, height: 720).note == nil)
            let focused = await book(home, [control("focus", 60, isAutomatic: false), control("zoom", 100)])
                .report(width: 1280, height: 720)
            #expect(focused.note?.contains("focus was 20") == true)
            #expect((0.01...0.03).contains(try #require(focused.lens).uncertainty))
            let zoomed = await book(home, [control("focus", 20, isAutomatic: false), control("zoom", 200)])
                .report(width: 1280, height: 720)
            #expect(zoomed.note?.contains("zoom was 100") == true)
            #expect(try #require(zoomed.lens).uncertainty >= 0.5)
            let automatic = await book(home, [control("focus", 20, isAutomatic: true), control("zoom", 100)])
                .report(width: 1280, height: 720)
            #expect(automatic.note?.contains("focuses by itself") == true)
            #expect(try #require(automatic.lens).uncertainty > 0.01)
        }
    }
}
