// SPDX-License-Identifier: Apache-2.0
import Disk
import FoundationEssentials
import NIOCore
import NIOSSL
import SystemPackage
import Trust
import Wire

/// TLS 1.3 before HTTP; on node ports both sides present a certificate, and a rule decides about the client's.
///
/// A refused client is disconnected before any byte of HTTP is read. On a node's own port, a client without a certificate is told
/// where the page is, and a revoked peer that and when it was revoked.
struct Door: Sendable {
    /// The open connections and their visitors.
    let visitors: Visitors
    /// The rule; its error is discarded, so that a stranger does not learn why it is refused.
    let admit: @Sendable (PinnedCertificate) throws(TrustError) -> Visitor
    /// Called with each visitor whose handshake is complete: only then has it proven that it has the key.
    var onEntry: @Sendable (Visitor) -> Void = { _ in }
    /// What a client is told instead of being let in, if its certificate is that of a revoked peer; nil for all others.
    var farewell: @Sendable (PinnedCertificate) -> Problem? = { _ in nil }
    /// Whether a client must present a certificate.
    let demandsCertificate: Bool
    let context: NIOSSLContext
    /// The port of the page for a client without a certificate; nil disconnects it.
    let pagePort: (@Sendable () -> Int?)?

    /// A door of a node with a rule.
    ///
    /// - Parameter pagePort: the port of the page for a client without a certificate; nil refuses it in the handshake.
    init(
        of identity: NodeIdentity, _ bounds: ConnectionBounds = .node(total: ServerLimits.connections),
        pagePort: (@Sendable () -> Int?)? = nil,
        admitting admit: @escaping @Sendable (PinnedCertificate) throws(TrustError) -> Visitor
    ) throws {
        (self.admit, demandsCertificate, visitors) = (admit, true, Visitors(bounds))
        self.pagePort = pagePort
        var configuration = Self.configuration(try Self.chain(of: identity), try Self.key(of: identity))
        // Requests a certificate of the client. The rule decides about it instead of a chain of signatures.
        configuration.certificateVerification = pagePort == nil ? .noHostnameVerification : .optionalVerification
        configuration.trustRoots = .certificates([])
        context = try NIOSSLContext(configuration: configuration)
    }

    /// The door of a node's own port: admits its owner and its peers.
    ///
    /// - Parameter name: what this node is called.
    init(
        of identity: NodeIdentity, _ bounds: ConnectionBounds, peers: PeerStore, name: String,
        pagePort: @escaping @Sendable () -> Int?
    ) throws {
        let own = identity.certificate
        try self.init(of: identity, bounds, pagePort: pagePort) { certificate throws(TrustError) in
            guard certificate != own else { return .owner }
            return .peer(try peers.admit(certificate).id)
        }
        onEntry = { visitor in
            if case .peer(let id) = visitor { peers.saw(id, at: Int64(Date().timeIntervalSince1970)) }
        }
        farewell = { certificate in
            guard let peer = peers[certificate.id], peer.isRevoked, peer.certificate == certificate else { return nil }
            return peer.revocation(by: name)
        }
    }

    /// The door of a node's page: browsers present no certificate.
    ///
    /// Presents the owner's certificate or the node's for browsers. Throws if the owner's is unreadable or does not match its key.
    init(forBrowsersOf identity: NodeIdentity, _ own: WebCertificate?, or page: PageCertificate) throws {
        (visitors, pagePort) = (Visitors(.page(descriptors: DescriptorBudget.limit)), nil)
        (admit, demandsCertificate) = ({ certificate throws(TrustError) in throw .unknownPeer(certificate.id) }, false)
        let chain: [NIOSSLCertificate]
        let key: NIOSSLPrivateKey
        if let own {
            chain = try Self.usable(own.certificate) { try NIOSSLCertificate.fromPEMFile($0) }
            key = try Self.usable(own.key) { try NIOSSLPrivateKey(file: $0, format: .pem) }
        } else {
            (chain, key) = ([try NIOSSLCertificate(bytes: page.der, format: .der)], try Self.key(of: identity))
        }
        context = try NIOSSLContext(configuration: Self.configuration(chain, key))
    }

    private static func usable<Value>(_ path: FilePath, _ read: (String) throws -> Value) throws -> Value {
        // Throws with the owner of what may not be read, as the TLS library would not.
        try FileSystem.open(path, .readOnly).close()
        do {
            return try read(path.string)
        } catch {
            throw ControlServerError.unusableCertificate(path.string)
        }
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

    /// Applies the rule for the TLS library.
    func verify(_ chain: [NIOSSLCertificate]) -> NIOSSLVerificationResult {
        (try? visitor(chain.first)) != nil || farewell(to: chain.first) != nil ? .certificateVerified : .failed
    }

    /// What the client with this certificate is told before its connection ends; nil if it is let in, or told nothing.
    func farewell(to certificate: NIOSSLCertificate?) -> Problem? {
        guard demandsCertificate, let certificate, let der = try? certificate.toDERBytes() else { return nil }
        return (try? PinnedCertificate(der: der)).flatMap(farewell)
    }

    /// The visitor with this certificate; throws if the rule refuses it.
    func visitor(_ certificate: NIOSSLCertificate?) throws -> Visitor {
        guard demandsCertificate else { return .anonymous }
        guard let certificate else { throw TrustError.invalid(.certificate, reason: "none was shown") }
        return try admit(try PinnedCertificate(der: try certificate.toDERBytes()))
    }
}
