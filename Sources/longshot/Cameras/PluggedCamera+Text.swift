// SPDX-License-Identifier: Apache-2.0
import Camera
import Wire

extension PluggedCamera {
    /// All cameras that are plugged in.
    static func all() async throws -> [PluggedCamera] {
        try await CameraDevices.survey(home: NodeHome(nil, usually: "camera").path)
    }

    /// The camera with its modes, what `--capture auto` runs for it, and whether it takes it.
    var lines: [String] {
        let choice = auto.map { "\($0.pipeline), \($0.why)" }
        let verdict =
            obstacle.map { obstacle in
                "passes it over: \(obstacle)" + (choice.map { "; it would run \($0)" } ?? "")
            } ?? "runs \(choice ?? "nothing")"
        let title = ControlText.lines(device)
        return isCaptured == true ? title + ["  the camera captures from it"] : title + ["  --capture auto \(verdict)"]
    }
}
