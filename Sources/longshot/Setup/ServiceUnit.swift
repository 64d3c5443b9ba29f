// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Wire

/// The systemd unit of a node, and the places of its files (`scripts/systemd`).
struct ServiceUnit: Sendable {
    let role: NodeDescription.Role
    /// The name of one of several cameras of this machine; nil for its only one, and for a recorder.
    let instance: String?
    /// The folder that stands for the root of the machine.
    private let root: FilePath

    /// The user as which the units run.
    static let user = "longshot"

    init(_ role: NodeDescription.Role, instance: String? = nil, root: FilePath = "/") {
        (self.role, self.instance, self.root) = (role, instance, root)
    }

    /// The further cameras that were set up on this machine, by name.
    static func instances() throws -> [ServiceUnit] {
        let homes = ServiceUnit(.camera).home.removingLastComponent()
        guard FileSystem.exists(homes) else { return [] }
        return try FileSystem.names(in: homes).sorted().compactMap { name in
            let instance = name.hasPrefix("camera-") ? String(name.dropFirst("camera-".count)) : ""
            return isInstance(instance) ? ServiceUnit(.camera, instance: instance) : nil
        }
    }

    /// Whether a name may be that of an instance: it is part of the names of a unit and of a folder.
    static func isInstance(_ name: String) -> Bool { name.wholeMatch(of: /[a-z0-9][a-z0-9_\-]{0,30}/) != nil }

    /// The name, as `systemctl` takes it.
    var name: String { "longshot-\(role.rawValue)\(instance.map { "@\($0)" } ?? "").service" }

    /// The file of the unit.
    private var file: String { "longshot-\(role.rawValue)\(instance == nil ? "" : "@").service" }

    /// The role, with the name of one of several cameras, as in the names of folders.
    var label: String { role.rawValue + (instance.map { "-\($0)" } ?? "") }

    /// The command that sets it up.
    var setup: String { "longshot setup \(role.rawValue)\(instance.map { " --instance \($0)" } ?? "")" }

    /// The node's folder.
    var home: FilePath { path("var/lib/longshot/\(label)") }

    /// The configuration of a node that was never set up, if a package brought it.
    var firstConfiguration: FilePath { path("usr/share/longshot/\(role.rawValue).yaml") }

    /// What setup adds to the unit, so that the node may write to another folder.
    var dropIn: FilePath { path("etc/systemd/system/\(name).d/footage.conf") }

    /// Whether this machine has the unit.
    var isInstalled: Bool {
        ["etc/systemd/system", "usr/local/lib/systemd/system", "usr/lib/systemd/system", "lib/systemd/system"]
            .contains { FileSystem.exists(path("\($0)/\(file)")) }
    }

    /// The command that runs the node without systemd.
    var command: String { "runuser -u \(Self.user) -- longshot \(role.rawValue) --home \(home)" }

    private func path(_ below: String) -> FilePath { root.pushing(FilePath(below)) }
}
