// SPDX-License-Identifier: Apache-2.0
import Camera
import Wire

/// The cameras that are plugged into this machine.
enum CameraCheckup {
    static func run() async -> [Diagnosis] {
        do {
            let devices = try await CameraDevices.all()
            let choices = try await CameraDevices.choices(home: NodeHome(nil, usually: "camera").path)
            return devices.map { device in
                let name = "\(device.name), \(device.path)"
                guard let choice = choices[device.path] else {
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
