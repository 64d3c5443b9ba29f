// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Logging
import NIOPosix
import Trust

/// Keeps on the disk when a node's peers and browsers were last there.
///
/// After a kill or a power loss that is at most a minute old, however long a peer was there. Nothing is written for each request:
/// as long as peers are there, their file is written once a minute, and once more for each that comes after a longer absence.
struct PeerSightings: Sendable {
    /// How often it is looked who is there.
    static let beat = Duration.seconds(5)
    /// How far the file may be behind for a peer, in seconds.
    static let lag: Int64 = 60

    let peers: PeerStore
    var browsers: BrowserDesk?
    let logger: Logger
    /// The peers that have a connection.
    let present: @Sendable () -> Set<NodeID>

    /// Notes which peers are there at a time in seconds since 1970 UTC; writes the files that are too far behind.
    func note(at utc: Int64) throws(TrustError) {
        for peer in present() { peers.saw(peer, at: utc) }
        try peers.flush(lag: Self.lag)
        try browsers?.flush(lag: Self.lag)
    }

    /// Notes who is there until cancelled; logs the first of several failures.
    func run() async throws {
        var isFailing = false
        while true {
            do {
                try await Task.sleep(for: Self.beat)
            } catch {
                // Who is there at the end; the server writes that.
                for peer in present() { peers.saw(peer, at: Int64(Date().timeIntervalSince1970)) }
                throw error
            }
            do {
                try await NIOThreadPool.singleton.runIfActive { try note(at: Int64(Date().timeIntervalSince1970)) }
                isFailing = false
            } catch {
                try Task.checkCancellation()
                if !isFailing {
                    logger.warning(
                        "when peers and browsers were last seen is not written", metadata: ["error": "\(error)"])
                }
                isFailing = true
            }
        }
    }
}
