// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Media
import Wire

/// A message between a node and its viewers' process, over the process's standard input and output.
///
/// On the wire: the length (4 bytes, big-endian), one byte for the kind, then the content; the length counts the kind.
enum ViewerMessage: Sendable, Equatable {
    /// A viewer's offer.
    struct Offer: Codable, Sendable, Equatable {
        /// The viewer's id.
        let id: String
        /// The number of the stream.
        let stream: UInt32
        /// The rewritten offer (SDP).
        let description: String
        /// The payload type of H.264.
        let payloadType: Int
        /// The addresses of this machine that the browser may try.
        let addresses: [String]
    }

    /// A message about one viewer.
    struct Word: Codable, Sendable, Equatable {
        /// The viewer's id.
        let id: String
        /// The answer (SDP), or a reason.
        var text = ""
    }

    /// A picture as an Annex B byte stream; a key frame has its parameter sets before it.
    struct Picture: Sendable, Equatable {
        let stream: UInt32
        let tick: Tick
        let isSync: Bool
        let bytes: [UInt8]
    }

    /// To the process: a viewer wants to watch.
    case offer(Offer)
    /// To the process: end a viewer's session.
    case close(Word)
    /// To the process: a picture for all viewers of its stream.
    case picture(Picture)
    /// From the process: the answer to an offer.
    case answer(Word)
    /// From the process: a viewer's session ended, or could not begin.
    case ended(Word)
}

extension ViewerMessage {
    /// The size of the largest message, in bytes; a camera's pictures are smaller.
    static let limit = 64 << 20

    private enum Kind: UInt8 { case offer = 1, close, picture, answer, ended }

    /// Encodes the message with its length.
    func framed() throws -> [UInt8] {
        var frame: [UInt8] = []
        func begin(_ kind: Kind, _ count: Int) {
            frame.reserveCapacity(count + 5)
            frame.append(bigEndian: UInt64(count + 1), count: 4)
            frame.append(kind.rawValue)
        }
        func add(_ kind: Kind, _ value: some Encodable) throws {
            let data = try JSON.encode(value)
            begin(kind, data.count)
            frame += data
        }
        switch self {
        case .offer(let offer): try add(.offer, offer)
        case .close(let word): try add(.close, word)
        case .answer(let word): try add(.answer, word)
        case .ended(let word): try add(.ended, word)
        case .picture(let picture):
            begin(.picture, 13 + picture.bytes.count)
            frame.append(bigEndian: UInt64(picture.stream), count: 4)
            frame.append(bigEndian: UInt64(bitPattern: picture.tick.rawValue), count: 8)
            frame.append(picture.isSync ? 1 : 0)
            frame += picture.bytes
        }
        return frame
    }

    /// Decodes a message without its length; throws if it is malformed.
    fileprivate init(_ body: ArraySlice<UInt8>) throws {
        guard let kind = body.first.flatMap(Kind.init(rawValue:)) else { throw ViewerMessageError.unreadable }
        let content = body.dropFirst()
        switch kind {
        case .offer: self = .offer(try JSON.decode(Offer.self, from: Data(content)))
        case .close: self = .close(try JSON.decode(Word.self, from: Data(content)))
        case .answer: self = .answer(try JSON.decode(Word.self, from: Data(content)))
        case .ended: self = .ended(try JSON.decode(Word.self, from: Data(content)))
        case .picture:
            guard content.count > 13 else { throw ViewerMessageError.unreadable }
            let start = content.startIndex
            self = .picture(
                Picture(
                    stream: UInt32(truncatingIfNeeded: content[start..<start + 4].bigEndian),
                    tick: Tick(rawValue: Int64(bitPattern: content[start + 4..<start + 12].bigEndian)),
                    isSync: content[start + 12] == 1, bytes: Array(content[(start + 13)...])))
        }
    }
}

/// Splits a byte stream into messages.
struct ViewerMessageReader {
    private var bytes: [UInt8] = []
    private var start = 0

    mutating func append(_ more: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
    }

    /// The next complete message, if there is one; throws if it is malformed, and then nothing after it can be read.
    mutating func next() throws -> ViewerMessage? {
        guard bytes.count - start >= 4 else { return nil }
        let length = Int(bytes[start..<start + 4].bigEndian)
        guard (1...ViewerMessage.limit).contains(length) else { throw ViewerMessageError.unreadable }
        guard bytes.count - start - 4 >= length else { return nil }
        let body = bytes[start + 4..<start + 4 + length]
        start += 4 + length
        return try ViewerMessage(body)
    }
}

/// The input does not follow this protocol: the other end is broken.
enum ViewerMessageError: Error {
    case unreadable
}
