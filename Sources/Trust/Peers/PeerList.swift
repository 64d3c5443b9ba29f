// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import SystemPackage
import Wire

/// The content of `peers.json`.
struct PeerList: Codable {
    var version = 1
    /// True once cameras have lost the `view` that earlier versions granted to them; those versions do not write it.
    var viewWithdrawn: Bool?
    var peers: [Peer]

    /// The most peers, revoked ones included.
    static let limit = 1_000
    private static let sizeLimit = 16 << 20

    /// Reads the peers, by id, and whether `view` was withdrawn from cameras; without a file there are no peers.
    ///
    /// Throws if the file is damaged: an empty list would silently lock out the owner's own nodes.
    static func read(_ path: FilePath) throws(TrustError) -> (peers: [NodeID: Peer], isViewWithdrawn: Bool) {
        guard HomeFiles.exists(path) else { return ([:], true) }
        let list: PeerList
        do {
            list = try JSON.decode(PeerList.self, from: Data(try HomeFiles.read(path, limit: sizeLimit)))
        } catch let error as TrustError {
            if case .invalid = error { throw .damaged(path: path.string, reason: "\(error)") }
            throw error
        } catch {
            throw .damaged(path: path.string, reason: (error as? DecodingError)?.place ?? "it is not JSON")
        }
        guard list.version == 1 else {
            throw .damaged(path: path.string, reason: "it has version \(list.version), and this program knows 1")
        }
        guard list.peers.count <= limit else { throw .damaged(path: path.string, reason: "it has too many peers") }
        let peers = Dictionary(list.peers.map { ($0.id, $0) }) { first, _ in first }
        guard peers.count == list.peers.count else {
            throw .damaged(path: path.string, reason: "it has a peer twice")
        }
        return (peers, list.viewWithdrawn ?? false)
    }

    /// Writes the peers, sorted by id.
    static func write(_ peers: [NodeID: Peer], isViewWithdrawn: Bool, to path: FilePath) throws(TrustError) {
        let list = PeerList(viewWithdrawn: isViewWithdrawn ? true : nil, peers: peers.values.sorted { $0.id < $1.id })
        guard let data = try? JSON.encode(list, pretty: true) else {
            throw .file(operation: "write", path: path.string, reason: "the peers cannot be put as JSON")
        }
        try HomeFiles.replace(path, with: data)
    }
}
