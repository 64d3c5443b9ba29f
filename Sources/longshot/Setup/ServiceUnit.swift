// SPDX-License-Identifier: Apache-2.0
import Disk
import Foundation
import SystemPackage
import Wire

/// The systemd unit of a node, and the places of its files (`scripts/systemd`).
struct ServiceUnit: Sendable {
    let role: NodeDescription.Role
    /// The folder that stands for the root of the machine.
    private let root: FilePath

    /// The user as which the units run.
    static let user = "longshot"

    init(_ role: NodeDescription.Role, root: FilePath = "/") {
        (self.role, self.root) = (role, root)
    }

    /// The name, as `systemctl` takes it.
    var name: String { "longshot-\(role.rawValue).service" }

    /// The node's folder.
    var home: FilePath { path("var/lib/longshot/\(role.rawValue)") }

    /// The configuration of a node that was never set up, if a package brought it.
    var firstConfiguration: FilePath { path("usr/share/longshot/\(role.rawValue).yaml") }

    /// What setup adds to the unit, so that the node may write to another folder.
    var dropIn: FilePath { path("etc/systemd/system/\(name).d/footage.conf") }

    /// Whether this machine has the unit.
    var isInstalled: Bool {
        ["etc/systemd/system", "usr/local/lib/systemd/system", "usr/lib/systemd/system", "lib/systemd/system"]
            .contains { FileSystem.exists(path("\($0)/\(name)")) }
    }

    /// The command that runs the node without systemd.
    var command: String { "runuser -u \(Self.user) -- longshot \(role.rawValue) --home \(home)" }

    private func path(_ below: String) -> FilePath { root.pushing(FilePath(below)) }
}
