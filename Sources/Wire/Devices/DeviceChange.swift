// SPDX-License-Identifier: Apache-2.0

/// The body of `PUT /v1/devices/active`: the camera of its machine that a node is to capture from.
package struct DeviceChange: Codable, Sendable {
    /// The camera's path, as `GET /v1/devices` has it.
    package var path: String

    /// - Parameter path: the camera's path.
    package init(path: String) { self.path = path }
}
