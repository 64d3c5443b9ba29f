// SPDX-License-Identifier: Apache-2.0
import Camera
import Wire

/// A camera of this machine, and the pipeline that fits it.
struct DeviceReport: Codable {
    /// The camera with its modes.
    let device: CameraDevice
    /// What `--capture auto` runs; nil if no mode fits.
    let auto: CaptureChoice?

    /// All cameras that are plugged in.
    static func all() async throws -> [DeviceReport] {
        try await CameraDevices.survey(home: NodeHome(nil, usually: "camera").path).map {
            DeviceReport(device: $0.device, auto: $0.choice)
        }
    }

    /// The report as text.
    var lines: [String] {
        ControlText.lines(device) + [
            auto.map { "  auto: \($0.pipeline), \($0.why)" }
                ?? "  auto: nothing, no mode moves smoothly and can be encoded as it comes"
        ]
    }
}
