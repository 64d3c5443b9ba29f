// SPDX-License-Identifier: Apache-2.0

/// Parses server-sent events (WHATWG HTML §9.2.6) from chunks of any size.
///
/// An unfinished line or event is buffered up to a limit, so that a peer cannot exhaust the memory.
struct EventParser: Sendable {
    /// One event as received.
    struct Message: Sendable, Equatable {
        /// The last `id` field.
        var id: String?
        /// The `event` field.
        var kind = "message"
        /// The `data` fields, joined by line feeds.
        var data: [UInt8] = []
    }

    /// A line or an event is larger than the limit.
    struct Overflow: Error, Equatable {
        let limit: Int
    }

    private let limit: Int
    private var line: [UInt8] = []
    private var current = Message()
    private var hasData = false
    /// Whether a carriage return has just ended a line: a line feed after it belongs to it, even in the next chunk.
    private var skipsLineFeed = false
    private var isFirstLine = true

    /// A parser for lines and events of at most `limit` bytes each.
    init(limit: Int = Limits.event) {
        self.limit = limit
    }

    /// Parses a chunk; returns the events that it completes.
    mutating func parse(_ bytes: some Collection<UInt8>) throws(Overflow) -> [Message] {
        var messages: [Message] = []
        var rest = bytes[...]
        while let first = rest.first {
            if skipsLineFeed {
                skipsLineFeed = false
                if first == UInt8(ascii: "\n") {
                    rest.removeFirst()
                    continue
                }
            }
            let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            let part = rest[..<(end ?? rest.endIndex)]
            guard line.count + part.count <= limit else { throw Overflow(limit: limit) }
            line.append(contentsOf: part)
            guard let end else { break }
            skipsLineFeed = rest[end] == UInt8(ascii: "\r")
            rest = rest[rest.index(after: end)...]
            if let message = try endLine() { messages.append(message) }
        }
        return messages
    }

    private mutating func endLine() throws(Overflow) -> Message? {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard !line.isEmpty else { return endMessage() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "data":
            guard current.data.count + value.count < limit else { throw Overflow(limit: limit) }
            if hasData { current.data.append(UInt8(ascii: "\n")) }
            current.data += value
            hasData = true
        case "event":
            current.kind = value.isEmpty ? "message" : String(decoding: value, as: UTF8.self)
        case "id" where !value.contains(0):
            current.id = String(decoding: value, as: UTF8.self)
        default:
            break  // A comment (an empty field name), `retry`, or an unknown field.
        }
        return nil
    }

    /// An event without data is discarded; the id persists for later events.
    private mutating func endMessage() -> Message? {
        defer {
            current = Message(id: current.id)
            hasData = false
        }
        return hasData ? current : nil
    }
}
