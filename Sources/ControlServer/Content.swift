// SPDX-License-Identifier: Apache-2.0
import Disk
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Media
import NIOCore
import NIOPosix
import SystemPackage
import Transfers
import Wire

/// Bytes that a client may fetch in parts and check: the only place that answers ranges.
struct Content: Sendable {
    /// Where the bytes are.
    enum Source: Sendable {
        case memory([UInt8])
        case file(FileBeneath)
        /// Made as it is read: some bytes from an offset on.
        case made(@Sendable (_ offset: Int) async throws -> [UInt8])
    }

    let source: Source
    /// The size in bytes.
    let size: Int
    /// The media type.
    let type: String
    /// SHA-256 of all bytes, in hexadecimal; nil when nobody announced it.
    let sha256: String?
    /// What an entity tag (RFC 9110 §8.8.3) is made of: equal ones are equal bytes; nil when nobody knows.
    let version: String?
    /// The name under which it is to be saved; nil when it is not meant for that.
    var name: String?

    /// Bytes in memory.
    init(_ bytes: [UInt8], type: String, sha256: String?) {
        (source, size, self.type) = (.memory(bytes), bytes.count, type)
        (self.sha256, version) = (sha256, sha256)
    }

    /// Bytes that are made as they are read.
    ///
    /// - Parameters:
    ///   - version: is another one whenever any of the bytes are.
    ///   - read: gives some bytes from an offset on, at least one.
    init(
        size: Int, type: String, version: String, name: String,
        read: @escaping @Sendable (_ offset: Int) async throws -> [UInt8]
    ) {
        (source, self.size, self.type, self.name) = (.made(read), size, type, name)
        (sha256, self.version) = (nil, version)
    }

    /// A file, which is opened beneath its folder and must have the announced size.
    init(_ stored: StoredFile, type: String) async throws {
        let file: FileBeneath
        do {
            file = try await stored.open()
        } catch DiskError.system(_, _, let code) where Errno(rawValue: code) == .noSuchFileOrDirectory {
            throw Problem.notFound("\(stored.name) is no longer there")
        }
        guard file.size == stored.bytes else {
            throw Problem(
                "damaged", status: 500, title: "Damaged",
                detail:
                    "\(stored.name) has \(file.size) bytes on disk where \(stored.bytes) are expected: check the disk")
        }
        (source, size, self.type, name) = (.file(file), stored.bytes, type, stored.name)
        (sha256, version) = (stored.sha256, stored.sha256)
    }

    /// Answers a request with all or some of the bytes (RFC 9110 §13 and §14, RFC 9530).
    func response(to request: Request, _ context: ControlContext) throws -> Response {
        var headers = fields
        if let wanted = request.headers[.ifMatch], !Self.list(wanted, contains: tag) { throw Refusal.precondition(tag) }
        if let wanted = request.headers[.ifNoneMatch], Self.list(wanted, contains: tag) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        switch range(of: request) {
        case .whole:
            return Response(status: .ok, headers: headers, body: body(0..<size, context))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
            return Response(status: .partialContent, headers: headers, body: body(range, context))
        case .unsatisfiable:
            throw Refusal.range(size: size)
        }
    }

    /// A range counts for GET only, and only while the client's part is of these bytes.
    private func range(of request: Request) -> ByteRange {
        guard request.method == .get else { return .whole }
        if let condition = request.headers[.ifRange], condition != tag { return .whole }
        return ByteRange(request.headers[.range], size: size)
    }

    private func body(_ range: Range<Int>, _ context: ControlContext) -> ResponseBody {
        let channel = context.channel
        switch source {
        case .memory(let bytes):
            return .watched(on: channel, length: range.count) { writer in
                for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.chunk) {
                    try await writer.write(
                        ByteBuffer(bytes: bytes[start..<min(start + Self.chunk, range.upperBound)]))
                }
            }
        case .made(let read):
            return .watched(on: channel, length: range.count) { writer in
                var offset = range.lowerBound
                while offset < range.upperBound {
                    let piece = try await read(offset).prefix(range.upperBound - offset)
                    guard !piece.isEmpty else { return }
                    for start in stride(from: piece.startIndex, to: piece.endIndex, by: Self.chunk) {
                        let end = min(start + Self.chunk, piece.endIndex)
                        try await writer.write(ByteBuffer(bytes: piece[start..<end]))
                    }
                    offset += piece.count
                }
            }
        case .file(let file):
            return .watched(on: channel, length: range.count) { writer in
                for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.chunk) {
                    let count = min(Self.chunk, range.upperBound - start)
                    let bytes = try await NIOThreadPool.singleton.runIfActive { try file.read(count, at: start) }
                    // The file was cut meanwhile: the client sees that bytes are missing.
                    guard !bytes.isEmpty else { return }
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
            }
        }
    }

    private static let chunk = 256 << 10
}

/// The header fields.
extension Content {
    /// A strong entity tag (RFC 9110 §8.8.3).
    private var tag: String? {
        version.map { "\"\($0)\"" }
    }

    private var fields: HTTPFields {
        var fields: HTTPFields = [
            .contentType: type, .acceptRanges: "bytes", .cacheControl: "private, no-cache",
            // Opened in a browser, it can do nothing.
            .contentSecurityPolicy: "sandbox; default-src 'none'",
        ]
        fields[.eTag] = tag
        if let digest = sha256.flatMap(Digest.init(hex:)) {
            fields[.reprDigest] = "sha-256=:\(Data(digest.bytes).base64EncodedString()):"
        }
        if let name { fields[.contentDisposition] = "attachment; filename=\"\(Self.plain(name))\"" }
        return fields
    }

    /// Whether a list of entity tags (RFC 9110 §13.1.1 and §13.1.2) has this one.
    private static func list(_ field: String, contains tag: String?) -> Bool {
        field.split(separator: ",").contains { item in
            let item = item.drop { $0 == " " }.prefix { $0 != " " }
            return item == "*" || tag.map { item == $0 } == true
        }
    }

    /// What may stand between quotes (RFC 6266 §4.1); names are made by nodes and need no more.
    private static func plain(_ name: String) -> String {
        String(
            decoding: name.utf8.map { byte in
                (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
                    && byte != UInt8(ascii: "/") ? byte : UInt8(ascii: "_")
            }, as: UTF8.self)
    }
}

extension HTTPField.Name {
    /// RFC 9530 §3.
    static var reprDigest: Self { HTTPField.Name("Repr-Digest") ?? .eTag }
}
