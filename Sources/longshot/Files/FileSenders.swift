// SPDX-License-Identifier: Apache-2.0
import ControlClient
import Trust
import Wire

/// The names of those who sent the files of a node, as far as the caller may know them.
struct FileSenders {
    private let node: String?
    private let user: String?
    private let names: CameraNames

    /// - Parameters:
    ///   - node: the id of the node, whose owner sends files under it; nil if it is not known.
    ///   - user: the id of this user; nil if the names include it.
    init(of node: String?, user: String?, _ names: CameraNames) {
        (self.node, self.user, self.names) = (node, user, names)
    }

    /// Requests the names from a node.
    ///
    /// A node tells its peers only to those who administer it. Then the names are those of a recorder's cameras, and those of the
    /// nodes with which this user is paired.
    init(of node: String?, on client: ControlClient) async {
        if let peers = try? await client.peers() {
            self.init(of: node, user: nil, CameraNames(peers))
            return
        }
        let user = try? RemoteHome()
        let cameras = ((try? await client.cameras()) ?? []).compactMap { link -> (id: NodeID, name: String)? in
            guard let id = link.camera.flatMap({ try? NodeID($0) }), let name = link.name else { return nil }
            return (id, name)
        }
        let known = user?.peers.peers.map { (id: $0.id, name: $0.name.text) } ?? []
        self.init(of: node, user: user?.identity.id.text, CameraNames(nodes: cameras + known))
    }

    /// The sender with an id: its name, or the beginning of the id.
    func name(of id: String) -> String {
        if id == node { return "the owner" }
        if id == user { return "this user" }
        return (try? NodeID(id)).map(names.text) ?? String(id.prefix(7))
    }
}
