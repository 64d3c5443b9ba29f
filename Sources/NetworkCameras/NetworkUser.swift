// SPDX-License-Identifier: Apache-2.0
package import Wire

/// A user of a network camera.
package struct NetworkUser: Sendable {
    /// The user's name.
    package let name: String
    /// The password, of which only a digest is sent.
    package let password: Confidential

    /// A user with a password.
    package init(name: String, password: Confidential) {
        (self.name, self.password) = (name, password)
    }
}
