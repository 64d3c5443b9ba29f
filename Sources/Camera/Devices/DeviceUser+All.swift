// SPDX-License-Identifier: Apache-2.0
import Foundation
package import Wire

extension DeviceUser {
    /// The processes of which this user may know that they have the device open.
    ///
    /// - Parameters:
    ///   - path: the device, or a link to it.
    ///   - root: the folder that stands for the root of the machine.
    ///   - own: a process that is left out: this one.
    package static func all(
        of path: String, below root: String = "", except own: Int = Int(ProcessInfo.processInfo.processIdentifier)
    ) -> [DeviceUser] {
        let files = FileManager.default
        let device = root.isEmpty ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
        let names = (try? files.contentsOfDirectory(atPath: root + "/proc")) ?? []
        return names.compactMap { Int($0) }.sorted().compactMap { process in
            guard process != own else { return nil }
            let folder = "\(root)/proc/\(process)"
            let open = (try? files.contentsOfDirectory(atPath: folder + "/fd")) ?? []
            guard
                open.contains(where: { (try? files.destinationOfSymbolicLink(atPath: "\(folder)/fd/\($0)")) == device })
            else { return nil }
            let program = try? String(contentsOfFile: folder + "/comm", encoding: .utf8)
            return DeviceUser(
                process: process, program: program?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "a program")
        }
    }
}
