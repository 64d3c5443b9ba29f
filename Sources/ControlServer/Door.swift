// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import NIOCore
import NIOSSL
import Trust

/// What stands between the network and HTTP: TLS 1.3 with a certificate from both sides, and a rule about whose.
///
/// Whoever the rule refuses is gone before a byte of HTTP is read.
struct Door: Sendable {
    /// Who is in.
    let visitors = Visitors()
    /// Why somebody may not come in is for the log; the other end only sees that it is refused.
    let admit: @Sendable (PinnedCertificate) throws(TrustError) -> Visitor
    let context: NIOSSLContext

    /// A door of a node, with a rule.
    init(
        of identity: NodeIdentity,
        admitting admit: @escaping @Sendable (PinnedCertificate) throws(TrustError) -> Visitor
    ) throws {
        self.admit = admit
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [
                .certificate(try NIOSSLCertificate(bytes: identity.certificate.der, format: .der))
            ],
            privateKey: .privateKey(
                try NIOSSLPrivateKey(bytes: Array(identity.key.reveal().utf8), format: .pem)))
        configuration.minimumTLSVersion = .tlsv13
        configuration.applicationProtocols = ["http/1.1"]
        // Demands a certificate of the client; our own rule decides about it, not a chain of signatures.
        configuration.certificateVerification = .noHostnameVerification
        configuration.trustRoots = .certificates([])
        configuration.shutdownTimeout = ServerLimits.tlsFarewell
        context = try NIOSSLContext(configuration: configuration)
    }

    /// The door of a node's own port: its owner and the peers that were let in.
    init(of identity: NodeIdentity, peers: PeerStore) throws {
        let own = identity.certificate
        try self.init(of: identity) { certificate throws(TrustError) in
            guard certificate != own else { return .owner }
            let peer = try peers.admit(certificate)
            peers.saw(peer.id, at: Int64(Date().timeIntervalSince1970))
            return .peer(peer.id)
        }
    }

    /// The rule, as the TLS library asks for it.
    func verify(_ chain: [NIOSSLCertificate]) -> NIOSSLVerificationResult {
        (try? visitor(chain.first)) == nil ? .failed : .certificateVerified
    }

    /// Who shows this certificate, if they may come in.
    func visitor(_ certificate: NIOSSLCertificate?) throws -> Visitor {
        guard let certificate else { throw TrustError.invalid(.certificate, reason: "none was shown") }
        return try admit(try PinnedCertificate(der: try certificate.toDERBytes()))
    }
}
