// SPDX-License-Identifier: Apache-2.0
import Disk
import Pipelines
package import SystemPackage
package import Video4Linux
package import Wire

/// The cameras that are plugged into this machine.
package enum CameraDevices {
    private static let executor = BlockingExecutor(label: "devices")

    /// All cameras with their modes, and the choice of `--capture auto` for each; measuring takes a second or more.
    ///
    /// Throws if there are cameras and none may be opened, or if a driver fails.
    package static func survey(home: FilePath) async throws -> [PluggedCamera] {
        let library = PipelineLibrary(home: home)
        var survey: [PluggedCamera] = []
        for camera in try await boards() {
            let modes = camera.modes
            let auto = await choice(.libcamera(camera.id), modes, library: library)
            survey.append(PluggedCamera(device: camera.described(modes: grouped(modes)), auto: auto))
        }
        for (camera, modes) in try await found() {
            let auto = await choice(.v4l2(camera.path), modes, library: library)
            let users = await users(of: camera.path)
            survey.append(PluggedCamera(device: CameraDevice(camera, modes: grouped(modes)), auto: auto, users: users))
        }
        let able = survey.indices.filter { survey[$0].passedOver == nil }
        for index in able.dropFirst() { survey[index].passedOver = .notFirst }
        return survey
    }

    /// The processes that stream from a device, as far as this user may know them; nil if it is free.
    static func users(of path: String) async -> [DeviceUser]? {
        try? await executor.run { isBusy(path) ? DeviceUser.all(of: path) : nil }
    }

    /// The devices that this user must not open, or that fail.
    package static func refused() async -> [VideoDeviceError] {
        (try? await executor.run { VideoCamera.refused() }) ?? []
    }

    /// Tries whether a camera streams in the chosen mode; returns the error if it does not.
    ///
    /// Without a choice it only looks whether another program uses the camera.
    package static func trial(_ device: CameraDevice, _ choice: CaptureChoice?) async -> VideoDeviceError? {
        guard device.path.hasPrefix("/dev/") else { return nil }
        return try? await executor.run {
            failure(device.path) { open in
                let mode = choice?.mode(of: try open.modes())
                if let mode { try open.tryStream(mode) } else { try open.requireFree() }
            }
        }
    }

    /// Opens a device and tries something with it; returns the error if that fails.
    private static func failure(_ path: String, _ attempt: (borrowing VideoDevice) throws -> Void) -> VideoDeviceError?
    {
        do {
            try attempt(try VideoDevice(path: path))
            return nil
        } catch {
            return error as? VideoDeviceError
        }
    }

    /// The choice for the first camera of libcamera, or the first of V4L2 that no other program uses, or its first one if all are
    /// used.
    ///
    /// The sensor of a board comes first: some boards have V4L2 devices that look like cameras and are parts of its image processor.
    /// A camera without a mode that can be recorded is passed over. Throws if there is no other, or no camera at all.
    ///
    /// - Returns: the choice, the camera's name, and in a few words each camera that comes before it and is not taken.
    static func choice(
        _ library: PipelineLibrary
    ) async throws -> (choice: CaptureChoice, camera: String, passedOver: [String]) {
        let found = try await found()
        let boards = try await boards()
        guard let first = boards.first?.id ?? found.first?.0.path else { throw CaptureError.noCamera }
        for camera in boards {
            guard let choice = await choice(.libcamera(camera.id), camera.modes, library: library) else { continue }
            return (choice, "\(camera.name), \(camera.id)", [])
        }
        let used = try await executor.run { Set(found.map(\.0.path).filter(isBusy)) }
        let free = found.filter { !used.contains($0.0.path) }
        var passedOver: [String: String] = [:]
        for (camera, modes) in free + found.filter({ used.contains($0.0.path) }) {
            guard let choice = await choice(.v4l2(camera.path), modes, library: library) else {
                passedOver[camera.path] = PluggedCamera.noMode
                continue
            }
            for (other, _) in found where used.contains(other.path) && other.path != camera.path {
                passedOver[other.path] = PluggedCamera.words(of: await users(of: other.path) ?? [])
            }
            return (
                choice, "\(camera.capability.card), \(camera.path)",
                found.compactMap { one, _ in passedOver[one.path].map { "\(one.capability.card), \(one.path): \($0)" } }
            )
        }
        throw CaptureError.noMode(first)
    }

    /// Whether another program has buffers of a device.
    private static func isBusy(_ path: String) -> Bool {
        if case .busy = failure(path, { try $0.requireFree() }) { true } else { false }
    }

    private static func choice(
        _ way: CaptureWay, _ modes: [VideoMode], library: PipelineLibrary
    ) async -> CaptureChoice? {
        var way = way
        way.h264 = way.h264.flatMap { usable([$0], library).first }
        return await CaptureChoice(modes, by: way, encoders: usable(way.encoders, library)) { mode, pipeline in
            await EncoderSpeed.measure(mode, with: pipeline, library: library)
        }
    }

    /// Those of some pipelines that this machine can run.
    static func usable(_ encoders: [String], _ library: PipelineLibrary) -> [String] {
        encoders.filter { name in
            (try? PipelineCheck.require(library.find(name), as: .capture)) != nil
        }
    }

    /// How a camera is captured from, and its modes; throws if no camera has this path or id.
    static func way(to path: String) async throws -> (CaptureWay, [VideoMode]) {
        if let camera = try await boards().first(where: { $0.id == path }) { return (.libcamera(path), camera.modes) }
        guard let (_, modes) = try await found().first(where: { $0.0.path == path }) else {
            throw Problem.notFound("no camera \(path) is plugged in: `longshot cameras` lists those that are")
        }
        if let users = await users(of: path) { throw Problem.conflict("\(path): \(PluggedCamera.words(of: users))") }
        return (.v4l2(path), modes)
    }

    private static func found() async throws -> [(VideoCamera, [VideoMode])] {
        try await executor.run {
            try VideoCamera.all().map { ($0, try VideoDevice(path: $0.path).modes()) }
        }
    }

    /// The cameras of libcamera that V4L2 does not show.
    private static func boards() async throws -> [LibcameraCamera] {
        try await executor.run { LibcameraCamera.all() }
    }

    private static func grouped(_ modes: [VideoMode]) -> [CameraDevice.Mode] {
        var grouped: [CameraDevice.Mode] = []
        for mode in modes {
            let index = grouped.firstIndex {
                $0.format == mode.format && $0.width == mode.width && $0.height == mode.height
            }
            if let index {
                grouped[index].rates.append(mode.rate)
            } else {
                grouped.append(
                    CameraDevice.Mode(format: mode.format, width: mode.width, height: mode.height, rates: [mode.rate]))
            }
        }
        return grouped.map { mode in
            var mode = mode
            mode.rates.sort(by: >)
            return mode
        }
    }
}
