// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import NIOCore
import Synchronization

/// Closes a connection whose client does not read its response.
///
/// A write waits for the client. Without a timeout, a client that stops reading would occupy its connection forever.
final class WriteWatch: Sendable {
    private let writingSince = Mutex<ContinuousClock.Instant?>(nil)

    /// Writes, and records since when.
    @concurrent
    func write(_ buffer: ByteBuffer, to writer: inout any ResponseBodyWriter) async throws {
        writingSince.withLock { $0 = .now }
        defer { writingSince.withLock { $0 = nil } }
        try await writer.write(buffer)
    }

    /// Checks once a second until cancelled; closes the channel if a write takes too long.
    func run(closing channel: any Channel) async throws {
        while true {
            try await Task.sleep(for: .seconds(1))
            guard let since = writingSince.withLock({ $0 }), .now - since > ServerLimits.stall else {
                continue
            }
            channel.close(promise: nil)
            return
        }
    }
}

/// Writes the body of a response, supervised by a `WriteWatch`.
struct WatchedWriter {
    /// The number of bytes differs from the announced one.
    struct WrongLength: Error {}

    fileprivate var writer: any ResponseBodyWriter
    fileprivate let watch: WriteWatch
    fileprivate var count = 0

    /// Writes a chunk; waits while the client is slow.
    @concurrent
    mutating func write(_ buffer: ByteBuffer) async throws {
        count += buffer.readableBytes
        try await watch.write(buffer, to: &writer)
    }
}

extension ResponseBody {
    /// A body that is written in chunks; closes the connection if the client stops reading.
    static func watched(
        on channel: any Channel, length: Int? = nil,
        _ write: @escaping @Sendable @concurrent (inout WatchedWriter) async throws -> Void
    ) -> ResponseBody {
        ResponseBody(contentLength: length) { writer in
            let watch = WriteWatch()
            var watched = WatchedWriter(writer: writer, watch: watch)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await watch.run(closing: channel) }
                defer { group.cancelAll() }
                try await write(&watched)
            }
            // An error closes the connection. Finishing the response normally would leave the client waiting for the rest.
            if let length, watched.count != length { throw WatchedWriter.WrongLength() }
            try await watched.writer.finish(nil)
        }
    }
}
