// SPDX-License-Identifier: Apache-2.0
import Camera
import Wire

/// A camera of this machine, and what would be run for it.
struct DeviceReport: Codable {
    /// The camera with its modes.
    let device: CameraDevice
    /// What `--capture auto` runs; nil when no mode suits.
    let auto: CaptureChoice?

    /// All that are plugged in.
    static func all() async throws -> [DeviceReport] {
        try await CameraDevices.survey(home: NodeHome(nil, usually: "camera").path).map {
            DeviceReport(device: $0.device, auto: $0.choice)
        }
    }

    /// The same for a person.
    var lines: [String] {
        ControlText.lines(device) + [
            auto.map { "  auto: \($0.pipeline), \($0.why)" }
                ?? "  auto: nothing, no mode moves smoothly and can be encoded as it comes"
        ]
    }
}
