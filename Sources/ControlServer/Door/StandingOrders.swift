// SPDX-License-Identifier: Apache-2.0
import Logging
import Synchronization

/// The series and timers that visitors have begun, which end with the visitor's right to begin them.
///
/// Kept in memory: what goes on after a restart of the node belongs to nobody, and is cancelled like any other series.
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
    private let logger = Logger(label: "longshot.orders")

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
