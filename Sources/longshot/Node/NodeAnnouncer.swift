// SPDX-License-Identifier: Apache-2.0
import ControlServer
import Discovery
import Logging
import ServiceLifecycle
import Synchronization
import Wire

/// Announces a node on the local network, and its pairing window while that is open.
final class NodeAnnouncer: Service {
    /// The version of the protocol between nodes.
    private static let version = 1

    private enum Change: Sendable {
        case port(Int)
        case pairing(PairingDesk.Notice?)
    }

    private let description: NodeDescription
    private let isEnabled: Bool
    private let logger: Logger
    private let (changes, change) = AsyncStream.makeStream(of: Change.self)

    init(_ description: NodeDescription, isEnabled: Bool, logger: Logger) {
        (self.description, self.isEnabled, self.logger) = (description, isEnabled, logger)
    }

    /// Reports the port on which the node listens.
    func serves(on port: Int) { change.yield(.port(port)) }

    /// Reports that the node's pairing window has opened or closed.
    func pairing(_ notice: PairingDesk.Notice?) { change.yield(.pairing(notice)) }

    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            var iterator = changes.makeAsyncIterator()
            while let change = await iterator.next() {
                guard isEnabled, case .port(let port) = change, let first = advertisement(port, nil) else { continue }
                return await announce(first, port, &iterator)
            }
        }
    }

    private func announce(_ first: Advertisement, _ port: Int, _ iterator: inout AsyncStream<Change>.Iterator) async {
        let announcer = Announcer(first)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await announcer.run() }
            group.addTask { [logger] in
                for await status in announcer.statuses { Self.log(status, logger) }
            }
            while let change = await iterator.next() {
                guard case .pairing(let notice) = change, let next = advertisement(port, notice) else { continue }
                announcer.update(next)
            }
            group.cancelAll()
        }
    }

    private func advertisement(_ port: Int, _ notice: PairingDesk.Notice?) -> Advertisement? {
        do {
            return try Advertisement(
                port: port, version: Self.version, role: description.role == .camera ? .camera : .recorder,
                id: description.id, name: description.name, pairing: notice?.tag, pairingPort: notice?.port)
        } catch {
            logger.warning("not announced", metadata: ["error": "\(error)"])
            return nil
        }
    }

    private static func log(_ status: AnnouncementStatus, _ logger: Logger) {
        switch status {
        case .announced(let name):
            logger.info("announced on the network", metadata: ["name": "\(name)"])
        case .renamed(let old, let new):
            logger.notice("another node has this name", metadata: ["wanted": "\(old)", "announced": "\(new)"])
        case .unavailable(let error):
            logger.notice(
                "nodes do not find each other on this network; pairing by link still works",
                metadata: ["reason": "\(error)"])
        }
    }
}
