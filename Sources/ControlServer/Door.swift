// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import NIOCore
import NIOSSL
import SystemPackage
import Trust

/// What stands between the network and HTTP: TLS 1.3, on node ports with a certificate from both sides and a rule about
/// whose.
///
/// Whoever the rule refuses is gone before a byte of HTTP is read.
struct Door: Sendable {
    /// Who is in.
    let visitors: Visitors
    /// Why somebody may not come in is for the log; the other end only sees that it is refused.
    let admit: @Sendable (PinnedCertificate) throws(TrustError) -> Visitor
    /// Whether whoever comes must show a certificate.
    let demandsCertificate: Bool
    let context: NIOSSLContext

    /// A door of a node, with a rule.
    init(
        of identity: NodeIdentity, _ bounds: ConnectionBounds = .node(total: ServerLimits.connections),
        admitting admit: @escaping @Sendable (PinnedCertificate) throws(TrustError) -> Visitor
    ) throws {
        (self.admit, demandsCertificate, visitors) = (admit, true, Visitors(bounds))
        var configuration = Self.configuration(try Self.chain(of: identity), try Self.key(of: identity))
        // Demands a certificate of the client; our own rule decides about it, not a chain of signatures.
        configuration.certificateVerification = .noHostnameVerification
        configuration.trustRoots = .certificates([])
        context = try NIOSSLContext(configuration: configuration)
    }

    /// The door of a node's own port: its owner and the peers that were let in.
    init(of identity: NodeIdentity, _ bounds: ConnectionBounds, peers: PeerStore) throws {
        let own = identity.certificate
        try self.init(of: identity, bounds) { certificate throws(TrustError) in
            guard certificate != own else { return .owner }
            let peer = try peers.admit(certificate)
            peers.saw(peer.id, at: Int64(Date().timeIntervalSince1970))
            return .peer(peer.id)
        }
    }

    /// The door of a node's page: browsers have no certificate to show.
    ///
    /// Shows the owner's own certificate or the node's for browsers. Throws when the owner's own cannot be read or does not
    /// fit its key.
    init(forBrowsersOf identity: NodeIdentity, _ own: WebCertificate?, or page: PageCertificate) throws {
        visitors = Visitors(.page(descriptors: DescriptorBudget.limit))
        (admit, demandsCertificate) = ({ certificate throws(TrustError) in throw .unknownPeer(certificate.id) }, false)
        let chain =
            try own.map { try NIOSSLCertificate.fromPEMFile($0.certificate.string) }
            ?? [NIOSSLCertificate(bytes: page.der, format: .der)]
        let key = try own.map { try NIOSSLPrivateKey(file: $0.key.string, format: .pem) } ?? Self.key(of: identity)
        context = try NIOSSLContext(configuration: Self.configuration(chain, key))
    }

    private static func chain(of identity: NodeIdentity) throws -> [NIOSSLCertificate] {
        [try NIOSSLCertificate(bytes: identity.certificate.der, format: .der)]
    }

    private static func key(of identity: NodeIdentity) throws -> NIOSSLPrivateKey {
        try NIOSSLPrivateKey(bytes: Array(identity.key.reveal().utf8), format: .pem)
    }

    private static func configuration(_ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv13
        configuration.applicationProtocols = ["http/1.1"]
        configuration.shutdownTimeout = ServerLimits.tlsFarewell
        return configuration
    }

    /// The rule, as the TLS library asks for it.
    func verify(_ chain: [NIOSSLCertificate]) -> NIOSSLVerificationResult {
        (try? visitor(chain.first)) == nil ? .failed : .certificateVerified
    }

    /// Who shows this certificate, if they may come in.
    func visitor(_ certificate: NIOSSLCertificate?) throws -> Visitor {
        guard demandsCertificate else { return .anonymous }
        guard let certificate else { throw TrustError.invalid(.certificate, reason: "none was shown") }
        return try admit(try PinnedCertificate(der: try certificate.toDERBytes()))
    }
}
