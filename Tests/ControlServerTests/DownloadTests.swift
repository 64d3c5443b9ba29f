// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Crypto
import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import SystemPackage
import TestSupport
import Testing
import Transfers
import Trust
import Wire
import _NIOFileSystem

@testable import ControlServer

@Suite("Downloads", .timeLimit(.minutes(2)))
struct DownloadTests {
    static let bytes: [UInt8] = (0..<3_000_017).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 11) }
    static let hex = SHA256.hash(data: bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        .joined()

    /// Cuts the next answers short, and logs the requested ranges.
    final class Saboteur: Sendable {
        struct State {
            /// Each request takes the first value: the number of body bytes that pass before the connection is cut.
            var cuts: [Int] = []
            var ranges: [String?] = []
        }

        let state = Mutex(State())

        func sabotage(_ response: Response, to request: Request, _ context: ControlContext) -> Response {
            let cut = state.withLock { state in
                state.ranges.append(request.headers[.range])
                return state.cuts.isEmpty ? nil : state.cuts.removeFirst()
            }
            guard let cut else { return response }
            var response = response
            let body = response.body
            response.body = ResponseBody(contentLength: body.contentLength) {
                [channel = context.channel] writer in
                let left = Mutex(cut)
                try await body.write(
                    writer.map { buffer in
                        let part = left.withLock { left in
                            defer { left -= min(left, buffer.readableBytes) }
                            return buffer.getSlice(
                                at: buffer.readerIndex, length: min(left, buffer.readableBytes))
                        }
                        if left.withLock({ $0 }) == 0 {
                            // Closes after a delay, so that the bytes written so far leave first.
                            channel.eventLoop.scheduleTask(in: .milliseconds(5)) {
                                channel.close(promise: nil)
                            }
                        }
                        return part ?? ByteBuffer()
                    })
            }
            return response
        }
    }

    struct Scene {
        let client: ControlClient
        let directory: FilePath
        let saboteur: Saboteur
        var target: FilePath { directory.appending("got.jpg") }

        func download(
            _ name: String = "file", bytes: Int = DownloadTests.bytes.count,
            sha256: String = DownloadTests.hex
        ) -> Download {
            Download(route: "/v1/\(name)", to: target, replaces: true, bytes: bytes, sha256: sha256)
        }

        func contents(_ path: FilePath) async throws -> [UInt8]? {
            guard try await FileSystem.shared.info(forFileAt: path, infoAboutSymbolicLink: true) != nil else {
                return nil
            }
            return try await Array(buffer: ByteBuffer(contentsOf: path, maximumSizeAllowed: .mebibytes(64)))
        }

        func names() async throws -> Set<String> {
            try await FileSystem.shared.withDirectoryHandle(atPath: directory) { handle in
                try await handle.listContents().reduce(into: Set<String>()) { $0.insert($1.name.string) }
            }
        }
    }

    func withScene(_ body: (Scene) async throws -> Void) async throws {
        try await withDirectory { home in
            let (source, directory) = (home.appending("source.jpg"), home.appending("to"))
            try await Self.bytes.write(toFileAt: source)
            try await FileSystem.shared.createDirectory(at: directory, withIntermediateDirectories: false)
            let saboteur = Saboteur()
            var routes = RouteTable()
            for name in ["file", "lying"] {
                let digest = name == "file" ? Self.hex : String(repeating: "0", count: 64)
                routes.on(.get, "/v1/\(name)", needs: .all) { request, context in
                    let content = try await Content(
                        StoredFile(path: source, name: "source.jpg", bytes: Self.bytes.count, sha256: digest),
                        type: "image/jpeg")
                    return saboteur.sabotage(try content.response(to: request, context), to: request, context)
                }
            }
            // Has no digest and no tag, so that only the bytes themselves can reveal the change.
            routes.on(.get, "/v1/bare", needs: .all) { request, context in
                try Content(Array(Self.bytes.reversed()), type: "image/jpeg", sha256: nil).response(
                    to: request, context)
            }
            // Sends everything from the start, even if the client requests a range.
            routes.on(.get, "/v1/whole", needs: .all) { request, context in
                saboteur.sabotage(
                    Response(status: .ok, body: .init(byteBuffer: ByteBuffer(bytes: Self.bytes))),
                    to: request, context)
            }
            try await withServer(routes) { server in
                try await OwnNode.withClient(at: server.address) { client in
                    try await body(Scene(client: client, directory: directory, saboteur: saboteur))
                }
            }
        }
    }

    @Test("A file arrives whole, under its name alone, and the umask or its receiver says who may read it")
    func fresh() async throws {
        try await withScene { scene in
            let heard = Mutex<[Int]>([])
            try await scene.client.download(scene.download()) { bytes, total in
                #expect(total == Self.bytes.count)
                heard.withLock { $0.append(bytes) }
            }
            #expect(try await scene.contents(scene.target) == Self.bytes)
            #expect(try await scene.names() == ["got.jpg"])
            let info = try await FileSystem.shared.info(forFileAt: scene.target)
            let mask = umask(0)
            _ = umask(mask)
            #expect(info?.permissions == FilePermissions(rawValue: 0o666 & ~mask))
            let progress = heard.withLock { $0 }
            #expect(progress.first == 0 && progress.last == Self.bytes.count)
            #expect(progress == progress.sorted())
            try await FileSystem.shared.removeItem(at: scene.target)
            var download = scene.download()
            download.permissions = .ownerReadWrite
            try await scene.client.download(download)
            let kept = try await FileSystem.shared.info(forFileAt: scene.target)
            #expect(kept?.permissions == [.ownerReadWrite])
        }
    }

    @Test("What is there already, with the right digest, is not fetched again; what has the same size only is")
    func skipped() async throws {
        try await withScene { scene in
            try await scene.client.download(scene.download())
            try await scene.client.download(scene.download())
            #expect(scene.saboteur.state.withLock { $0.ranges.count } == 1)
            try await FileSystem.shared.removeItem(at: scene.target)
            try await Array(Self.bytes.reversed()).write(toFileAt: scene.target)
            try await scene.client.download(scene.download())
            #expect(try await scene.contents(scene.target) == Self.bytes)
        }
    }

    @Test("Cut anywhere, again and again, it goes on where it stopped and ends equal", arguments: 0..<12)
    func property(seed: UInt64) async throws {
        try await withScene { scene in
            var random = SystemRandomNumberGenerator()
            let cuts = (0..<6).map { _ in Int.random(in: 0...Self.bytes.count / 3, using: &random) }
            scene.saboteur.state.withLock { $0.cuts = cuts }
            var arrived = 0
            for attempt in 1...20 {
                do {
                    try await scene.client.download(scene.download())
                    break
                } catch let error as ControlClientError {
                    #expect(error.isTransient, "\(error) after \(cuts)")
                    #expect(try await scene.contents(scene.target) == nil)
                    let part = try #require(try await scene.contents(scene.download().part))
                    #expect(part.count >= arrived)
                    #expect(part == Array(Self.bytes.prefix(part.count)))
                    arrived = part.count
                }
                try #require(attempt < 20, "it never ends: \(cuts)")
            }
            #expect(try await scene.contents(scene.target) == Self.bytes)
            #expect(try await scene.names() == ["got.jpg"])
            // The client requested no byte twice.
            let ranges = scene.saboteur.state.withLock { $0.ranges }
            #expect(ranges.first == .some(nil))
            #expect(ranges.last == .some(arrived > 0 ? "bytes=\(arrived)-" : nil))
        }
    }

    @Test("A part that is complete is not asked for again")
    func complete() async throws {
        try await withScene { scene in
            try await Self.bytes.write(toFileAt: scene.download().part)
            try await scene.client.download(scene.download())
            #expect(try await scene.contents(scene.target) == Self.bytes)
            #expect(scene.saboteur.state.withLock { $0.ranges }.isEmpty)
        }
    }

    @Test("A server that starts from the beginning is followed")
    func startOver() async throws {
        try await withScene { scene in
            try await Array(Self.bytes.prefix(1_000)).write(toFileAt: scene.download().part)
            try await scene.client.download(scene.download("whole"))
            #expect(try await scene.contents(scene.target) == Self.bytes)
            #expect(scene.saboteur.state.withLock { $0.ranges } == ["bytes=1000-"])
        }
    }

    @Test(
        "Wrong bytes never get the name, and do not stay",
        arguments: [
            ("bare", hex, 0), ("lying", hex, 0), ("file", String(repeating: "1", count: 64), 0),
            ("file", hex, 5_000),
        ])
    func damaged(name: String, sha256: String, spoilt: Int) async throws {
        try await withScene { scene in
            let download = scene.download(name, sha256: sha256)
            if spoilt > 0 { try await [UInt8](repeating: 0, count: spoilt).write(toFileAt: download.part) }
            let error = await #expect(throws: ControlClientError.self) {
                try await scene.client.download(download)
            }
            guard case .damaged(what: "got.jpg", _, _) = error else {
                Issue.record("\(error as Any)")
                return
            }
            #expect(error?.isTransient == false)
            #expect(try await scene.names().isEmpty)
        }
    }

    @Test("More bytes than announced are not taken in; a longer part is thrown away")
    func size() async throws {
        try await withScene { scene in
            let short = scene.download("whole", bytes: 1_000)
            let error = await #expect(throws: ControlClientError.self) {
                try await scene.client.download(short)
            }
            guard case .tooLarge(_, _, limit: 1_000) = error else {
                Issue.record("\(error as Any)")
                return
            }
            #expect(try await scene.names().isEmpty)
            try await (Self.bytes + [1]).write(toFileAt: scene.download().part)
            try await scene.client.download(scene.download())
            #expect(try await scene.contents(scene.target) == Self.bytes)
        }
    }

    @Test("A file that is gone leaves no part behind")
    func gone() async throws {
        try await withScene { scene in
            let download = scene.download("nothing")
            try await [1, 2, 3].write(toFileAt: download.part)
            let problem = await #expect(throws: Problem.self) { try await scene.client.download(download) }
            #expect(problem?.status == 404)
            #expect(try await scene.names().isEmpty)
        }
    }

    @Test("A link in the part's place is not followed")
    func link() async throws {
        try await withScene { scene in
            let victim = scene.directory.appending("victim")
            try await [7].write(toFileAt: victim)
            let download = scene.download()
            try await FileSystem.shared.createSymbolicLink(at: download.part, withDestination: victim)
            let error = await #expect(throws: ControlClientError.self) {
                try await scene.client.download(download)
            }
            guard case .file(_, operation: "write", _) = error else {
                Issue.record("\(error as Any)")
                return
            }
            #expect(try await scene.contents(victim) == [7])
        }
    }

    @Test("An old file is replaced, a directory that is missing is named")
    func target() async throws {
        try await withScene { scene in
            try await [1, 2, 3].write(toFileAt: scene.target)
            try await scene.client.download(scene.download())
            #expect(try await scene.contents(scene.target) == Self.bytes)
            let nowhere = Download(
                route: "/v1/file", to: scene.directory.appending("no").appending("x.jpg"),
                bytes: Self.bytes.count,
                sha256: Self.hex)
            let error = await #expect(throws: ControlClientError.self) {
                try await scene.client.download(nowhere)
            }
            #expect("\(error as Any)".contains("no/x.jpg: "))
        }
    }

    @Test("Unless it may replace it, another file of the name stays, and so does a file that has the name of a part")
    func other() async throws {
        try await withScene { scene in
            try await [1, 2, 3].write(toFileAt: scene.target)
            let neighbour = scene.directory.appending("got.jpg.part")
            try await [4].write(toFileAt: neighbour)
            let download = Download(route: "/v1/file", to: scene.target, bytes: Self.bytes.count, sha256: Self.hex)
            await #expect(throws: ControlClientError.self) { try await scene.client.download(download) }
            #expect(try await scene.contents(scene.target) == [1, 2, 3])
            #expect(try await scene.contents(neighbour) == [4])
            let evil = Download(route: "/v1/file", to: scene.target, bytes: 1, sha256: "../../x")
            #expect(evil.part.lastComponent?.string == "got.jpg..part")
        }
    }

    @Test("Without room for the next bytes it ends with the reason, and goes on later behind what is there")
    func room() async throws {
        try await withScene { scene in
            let full = Problem("insufficient-storage", status: 507, title: "Insufficient storage", detail: "full")
            let asked = Mutex(0)
            let refused = await problem {
                try await scene.client.download(
                    scene.download(),
                    willWrite: { bytes in
                        let sum = asked.withLock { sum in
                            sum += bytes
                            return sum
                        }
                        if sum > 2 << 20 { throw full }
                    })
            }
            #expect(refused == full)
            let part = try #require(try await scene.contents(scene.download().part))
            #expect(part.count >= 1 << 20 && part == Array(Self.bytes.prefix(part.count)))
            try await scene.client.download(scene.download())
            #expect(scene.saboteur.state.withLock { $0.ranges.last } == "bytes=\(part.count)-")
            #expect(try await scene.contents(scene.target) == Self.bytes)
        }
    }

    @Test("Cancelled, it leaves a part that can be taken up")
    func cancelled() async throws {
        try await withScene { scene in
            await withThrowingTaskGroup(of: Void.self) { group in
                let (client, download) = (scene.client, scene.download())
                group.addTask {
                    try await client.download(download) { bytes, _ in
                        if bytes > 0 { withUnsafeCurrentTask { $0?.cancel() } }
                    }
                }
                await #expect(throws: (any Error).self) { try await group.next() }
            }
            #expect(try await scene.contents(scene.target) == nil)
            try await scene.client.download(scene.download())
            #expect(try await scene.contents(scene.target) == Self.bytes)
        }
    }
}
