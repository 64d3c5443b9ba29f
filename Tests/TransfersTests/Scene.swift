// SPDX-License-Identifier: Apache-2.0
import Media
import Crypto
import Foundation
import Logging
import NIOCore
import SystemPackage
import TestSupport
import Wire

@testable import Transfers

/// An inbox in a temporary folder, and bytes to send.
final class Scene: Sendable {
    let directory: FilePath
    let events = EventFeed()
    let settings: InboxSettings

    static let bytes: [UInt8] = {
        var generator = SeededGenerator(seed: 7)
        return generator.bytes(3_000_017)
    }()

    init(_ change: (inout InboxSettings) -> Void = { _ in }) {
        directory = FilePath(NSTemporaryDirectory()).appending("longshot-\(UUID().uuidString)")
        var settings = InboxSettings(directory: directory.appending("received"))
        settings.reserveBytes = 0
        change(&settings)
        self.settings = settings
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory.string)
    }

    /// The inbox as a restarted node loads it.
    func inbox() async throws -> Inbox {
        let inbox = Inbox(settings, events: events, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await inbox.load()
        return inbox
    }

    /// The visible names in the folder.
    var names: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: settings.directory.string)) ?? []
        return all.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The names in the hidden folder for transfers.
    var hidden: [String] {
        let path = settings.directory.appending(".transfers").string
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    func contents(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: settings.directory.appending(name).string).map { [UInt8]($0) }
    }

    func write(_ bytes: [UInt8], as name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: settings.directory.appending(name).string))
    }

    func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(
            atPath: settings.directory.appending(name).string, toPath: settings.directory.appending(other).string)
    }

    static func offer(_ name: String, _ bytes: [UInt8] = Scene.bytes) -> FileOffer {
        FileOffer(name: name, bytes: bytes.count, sha256: SHA256.hash(data: bytes).hexadecimal)
    }
}

/// The link broke.
struct Cut: Error {}

/// Sends bytes in pieces; then ends, breaks the link, or goes silent.
struct Sending: AsyncSequence, Sendable {
    enum End: Sendable { case regular, cut, silence }

    let bytes: [UInt8]
    var piece = 16_384
    var end = End.regular

    struct AsyncIterator: AsyncIteratorProtocol {
        var rest: ArraySlice<UInt8>
        let piece: Int
        let end: End

        mutating func next() async throws -> ByteBuffer? {
            if rest.isEmpty {
                switch end {
                case .regular: return nil
                case .cut: throw Cut()
                case .silence: try await Task.sleep(for: .seconds(60))
                }
            }
            defer { rest = rest.dropFirst(piece) }
            return ByteBuffer(bytes: rest.prefix(piece))
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(rest: bytes[...], piece: piece, end: end)
    }
}
