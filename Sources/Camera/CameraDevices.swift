// SPDX-License-Identifier: Apache-2.0
import Footage
import Pipelines
package import SystemPackage
import Video4Linux
package import Wire

/// The cameras that are plugged into this machine.
package enum CameraDevices {
    private static let executor = BlockingExecutor(label: "devices")

    /// All of them with their modes, each format and size with its rates.
    ///
    /// Throws when there are some and none may be opened.
    package static func all() async throws -> [CameraDevice] {
        try await executor.run {
            try VideoCamera.all().map { camera in
                CameraDevice(camera, modes: grouped(try VideoDevice(path: camera.path).modes()))
            }
        }
    }

    /// What `--capture auto` would run for each camera that is plugged in, by its path; measured, which takes a second or more.
    package static func choices(home: FilePath) async throws -> [String: CaptureChoice] {
        let library = PipelineLibrary(home: home)
        var choices: [String: CaptureChoice] = [:]
        for (path, modes) in try await found() {
            choices[path] = await CaptureChoice(modes, of: path) { await EncoderSpeed.measure($0, library: library) }
        }
        return choices
    }

    /// What to run for the first camera that is plugged in.
    static func choice(_ library: PipelineLibrary) async throws -> CaptureChoice {
        guard let (path, modes) = try await found().first else {
            throw CaptureError.noCamera
        }
        guard
            let choice = await CaptureChoice(
                modes, of: path, speed: { await EncoderSpeed.measure($0, library: library) })
        else { throw CaptureError.noMode(path) }
        return choice
    }

    private static func found() async throws -> [(String, [VideoMode])] {
        try await executor.run {
            try VideoCamera.all().map { ($0.path, try VideoDevice(path: $0.path).modes()) }
        }
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
