// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
package import Trust
package import Wire

/// Gets the certificate that a node presents; does not trust the node and sends it no request.
package enum CertificateProbe {
    /// The certificate at an address; the TLS handshake has proved that the node has its key.
    package static func certificate(at address: NodeAddress, as identity: NodeIdentity) async throws
        -> PinnedCertificate
    {
        let context = try NIOSSLContext(configuration: try Access.configuration(as: identity))
        let found = MultiThreadedEventLoopGroup.singleton.any().makePromise(of: [UInt8].self)
        do {
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(Limits.connect)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let handler = try NIOSSLClientHandler(
                            context: context, serverHostname: nil,
                            customVerificationCallback: { _, promise in promise.succeed(.certificateVerified) })
                        try channel.pipeline.syncOperations.addHandlers(handler, Reader(found: found))
                    }
                }
                .connect(host: address.host, port: address.port).get()
            channel.eventLoop.scheduleTask(in: Limits.connect) { channel.close(promise: nil) }
            let der = try await found.futureResult.get()
            channel.close(promise: nil)
            return try PinnedCertificate(der: der)
        } catch let error as TrustError {
            throw error
        } catch {
            found.fail(error)
            throw ControlClientError.unreachable(address: "\(address)", reason: ControlClient.reason(of: error))
        }
    }

    /// Waits for the end of the TLS handshake.
    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let found: EventLoopPromise<[UInt8]>

        init(found: EventLoopPromise<[UInt8]>) { self.found = found }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            guard case .handshakeCompleted? = event as? TLSUserEvent else { return }
            found.completeWith(
                Result {
                    let certificate = try context.pipeline.syncOperations.nioSSL_peerCertificate()
                    return try certificate?.toDERBytes() ?? []
                })
        }

        func channelInactive(context: ChannelHandlerContext) {
            found.fail(ChannelError.eof)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            found.fail(error)
            context.close(promise: nil)
        }
    }
}
