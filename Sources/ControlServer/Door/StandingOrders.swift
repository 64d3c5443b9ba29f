// SPDX-License-Identifier: Apache-2.0
import Camera
import Logging
import Synchronization
import Trust

/// The series and timers that visitors have begun, which end with the visitor's right to begin them.
///
/// A camera keeps with its series who began them. What a recorder has begun at its cameras is kept in memory: after its restart it
/// belongs to nobody, and is cancelled like any other series.
final class StandingOrders: Sendable {
    /// What was begun: its id, and how it is cancelled.
    private struct Order: Sendable {
        let visitor: Visitor
        let id: String
        let cancel: @Sendable () async throws -> Void
    }

    /// A camera has at most 64 jobs at once.
    static let most = 1_024

    private let orders = Mutex<[Order]>([])
    /// The jobs of this node, if it is a camera.
    private let jobs: StillJobs?
    private let logger = Logger(label: "longshot.orders")

    init(_ jobs: StillJobs? = nil) { self.jobs = jobs }

    /// Cancels the camera's series of those who lost their right to them while it was not running.
    func endForeign(unless mayGoOn: (Visitor) -> Bool) async {
        guard let jobs else { return }
        for asker in await jobs.askers() where Visitor(asker: asker).map(mayGoOn) != true { await jobs.end(of: asker) }
    }

    /// Remembers what a visitor has begun; forgets the oldest if there are too many.
    ///
    /// - Parameter cancel: cancels it; has no effect on what is over.
    func note(_ id: String, of visitor: Visitor?, cancel: @escaping @Sendable () async throws -> Void) {
        guard let visitor else { return }
        orders.withLock { orders in
            if orders.count == Self.most { orders.removeFirst() }
            orders.append(Order(visitor: visitor, id: id, cancel: cancel))
        }
    }

    /// Cancels everything that a visitor has begun; what cannot be cancelled is logged.
    func end(of visitor: Visitor) async {
        if let asker = visitor.asker { await jobs?.end(of: asker) }
        let ended = orders.withLock { orders in
            defer { orders.removeAll { $0.visitor == visitor } }
            return orders.filter { $0.visitor == visitor }
        }
        for order in ended {
            do {
                try await order.cancel()
            } catch {
                logger.warning(
                    "a series of one who may not take stills any more goes on: cancel it",
                    metadata: ["series": "\(order.id)", "asker": "\(visitor)", "error": "\(error)"])
            }
        }
    }
}

extension Visitor {
    /// A peer or a browser as a camera keeps it with a series; nil for the owner and for those whom nobody has admitted.
    var asker: String? {
        switch self {
        case .peer(let id): "peer \(id.text)"
        case .browser(let session): "browser \(session)"
        case .owner, .stranger, .anonymous: nil
        }
    }

    /// The visitor of such a text; nil if it is none.
    init?(asker: String) {
        let words = asker.split(separator: " ", maxSplits: 1).map(String.init)
        switch words.first {
        case "peer": if let id = try? NodeID(words.last ?? "") { self = .peer(id) } else { return nil }
        case "browser": self = .browser(words.last ?? "")
        default: return nil
        }
    }
}
