// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

/// The owner's own certificate for the page port, instead of the node's, which browsers cannot know.
package struct WebCertificate: Sendable {
    /// The chain, as PEM.
    package let certificate: FilePath
    /// The private key, as PEM.
    package let key: FilePath

    /// Names both files.
    package init(certificate: FilePath, key: FilePath) {
        (self.certificate, self.key) = (certificate, key)
    }
}
