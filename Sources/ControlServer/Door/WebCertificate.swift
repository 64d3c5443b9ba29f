// SPDX-License-Identifier: Apache-2.0
package import SystemPackage

/// The owner's own certificate for the page port, used instead of the node's, which browsers do not trust.
package struct WebCertificate: Sendable {
    /// The path of the certificate chain (PEM).
    package let certificate: FilePath
    /// The path of the private key (PEM).
    package let key: FilePath

    /// Describes a certificate; see the properties.
    package init(certificate: FilePath, key: FilePath) {
        (self.certificate, self.key) = (certificate, key)
    }
}
