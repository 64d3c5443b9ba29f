// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import NIOCore
import ServiceLifecycle

/// An item of a response without a fixed end.
enum Pushed<Element: Sendable>: Sendable {
    case element(Element)
    /// No data: shows that the link works, and detects that the client is gone.
    case keepAlive
}

extension ResponseBody {
    /// A body that ends when the client disconnects, the elements end, or the server stops.
    ///
    /// - Parameters:
    ///   - shown: the element as this client gets it; nil to omit it.
    ///   - greeting: the first bytes.
    ///   - capacity: the number of elements buffered for a slow client.
    ///   - mayDrop: whether a full buffer drops its oldest elements; otherwise the body ends.
    ///   - write: encodes an item.
    static func pushed<Element: Sendable>(
        on channel: any Channel, _ elements: AsyncStream<Element>,
        shown: @escaping @Sendable (Element) -> Element? = { $0 }, greeting: String = "",
        capacity: Int, mayDrop: Bool,
        write text: @escaping @Sendable (Pushed<Element>) throws -> ByteBuffer,
        onStart: @escaping @Sendable () -> Void = {}, onEnd: @escaping @Sendable () -> Void = {}
    ) -> ResponseBody {
        .watched(on: channel) { writer in
            onStart()
            defer { onEnd() }
            let (items, continuation) = AsyncStream.makeStream(
                of: Pushed<Element>.self,
                bufferingPolicy: mayDrop ? .bufferingNewest(capacity) : .bufferingOldest(capacity))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { continuation.finish() }
                    for await element in elements {
                        guard let element = shown(element) else { continue }
                        if case .dropped = continuation.yield(.element(element)), !mayDrop { return }
                    }
                }
                group.addTask {
                    while true {
                        try await Task.sleep(for: .milliseconds(ServerLimits.keepAliveMilliseconds))
                        continuation.yield(.keepAlive)
                    }
                }
                group.addTask {
                    try await gracefulShutdown()
                    continuation.finish()
                }
                defer { group.cancelAll() }
                if !greeting.isEmpty { try await writer.write(ByteBuffer(string: greeting)) }
                for await item in items { try await writer.write(text(item)) }
            }
        }
    }
}
