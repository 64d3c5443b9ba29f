// SPDX-License-Identifier: Apache-2.0
import Media
import FoundationEssentials
import Wire

/// One picture to decode, and to scale down or to develop, in a separate process.
///
/// On the wire: the header's length (4 bytes, big-endian), the header as JSON, then the picture's bytes.
/// The process answers with one byte: 0, followed by the JPEG, or 1, followed by the reason of the failure.
package struct PictureJob: Sendable, Equatable {
    private struct Header: Codable {
        let pipeline: String
        let caps: String
        var last: Last?
    }

    /// What to do with bytes that are several pictures.
    struct Last: Codable, Sendable, Equatable {
        /// The number of pictures, of which only the last is wanted.
        let count: Int
        /// The pipeline that makes a photograph of it.
        let format: StillFormat
    }

    /// The largest job, in bytes.
    static let limit = 128 << 20
    /// The largest answer, in bytes.
    static let answerLimit = 32 << 20
    private static let headerLimit = 4_096

    /// The name of the still pipeline.
    let pipeline: String
    /// The GStreamer caps of the bytes.
    let caps: String
    /// The picture, or several.
    let bytes: [UInt8]
    /// What to do with several pictures; nil for one.
    let last: Last?

    init(pipeline: String, caps: String, bytes: [UInt8], last: Last? = nil) {
        (self.pipeline, self.caps, self.bytes, self.last) = (pipeline, caps, bytes, last)
    }

    /// Decodes a job; throws if the message is malformed.
    init(_ message: [UInt8]) throws(Problem) {
        let length = message.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard message.count >= 4 + length, (1...Self.headerLimit).contains(length),
            let header = try? JSON.decode(Header.self, from: Data(message[4..<4 + length]))
        else { throw Problem.conflict("this is no picture to decode") }
        self.init(
            pipeline: header.pipeline, caps: header.caps, bytes: Array(message[(4 + length)...]), last: header.last)
    }

    /// Encodes the job.
    func message() throws -> [UInt8] {
        let header = try JSON.encode(Header(pipeline: pipeline, caps: caps, last: last))
        var message: [UInt8] = []
        message.reserveCapacity(4 + header.count + bytes.count)
        message.append(bigEndian: UInt64(header.count), count: 4)
        return message + header + bytes
    }

    /// Decodes an answer to the JPEG; throws its reason with control characters replaced.
    static func picture(in answer: [UInt8]) throws(Problem) -> [UInt8] {
        switch answer.first {
        case 0 where answer.count > 1: return Array(answer.dropFirst())
        case 1:
            let reason = String(decoding: answer.dropFirst().prefix(500), as: UTF8.self)
            let shown = reason.unicodeScalars.map {
                $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? " " : String($0)
            }.joined()
            throw .conflict("the file cannot be decoded: \(shown)")
        default: throw .conflict("the file cannot be decoded: its decoder ended")
        }
    }
}
