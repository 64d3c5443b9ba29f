// SPDX-License-Identifier: Apache-2.0
package import NIOSSL
package import Trust

/// The client's own identity, and the certificate of the node that it talks to.
package struct Access: Sendable {
    /// The client's own identity.
    package let identity: NodeIdentity
    /// The only certificate that is trusted: the node must present it.
    package let node: PinnedCertificate

    /// Talks to one node under an identity.
    package init(as identity: NodeIdentity, to node: PinnedCertificate) {
        (self.identity, self.node) = (identity, node)
    }

    /// Talks to a node as its owner, with the node's own key.
    package init(ownerOf identity: NodeIdentity) {
        (self.identity, node) = (identity, identity.certificate)
    }

    /// TLS 1.3 that trusts this node alone; its name, its address and this machine's clock are irrelevant.
    package func configuration() throws -> TLSConfiguration {
        var configuration = try Self.configuration(as: identity)
        configuration.trustRoots = .certificates([try NIOSSLCertificate(bytes: node.der, format: .der)])
        return configuration
    }

    /// TLS 1.3 with the client's certificate, and an empty list of trusted nodes.
    static func configuration(as identity: NodeIdentity) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv13
        configuration.certificateVerification = .noHostnameVerification
        configuration.trustRoots = .certificates([])
        // A node that is busy with a stream does not answer the end of TLS. HTTP marks its own ends, so nothing is truncated.
        configuration.shutdownTimeout = Limits.farewell
        configuration.certificateChain = [
            .certificate(try NIOSSLCertificate(bytes: identity.certificate.der, format: .der))
        ]
        configuration.privateKey = .privateKey(
            try NIOSSLPrivateKey(bytes: Array(identity.key.reveal().utf8), format: .pem))
        return configuration
    }
}

extension Access: Equatable {
    package static func == (left: Access, right: Access) -> Bool {
        left.identity.certificate == right.identity.certificate && left.node == right.node
    }
}
