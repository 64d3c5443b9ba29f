// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import NIOCore
import Synchronization

/// Cuts a connection whose client takes nothing of what is written to it.
///
/// Writing waits for the client; without this, one that stops reading would hold its connection for ever.
final class WriteWatch: Sendable {
    private let writingSince = Mutex<ContinuousClock.Instant?>(nil)

    /// Writes, and is seen to be writing.
    @concurrent
    func write(_ buffer: ByteBuffer, to writer: inout any ResponseBodyWriter) async throws {
        writingSince.withLock { $0 = .now }
        defer { writingSince.withLock { $0 = nil } }
        try await writer.write(buffer)
    }

    /// Looks once a second until cancelled; closes the channel when a write takes too long.
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

/// Writes the body of a response under the eyes of a `WriteWatch`.
struct WatchedWriter {
    /// Fewer or more bytes than the head announced.
    struct WrongLength: Error {}

    fileprivate var writer: any ResponseBodyWriter
    fileprivate let watch: WriteWatch
    fileprivate var count = 0

    /// Writes a piece; waits while the client is slow.
    @concurrent
    mutating func write(_ buffer: ByteBuffer) async throws {
        count += buffer.readableBytes
        try await watch.write(buffer, to: &writer)
    }
}

extension ResponseBody {
    /// A body that is written in pieces to a client that must keep taking them.
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
            // An error closes the connection; ending the answer would leave the client waiting for the rest.
            if let length, watched.count != length { throw WatchedWriter.WrongLength() }
            try await watched.writer.finish(nil)
        }
    }
}
