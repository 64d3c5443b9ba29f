// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Trust
import Wire

/// Grants as users write them: `view,record`, `view:porch,send`, or `none`.
struct GrantList: ExpressibleByArgument {
    /// The grants that are not bound to cameras.
    let grants: Grants
    /// The cameras to which `view` is bound, by name or id.
    let cameras: [String]

    init?(argument: String) {
        var (grants, cameras): (Grants, [String]) = ([], [])
        for part in argument == "none" ? [] : argument.split(separator: ",", omittingEmptySubsequences: false) {
            if let grant = Trust.Grant(rawValue: String(part)) {
                grants.insert(Grants(grant))
            } else if let camera = part.removing(prefix: "\(Trust.Grant.view.rawValue):"), !camera.isEmpty {
                cameras.append(camera)
            } else {
                return nil
            }
        }
        (self.grants, self.cameras) = (grants, cameras)
    }

    /// The rights on a running node.
    func rights(on client: ControlClient) async throws -> Rights {
        guard !cameras.isEmpty else { return Rights(grants) }
        return try rights(among: try await client.peers())
    }

    /// The rights on the node with these peers.
    func rights(among peers: [Peer]) throws -> Rights {
        guard cameras.isEmpty || !grants.contains(.view) else {
            throw ValidationError("view shows every camera already: leave it out, or leave out view:\(cameras[0])")
        }
        return Rights(grants, viewOf: try cameras.map { try camera($0, among: peers).id })
    }

    private func camera(_ named: String, among peers: [Peer]) throws -> Peer {
        let known = peers.filter { $0.role == .camera }
        let found =
            try NamedChoice.find(named, in: known.filter { !$0.isRevoked }, id: \.id.text) { [$0.name.text] }
            ?? NamedChoice.find(named, in: known, id: \.id.text) { [$0.name.text] }
        guard let found else {
            throw UnknownName(
                kind: "camera of this node", name: named, known: known.map(\.name.text), list: "longshot pair list")
        }
        return found
    }
}

extension Substring {
    fileprivate func removing(prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
