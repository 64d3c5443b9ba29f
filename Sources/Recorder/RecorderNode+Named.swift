// SPDX-License-Identifier: Apache-2.0
import Pipelines
import Trust
import Wire

/// The cameras of a recorder by their names.
extension RecorderNode {
    /// The link to a camera, unless this recorder has revoked the camera; its link ends a moment later.
    func pairedLink(_ camera: String?) throws(Problem) -> CameraLink {
        let link: CameraLink
        do {
            link = try self.link(camera)
        } catch {
            let revoked = peers.peers.filter { $0.role == .camera && $0.isRevoked }
            guard let camera, error.status == 404,
                let peer = try NamedChoice.find(camera, in: revoked, id: \.id.text, names: { [$0.name.text] })
            else { throw error }
            throw .revoked(hereCamera: peer.name.text, at: peer.revokedAt)
        }
        if let peer = peers[link.id], peer.isRevoked {
            throw .revoked(hereCamera: peer.name.text, at: peer.revokedAt)
        }
        return link
    }

    /// The link to the camera with an id, or with a name or address that no other camera has; nil means the only camera.
    func link(_ camera: String?, within scope: ViewScope = .all) throws(Problem) -> CameraLink {
        let links = links(within: scope)
        func names(_ separator: String) -> String {
            let known = links.map { (id: $0.id.text, name: $0.link.name ?? $0.link.address) }
            let shown = DistinctNames(known)
            return known.map { shown.text($0.id, $0.name) }.joined(separator: separator)
        }
        if let camera {
            let named = try NamedChoice.find(camera, in: links, id: \.id.text) { link in
                let link = link.link
                return [link.name, link.address].compactMap { $0 }
            }
            guard let named else {
                let nearest = Suggestion.closest(to: camera, in: links.compactMap(\.link.name))
                throw .notFound(
                    "this recorder has no camera \"\(camera)\" (\(links.isEmpty ? "it has none" : "it has: \(names(", "))")): "
                        + (nearest.map { "did you mean \"\($0)\"?" }
                            ?? (camera.contains(",") ? "name several with an option `--camera` each" : nil)
                                ?? "look at the name, or pair another one with it (`longshot pair open` there)")
                )
            }
            return named
        }
        guard let only = links.first, links.count == 1 else {
            throw .badRequest(
                links.isEmpty
                    ? "this recorder has no camera: `longshot pair open` on one, and then `longshot pair join --as recorder` here"
                    : "this recorder has \(links.count) cameras: name one of them (`--camera`), "
                        + names(" or "))
        }
        return only
    }
}
