// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

extension FilePermissions {
    /// For files that a node keeps: its group may read them.
    package static let node: FilePermissions = [.ownerReadWrite, .groupRead]

    /// For files that a user asked for: what the umask of the process leaves.
    package static let user: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]
}
