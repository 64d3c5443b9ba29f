// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import NIOCore
import ServiceLifecycle

/// What an answer without an end writes.
enum Pushed<Element: Sendable>: Sendable {
    /// Something new.
    case element(Element)
    /// Nothing, to show that the link holds; it also finds out whether the client is still there.
    case keepAlive
}

extension ResponseBody {
    /// A body that lasts until the client goes, the elements end, or the server stops.
    ///
    /// - Parameters:
    ///   - shown: an element as this client gets it; nil for one that it does not.
    ///   - greeting: what comes first.
    ///   - capacity: how many elements may wait for a client that is slow.
    ///   - mayDrop: whether older ones then give way to newer ones; else the body ends.
    ///   - write: one element as bytes.
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
