// SPDX-License-Identifier: Apache-2.0

/// A process that has a device open.
struct DeviceUser: Equatable {
    let process: Int
    /// The first 15 characters of the program's name.
    let program: String

    /// Whether it is a node of ours, which uses the camera as it should.
    var isNode: Bool { program == "longshot" }

    /// The processes of which this user may know that they have the device open, without this one.
    static func all(of path: String, in files: SystemFiles = SystemFiles(), except own: Int) -> [DeviceUser] {
        files.names(in: "/proc").compactMap { name -> DeviceUser? in
            guard let process = Int(name), process != own else { return nil }
            let descriptors = files.names(in: "/proc/\(name)/fd")
            guard descriptors.contains(where: { files.destination(of: "/proc/\(name)/fd/\($0)") == path }) else {
                return nil
            }
            return DeviceUser(process: process, program: files.text("/proc/\(name)/comm") ?? "a program")
        }
    }
}
