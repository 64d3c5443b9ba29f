// SPDX-License-Identifier: Apache-2.0

/// One side of a pairing, as it presents itself.
///
/// The certificate is what TLS has shown; name and role are claims, which the owner of the window decides about.
package struct PairingParty: Sendable, Equatable {
    /// The certificate that was shown on this connection.
    package let certificate: PinnedCertificate
    /// What it calls itself.
    package let name: PeerName
    /// What it says it is.
    package let role: PeerRole

    /// Describes a side.
    package init(certificate: PinnedCertificate, name: PeerName, role: PeerRole) {
        (self.certificate, self.name, self.role) = (certificate, name, role)
    }

    /// The id of its key.
    package var id: NodeID { certificate.id }
}
