// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

/// A file that a node has, and knows the digest of.
package struct StoredFile: Sendable {
    /// Where it is.
    package let path: FilePath
    /// What it is called.
    package let name: String
    /// Its size.
    package let bytes: Int
    /// SHA-256 of all of it, in lower-case hexadecimal.
    package let sha256: String

    /// Describes a file.
    package init(path: FilePath, name: String, bytes: Int, sha256: String) {
        (self.path, self.name, self.bytes, self.sha256) = (path, name, bytes, sha256)
    }
}
