// SPDX-License-Identifier: Apache-2.0

/// A user of a network camera.
package struct NetworkUser: Codable, Sendable, Equatable {
    /// The user's name.
    package let name: String
    /// The password; the camera gets its digest only, where it speaks ONVIF.
    package let password: Confidential

    /// A user with a password.
    package init(name: String, password: Confidential) {
        (self.name, self.password) = (name, password)
    }
}
