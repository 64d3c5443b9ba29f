// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix
import Wire

extension ControlClient {
    /// The IP addresses of a route to the node: this machine's address and the node's.
    ///
    /// Connects a UDP socket, which looks up the routing table and sends no packet.
    package func ends() async throws -> (here: String, there: String) {
        do {
            let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: address.host, port: address.port).get()
            defer { channel.close(promise: nil) }
            guard let here = channel.localAddress?.ipAddress, let there = channel.remoteAddress?.ipAddress else {
                throw ControlClientError.unreachable(address: "\(address)", reason: "it has no IP address")
            }
            return (here, there)
        } catch let error as ControlClientError {
            throw error
        } catch {
            throw ControlClientError.unreachable(address: "\(address)", reason: Self.reason(of: error))
        }
    }
}
