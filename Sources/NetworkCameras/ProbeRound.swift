// SPDX-License-Identifier: Apache-2.0
import Foundation
import NIOCore
import NIOPosix
import Synchronization
import Tasks

/// One question to all networks of this machine, and its answers.
final class ProbeRound: Sendable {
    /// An answer, and the host that gave it.
    struct Answer: Sendable {
        let host: String
        let match: ProbeMatch
    }

    /// The most cameras that are noted, and the largest datagram in bytes.
    private static let (most, largest) = (256, 65_535)
    /// WS-Discovery 2005/04, section 2.4.
    private static let (group, port) = ("239.255.255.250", 3_702)
    /// The pauses before the question is sent, which is sent again because datagrams get lost (SOAP-over-UDP 1.1, appendix I).
    private static let pauses: [Duration] = [.zero, .milliseconds(150), .milliseconds(350)]

    private let id = UUID()
    private let answers = Mutex<[String: Answer]>([:])

    /// Asks, and returns who answered in this time, each camera once.
    func matches(within duration: Duration) async -> [Answer] {
        let addresses = (try? System.enumerateDevices())?.compactMap(\.address).filter { $0.protocol == .inet } ?? []
        try? await race(
            {
                await withTaskGroup(of: Void.self) { group in
                    for address in addresses { group.addTask { try? await self.ask(from: address) } }
                    // Without any network there is nobody to wait for.
                    await group.waitForAll()
                }
            },
            { try await Task.sleep(for: duration) })
        return answers.withLock { Array($0.values) }
    }

    /// Asks the network of one interface until cancelled; the source address chooses the interface.
    private func ask(from address: SocketAddress) async throws {
        typealias Datagram = AddressedEnvelope<ByteBuffer>
        let source = try SocketAddress(ipAddress: address.ipAddress ?? "", port: 0)
        let question = try Datagram(
            remoteAddress: SocketAddress(ipAddress: Self.group, port: Self.port),
            data: ByteBuffer(string: Envelope.probe(id)))
        let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            // Without this, an answer of more than 2,048 bytes would be cut.
            .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.largest))
            .bind(to: source) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<Datagram, Datagram>(wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for pause in Self.pauses {
                        try await Task.sleep(for: pause)
                        try await outbound.write(question)
                    }
                }
                for try await datagram in inbound { self.note(datagram.data, from: datagram.remoteAddress) }
                group.cancelAll()
            }
        }
    }

    private func note(_ data: ByteBuffer, from address: SocketAddress) {
        guard let host = address.ipAddress else { return }
        for match in ProbeMatch.all(in: data.readableBytesView, of: id) {
            answers.withLock { answers in
                if answers.count < Self.most, answers[match.id] == nil {
                    answers[match.id] = Answer(host: host, match: match)
                }
            }
        }
    }
}
