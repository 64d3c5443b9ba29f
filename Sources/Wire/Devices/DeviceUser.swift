// SPDX-License-Identifier: Apache-2.0

/// A process that has a device open.
package struct DeviceUser: Codable, Equatable, Sendable {
    /// The number of the process.
    @Within<Bounds.Process, Int> package var process: Int
    /// The first 15 characters of the program's name.
    package var program: String

    /// A process; see the properties.
    package init(process: Int, program: String) {
        (self.process, self.program) = (process, program)
    }

    /// Whether it is a node of ours, which uses the camera as it should.
    package var isNode: Bool { program == "longshot" }
}

extension DeviceUser: CustomStringConvertible {
    package var description: String { "\(program) (process \(process))" }
}
