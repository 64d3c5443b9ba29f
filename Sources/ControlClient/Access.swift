// SPDX-License-Identifier: Apache-2.0
package import NIOSSL
package import Trust

/// As whom to talk to a node, and how to know that it is the right one.
package struct Access: Sendable {
    /// Who we are.
    package let identity: NodeIdentity
    /// The certificate that the node must show, which is the only one trusted.
    package let node: PinnedCertificate

    /// Talks to one node as somebody.
    package init(as identity: NodeIdentity, to node: PinnedCertificate) {
        (self.identity, self.node) = (identity, node)
    }

    /// Talks to a node as its owner, who has its key.
    package init(ownerOf identity: NodeIdentity) {
        (self.identity, node) = (identity, identity.certificate)
    }

    /// TLS 1.3 that trusts this node alone, whatever its name, address or dates.
    package func configuration() throws -> TLSConfiguration {
        var configuration = try Self.configuration(as: identity)
        configuration.trustRoots = .certificates([try NIOSSLCertificate(bytes: node.der, format: .der)])
        return configuration
    }

    /// TLS 1.3 with our certificate, and nobody trusted yet.
    static func configuration(as identity: NodeIdentity) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv13
        configuration.certificateVerification = .noHostnameVerification
        configuration.trustRoots = .certificates([])
        // A node that is busy with a stream does not answer a farewell; HTTP has its own ends, none is cut short.
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
