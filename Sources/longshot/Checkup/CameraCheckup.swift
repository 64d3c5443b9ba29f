// SPDX-License-Identifier: Apache-2.0
import Camera
import Foundation
import Video4Linux
import Wire

/// Checks the cameras that are plugged into this machine: whether this user may open them, and whether they stream.
enum CameraCheckup {
    /// - Parameter addition: what follows a command for the home that a user may copy: its option with a space before it, or nothing.
    static func run(_ addition: String, _ files: SystemFiles = SystemFiles()) async -> [Diagnosis] {
        let refused = await CameraDevices.refused()
        var all = refused.map { Diagnosis($0, files, addition) }
        do {
            for report in try await PluggedCamera.all() {
                all.append(Diagnosis(report))
                guard let error = await CameraDevices.trial(report.device, report.auto) else { continue }
                all.append(Diagnosis(error, files, addition))
            }
        } catch let error as VideoDeviceError where refused.contains(error) {
            // It is in the list already.
        } catch {
            all.append(Diagnosis("camera", .problem, "\(error)"))
        }
        return all
    }
}

extension Diagnosis {
    /// A camera and the choice of `--capture auto`.
    fileprivate init(_ report: PluggedCamera) {
        let name = "\(report.device.name), \(report.device.path)"
        guard let choice = report.auto else {
            self.init(
                "camera", .warning, "\(name): no mode moves smoothly and can be encoded as it comes",
                remedy: "choose a mode of `longshot cameras` with --capture and --set")
            return
        }
        self.init("camera", .ok, "\(name): --capture auto runs \(choice.pipeline), \(choice.why)")
    }

    /// The error of a camera, and the command that cures it.
    ///
    /// - Parameter addition: what follows a command for the home: its option with a space before it, or nothing.
    init(_ error: VideoDeviceError, _ files: SystemFiles = SystemFiles(), _ addition: String = "") {
        switch error {
        case .forbidden(let path):
            self.init(
                "camera", .problem, "\(path) may not be opened by \(NSUserName())",
                remedy: Diagnosis.admission(to: path, files))
        case .busy(let path):
            self.init(busy: path, users: DeviceUser.all(of: path, below: files.root), addition)
        case .noBandwidth(let path):
            self.init(
                "camera", .problem, "\(path): USB has no bandwidth left for its pictures",
                remedy: "plug it into a port of another USB controller (`lsusb -t` shows them), or let it send JPEG: "
                    + "longshot camera\(addition) --capture v4l2-mjpeg")
        case .gone, .noCamera, .refused, .failed:
            self.init("camera", .problem, "\(error)", remedy: "unplug it, and plug it in again: sudo dmesg says more")
        }
    }

    private init(busy path: String, users: [DeviceUser], _ addition: String) {
        if let node = users.first(where: \.isNode) {
            self.init("camera", .ok, "\(path): Longshot uses it (process \(node.process))")
        } else if let user = users.first {
            self.init(
                "camera", .problem, "\(path) is busy: \(user.program) uses it (process \(user.process))",
                remedy: "kill \(user.process)")
        } else {
            self.init(
                "camera", .problem, "\(path) is busy: a program of another user uses it",
                remedy: "sudo longshot doctor\(addition) says which one")
        }
    }

    /// The command that lets this user open a device.
    ///
    /// A device of the group root has no group that a user could join.
    private static func admission(to path: String, _ files: SystemFiles) -> String {
        let attributes = try? FileManager.default.attributesOfItem(atPath: files.root + path)
        let group = attributes?[.groupOwnerAccountName] as? String ?? "video"
        return group == "root"
            ? "sudo chgrp video \(path) && sudo chmod g+rw \(path) && \(joining("video"))" : joining(group)
    }

    private static func joining(_ group: String) -> String {
        "sudo usermod -aG \(group) \(NSUserName()), then sign in again"
    }
}
