// SPDX-License-Identifier: Apache-2.0
import Footage
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
