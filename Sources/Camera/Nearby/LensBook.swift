// SPDX-License-Identifier: Apache-2.0
import Disk
import FoundationEssentials
import Logging
import Nearby
import SystemPackage
package import Wire

/// The lenses of the camera's devices, as they were calibrated: a file for each device in `lenses/` of the camera's home.
package actor LensBook {
    private struct Page: Codable {
        /// The identity of the device.
        var device: String
        var entries: [Entry]
    }

    private struct Entry: Codable {
        var lens: Lens
        /// Whether only a field of view was given.
        var isFieldOfView: Bool
        /// What the controls were that change the lens.
        var controls: [String: ControlValue]
    }

    /// How much less certain a focal length is while the camera focuses by itself, after the focus was changed, and in another mode.
    private static let (focusing, refocused, rescaled) = (0.015, 0.015, 0.02)
    /// The same after the zoom was changed.
    private static let zoomed = 0.5
    /// The controls that change a lens.
    private static let keys = ["focus", "zoom"]

    private let files: WholeFiles
    /// Reads the controls of the capture's device.
    private let controls: @Sendable () async -> ControlSheet?
    private let status: CaptureStatus
    private let logger: Logger
    private var pages: [String: Page] = [:]

    init(
        home: FilePath, status: CaptureStatus, logger: Logger, controls: @escaping @Sendable () async -> ControlSheet?
    ) {
        files = WholeFiles(directory: home.appending("lenses"))
        (self.controls, self.status, self.logger) = (controls, status, logger)
    }

    /// The lens for pictures of a size, as certain as it is now.
    func report(width: Int, height: Int) async -> LensReport {
        let (device, settings) = await now()
        let entries = await page(of: device).entries
        if let entry = entries.first(where: { $0.lens.width == width && $0.lens.height == height }) {
            return report(entry, entry.lens, entry.isFieldOfView ? .fieldOfView : .calibrated, settings)
        }
        if let entry = entries.first(where: { $0.lens.width * height == $0.lens.height * width }) {
            var lens = entry.lens.scaled(width: width, height: height)
            // A smaller mode may show a part of the sensor only.
            lens.uncertainty = min(1, together(lens.uncertainty, Self.rescaled))
            return report(entry, lens, .scaled, settings)
        }
        return LensReport(
            lens: .guessed(width: width, height: height), origin: .guessed,
            note: "the lens is not calibrated, so distances are guesses: run `longshot calibrate`")
    }

    /// The lens of the running capture.
    package func report() async -> LensReport {
        guard let width = status.capture.width, let height = status.capture.height else {
            return LensReport(lens: nil, origin: .guessed, note: "there is no picture yet")
        }
        return await report(width: width, height: height)
    }

    /// Keeps a lens for the running capture's device, in pictures of its size.
    ///
    /// - Parameter isFieldOfView: whether only a field of view was given.
    package func keep(_ lens: Lens, isFieldOfView: Bool) async throws {
        let (device, settings) = await now()
        var page = await page(of: device)
        page.entries.removeAll { $0.lens.width == lens.width && $0.lens.height == lens.height }
        page.entries.append(Entry(lens: lens, isFieldOfView: isFieldOfView, controls: settings.values))
        try await files.write(Array(try JSON.encode(page, pretty: true)), as: ControlBook.file(of: device))
        pages[device] = page
    }

    /// Forgets the lenses of the running capture's device.
    package func forget() async throws {
        let (device, _) = await now()
        pages[device] = Page(device: device, entries: [])
        try await files.remove(ControlBook.file(of: device))
    }

    private func page(of device: String) async -> Page {
        if let page = pages[device] { return page }
        let name = ControlBook.file(of: device)
        var page = Page(device: device, entries: [])
        do {
            if try await files.names().contains(name) {
                page = try JSON.decode(Page.self, from: Data(try await files.read(name)))
            }
        } catch {
            logger.warning("lens not understood, and left alone", metadata: ["file": "\(name)", "error": "\(error)"])
        }
        pages[device] = page
        return page
    }

    private typealias Settings = (values: [String: ControlValue], isFocusing: Bool)

    /// The device of the running capture, and its controls that change the lens.
    private func now() async -> (device: String, settings: Settings) {
        let sheet = await controls()
        var settings: Settings = ([:], false)
        for control in sheet?.controls ?? [] where Self.keys.contains(control.key) {
            if control.isAutomatic == true {
                settings.isFocusing = true
            } else {
                settings.values[control.key] = control.value
            }
        }
        return (sheet?.device?.identity ?? "pipeline \(status.capture.pipeline)", settings)
    }

    private func report(
        _ entry: Entry, _ lens: Lens, _ origin: LensReport.Origin, _ settings: Settings
    ) -> LensReport {
        var lens = lens
        var notes: [String] = []
        if settings.isFocusing {
            lens.uncertainty = min(1, together(lens.uncertainty, Self.focusing))
            notes.append(
                "the camera focuses by itself, which changes the focal length: `longshot controls set focus=…` fixes it"
            )
        }
        for key in Self.keys {
            guard let old = entry.controls[key], let new = settings.values[key], old != new else { continue }
            lens.uncertainty = min(1, together(lens.uncertainty, key == "zoom" ? Self.zoomed : Self.refocused))
            notes.append("\(key) was \(old) at the calibration, and is \(new): set it back, or calibrate again")
        }
        if origin == .scaled {
            notes.append("calibrated at \(entry.lens.width)x\(entry.lens.height): calibrate in this mode to be sure")
        }
        return LensReport(lens: lens, origin: origin, note: notes.isEmpty ? nil : notes.joined(separator: "; "))
    }
}
