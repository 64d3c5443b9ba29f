// SPDX-License-Identifier: Apache-2.0
import Disk
import FoundationEssentials
import Logging
import SystemPackage
import Video4Linux
package import Wire

/// The controls of the capture device; stores their values, and sets them again when the device returns.
///
/// Calls drivers on its own thread. Opens the device for each task, and closes it afterwards.
package actor CameraControls {
    private let files: WholeFiles
    let torch: Torch?
    let status: CaptureStatus
    private let events: EventFeed
    let logger: Logger
    private let executor = BlockingExecutor(label: "controls")
    private var path: String?
    /// The last capture device.
    private var known: VideoCamera?
    private var waiting: [String: String] = [:]
    private var books: [String: ControlBook] = [:]
    /// Whether a series has borrowed a control.
    var isLent = false

    init(_ settings: CameraSettings, status: CaptureStatus, events: EventFeed, logger: Logger) {
        files = WholeFiles(directory: settings.home.appending("controls"))
        let torch = settings.torch.map(Torch.init(folder:))
        (self.torch, self.status, self.events, self.logger) = (torch, status, events, logger)
        if let problem = torch?.problem {
            logger.warning("the torch cannot be switched", metadata: ["error": "\(problem)"])
        }
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Notes the device of a new capture, and sets its stored values; nil for a pipeline without a device.
    func begin(_ path: String?) async {
        (self.path, known, waiting) = (path, nil, [:])
        guard let path else { return }
        do {
            let camera = try VideoCamera.at(path)
            known = camera
            let book = try await book(of: camera)
            let before = try read()
            guard !book.values.isEmpty else { return }
            let values = book.values.compactMapValues(VideoValue.init(kept:))
            try write(ControlPlan(before.catalog, kept: values), isLenient: true)
            publish(before.sheet(book), try read().sheet(book), device: camera.identity, book, by: nil)
            logger.info("controls set again", metadata: ["device": "\(camera.identity)", "count": "\(values.count)"])
        } catch {
            logger.warning("controls could not be set again", metadata: ["device": "\(path)", "error": "\(error)"])
        }
    }

    /// The current path of the last capture device: nil while it is unplugged, or if the device is unknown.
    ///
    /// After it was plugged in again, it may have another path, and another camera may have its old one.
    func whereabouts() -> (camera: String?, isKnown: Bool) {
        guard let known else { return (nil, false) }
        return ((try? VideoCamera.all())?.first { $0.identity == known.identity }?.path, true)
    }

    /// All controls with their current values.
    package func sheet() async throws(Problem) -> ControlSheet {
        let light = torch.map { [$0.control()] } ?? []
        guard let path else { return ControlSheet(reason: light.isEmpty ? Self.none : nil, controls: light) }
        do {
            let camera = try VideoCamera.at(path)
            let book = try await book(of: camera)
            return ControlSheet(
                device: CameraDevice(camera), controls: try read().sheet(book) + light,
                presets: book.presets.keys.sorted(), waiting: waiting)
        } catch {
            throw Problem(control: error)
        }
    }

    /// Applies a change, and publishes it with the name of the client (`by`).
    package func change(_ change: ControlChange, by: String) async throws(Problem) -> ControlSheet {
        var change = change
        do {
            // Without a light, its name stays in the change, for a control of the device.
            var level = try torch.flatMap { try change.set?.removeValue(forKey: Torch.key).map($0.level) }
            if torch != nil, let reset = change.reset, reset.contains(Torch.key) || reset.contains(ControlChange.all) {
                level = level ?? 0
                change.reset = reset.filter { $0 != Torch.key && (path != nil || $0 != ControlChange.all) }
            }
            if let path {
                try await carryOut(change, on: VideoCamera.at(path), by: by)
            } else if level == nil || !change.isEmpty {
                throw Problem.conflict(torch == nil ? Self.none : Self.onlyLight)
            }
            if let torch, let level {
                try torch.set(level)
                let book = ControlBook(device: "\(torch.folder)", name: Torch.key)
                publish([], [torch.control()], device: book.device, book, by: by)
            }
        } catch {
            throw Problem(control: error)
        }
        return try await sheet()
    }

    private func carryOut(_ change: ControlChange, on camera: VideoCamera, by: String) async throws {
        var book = try await book(of: camera)
        // Does not suspend before `books` is set, so that concurrent changes do not overwrite each other.
        let before = try read()
        let old = before.sheet(book)
        let plans = try book.plans(for: change, before.catalog)
        books[camera.identity] = book
        // Stores the values before it sets them, so that a power cut does not silently undo them.
        do {
            try await files.write(
                Array(try JSON.encode(book, pretty: true)), as: ControlBook.file(of: camera.identity))
        } catch {
            books[camera.identity] = nil
            throw error
        }
        for plan in plans { try write(plan, isLenient: false) }
        publish(old, try read().sheet(book), device: camera.identity, book, by: by)
    }

    private static let onlyLight =
        "the pipeline has no V4L2 camera: all that can be set is the light, which has no presets"
    private static let none =
        "the pipeline has no V4L2 camera: its pictures come from elsewhere, so there is nothing to set"

    private func book(of camera: VideoCamera) async throws -> ControlBook {
        if let book = books[camera.identity] { return book }
        let name = ControlBook.file(of: camera.identity)
        var book = ControlBook(device: camera.identity, name: camera.capability.card)
        if try await files.names().contains(name) {
            book = try JSON.decode(ControlBook.self, from: Data(try await files.read(name)))
        }
        // During the reads, a concurrent call may have loaded the book, and changed it since.
        if let newer = books[camera.identity] { return newer }
        books[camera.identity] = book
        return book
    }

    /// Opens the capture device for one task.
    func openDevice() throws -> VideoDevice {
        guard let path else { throw Problem.conflict(Self.none) }
        return try VideoDevice(path: path)
    }

    /// Reads all controls with their values, and notes the exposure for the metadata of stills.
    @discardableResult
    func read() throws -> ControlReadout {
        let readout = try ControlReadout(openDevice())
        status.expose(readout.exposure)
        return readout
    }

    /// Writes a plan; if `isLenient`, continues after a value that the driver refuses, and notes it for the sheet.
    func write(_ plan: ControlPlan, isLenient: Bool) throws {
        let device = try openDevice()
        for step in plan.steps {
            do {
                if try device.value(of: step.control) != step.value || step.control.kind == .button {
                    try device.set(step.control, to: step.value)
                }
                waiting[step.control.key] = nil
            } catch {
                guard isLenient else { throw error }
                waiting[step.control.key] = "\(error)"
            }
        }
    }

    private func publish(
        _ before: [CameraControl], _ after: [CameraControl], device: String, _ book: ControlBook, by: String?
    ) {
        let old = Dictionary(before.map { ($0.raw, $0.setting) }) { first, _ in first }
        let changed = after.filter { old[$0.raw] != $0.setting }
        events.publish(
            .controls(
                ControlUpdate(device: device, controls: changed, presets: book.presets.keys.sorted(), by: by)))
    }
}

extension Problem {
    /// The problem for an error of a driver or the disk.
    init(control error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as VideoDeviceError: self = .conflict("\(error)")
        default:
            self.init(
                "controls-not-kept", status: 500, title: "The controls could not be kept",
                detail: "\(error): nothing was changed")
        }
    }
}

extension CameraControl {
    /// The control without a value that changes by itself.
    fileprivate var setting: CameraControl {
        var setting = self
        if isReadOnly || isAutomatic == true { setting.value = nil }
        return setting
    }
}

extension CameraDevice {
    /// Describes a camera of this machine.
    init(_ camera: VideoCamera, modes: [Mode]? = nil) {
        self.init(
            path: camera.path, name: camera.capability.card, driver: camera.capability.driver,
            identity: camera.identity,
            modes: modes)
    }
}

extension ControlChange {
    /// Whether it changes nothing.
    fileprivate var isEmpty: Bool {
        (set ?? [:]).isEmpty && (reset ?? []).isEmpty && use == nil && save == nil && forget == nil
    }
}
