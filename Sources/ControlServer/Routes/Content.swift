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

/// Bytes that a client can fetch in ranges and verify; no other type answers range requests.
struct Content: Sendable {
    enum Source: Sendable {
        case memory([UInt8])
        case file(FileBeneath)
        /// Made on demand: some bytes beginning at an offset.
        case made(@Sendable (_ offset: Int) async throws -> [UInt8])
    }

    let source: Source
    /// The size in bytes.
    let size: Int
    /// The media type.
    let type: String
    /// SHA-256 of all bytes, in hexadecimal; nil if unknown.
    let sha256: String?
    /// The content of the entity tag (RFC 9110 §8.8.3): equal versions have equal bytes; nil if unknown.
    let version: String?
    /// The file name for saving; nil for content that is not saved.
    var name: String?

    init(_ bytes: [UInt8], type: String, sha256: String?) {
        (source, size, self.type) = (.memory(bytes), bytes.count, type)
        (self.sha256, version) = (sha256, sha256)
    }

    /// Bytes that are made on demand; the client chooses the file name.
    ///
    /// - Parameters:
    ///   - version: changes whenever any of the bytes change.
    ///   - read: returns at least one byte, beginning at an offset.
    init(
        size: Int, type: String, version: String,
        read: @escaping @Sendable (_ offset: Int) async throws -> [UInt8]
    ) {
        (source, self.size, self.type) = (.made(read), size, type)
        (sha256, self.version) = (nil, version)
    }

    /// A file, opened beneath its folder; throws if its size is not the announced one.
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

    /// Answers a request with all bytes or a range (RFC 9110 §13 and §14, RFC 9530).
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

    /// A range applies only to GET, and only if `If-Range` is absent or names these bytes.
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
                    // The file was truncated meanwhile: the client sees that bytes are missing.
                    guard !bytes.isEmpty else { return }
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
            }
        }
    }

    private static let chunk = 256 << 10
}

extension Content {
    /// A strong entity tag (RFC 9110 §8.8.3).
    private var tag: String? {
        version.map { "\"\($0)\"" }
    }

    private var fields: HTTPFields {
        var fields: HTTPFields = [
            .contentType: type, .acceptRanges: "bytes", .cacheControl: "private, no-cache",
            // If a browser opens the content directly, it must not run scripts or load anything.
            .contentSecurityPolicy: "sandbox; default-src 'none'",
        ]
        fields[.eTag] = tag
        if let digest = sha256.flatMap(Digest.init(hex:)) {
            fields[.reprDigest] = "sha-256=:\(Data(digest.bytes).base64EncodedString()):"
        }
        if let name { fields[.contentDisposition] = "attachment; filename=\"\(Self.plain(name))\"" }
        return fields
    }

    /// Whether a list of entity tags (RFC 9110 §13.1.1 and §13.1.2) contains this one.
    private static func list(_ field: String, contains tag: String?) -> Bool {
        field.split(separator: ",").contains { item in
            let item = item.drop { $0 == " " }.prefix { $0 != " " }
            return item == "*" || tag.map { item == $0 } == true
        }
    }

    /// Replaces the characters that a quoted string cannot contain (RFC 6266 §4.1); nodes choose names that need no more.
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
