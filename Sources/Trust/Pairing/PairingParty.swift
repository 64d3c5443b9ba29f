// SPDX-License-Identifier: Apache-2.0

/// One side of a pairing.
///
/// TLS proves the certificate; name and role are claims, which the owner of the window judges.
package struct PairingParty: Sendable, Equatable {
    /// The certificate that was shown on this connection.
    package let certificate: PinnedCertificate
    /// The name that it claims.
    package let name: PeerName
    /// The role that it claims.
    package let role: PeerRole

    /// Describes a side.
    package init(certificate: PinnedCertificate, name: PeerName, role: PeerRole) {
        (self.certificate, self.name, self.role) = (certificate, name, role)
    }

    /// The id of its key.
    package var id: NodeID { certificate.id }
}
