// SPDX-License-Identifier: Apache-2.0
import Camera
import Wire

/// Checks the cameras that are plugged into this machine.
enum CameraCheckup {
    static func run() async -> [Diagnosis] {
        do {
            return try await DeviceReport.all().map { report in
                let name = "\(report.device.name), \(report.device.path)"
                guard let choice = report.auto else {
                    return Diagnosis(
                        "camera", .warning, "\(name): no mode moves smoothly and can be encoded as it comes",
                        remedy: "choose a mode of `longshot controls --devices` with --capture and --set")
                }
                return Diagnosis("camera", .ok, "\(name): --capture auto runs \(choice.pipeline), \(choice.why)")
            }
        } catch {
            return [Diagnosis("camera", .problem, "\(error)")]
        }
    }
}
