// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import SystemPackage
import Tasks
package import Wire

/// The cameras on the networks of a camera node, for clients that want to see them.
package final class NetworkCameraDesk: Sendable {
    /// The largest list and the largest picture, in bytes.
    private static let (listLimit, pictureLimit) = (8 << 20, 8 << 20)
    /// The most streams that are remembered: 16 each of the 256 cameras of a search.
    private static let streamLimit = 4_096
    /// The longest host, user name or password, in bytes.
    private static let wordLimit = 255

    private let program: DeviceProgram
    private let turns = Turns(limit: 1)
    /// What can be shown of the last search and of each host that was asked since: a picture is taken of no other address.
    private let streams = Mutex<[NetworkStream]>([])

    init(home: FilePath) {
        program = .network(home: home)
    }

    /// Asks one host, or all that answer a search, for their streams; takes seconds.
    package func search(_ search: NetworkSearch) async throws -> [NetworkCamera] {
        guard search.user == nil || search.host != nil else {
            throw Problem.badRequest("name the host that gets the user's name and the digest of the password")
        }
        let words = [search.host, search.user?.name, search.user?.password.reveal()].compactMap(\.self)
        guard words.allSatisfy({ (1...Self.wordLimit).contains($0.utf8.count) }) else {
            throw Problem.badRequest("host, user's name and password have from 1 to \(Self.wordLimit) bytes each")
        }
        let bytes = try await run([], with: search, limit: Self.listLimit)
        guard let found = try? JSON.decode([NetworkCamera].self, from: Data(bytes)) else {
            throw Problem.conflict("the program that looks for cameras gave no list: `longshot cameras` says more")
        }
        streams.withLock { streams in
            if search.host == nil { streams = [] }
            streams += found.flatMap(\.streams).filter { $0.pipeline != nil }
            // Those of the last hosts.
            streams.removeFirst(max(0, streams.count - Self.streamLimit))
        }
        return found
    }

    /// A picture of a stream in JPEG.
    package func picture(_ picture: NetworkPicture) async throws -> [UInt8] {
        guard let pipeline = streams.withLock({ $0.last { $0.location == picture.location } })?.pipeline else {
            throw Problem.notFound("no camera has told this stream: ask with POST /v1/devices/network")
        }
        return try await run(["--pipeline", pipeline], with: picture, limit: Self.pictureLimit)
    }

    /// Runs the program, which reads the request from its standard input: a password is no argument.
    private func run(_ arguments: [String], with request: some Encodable, limit: Int) async throws -> [UInt8] {
        try await turns.take()
        defer { turns.give() }
        return try await program.output(arguments, input: Array(JSON.encode(request)), limit: limit)
    }
}
