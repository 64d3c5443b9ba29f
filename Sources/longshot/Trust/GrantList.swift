// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import ControlClient
import Pipelines
import Trust
import Wire

/// Grants as users write them: `view,record`, `view:porch,send`, or `none`.
struct GrantList {
    /// The grants that are not bound to cameras.
    let grants: Grants
    /// The cameras to which `view` is bound, by name or id.
    let cameras: [String]

    /// Reads grants; throws `ValidationError` with the word that is wrong.
    init(reading text: String) throws {
        var (grants, cameras): (Grants, [String]) = ([], [])
        for part in text == "none" ? [] : text.split(separator: ",", omittingEmptySubsequences: false) {
            if let camera = part.removing(prefix: "\(Trust.Grant.view.rawValue):"), !camera.isEmpty {
                cameras.append(camera)
            } else {
                grants.insert(Grants(try Trust.Grant(reading: part, besides: ["view:CAMERA"])))
            }
        }
        (self.grants, self.cameras) = (grants, cameras)
    }

    /// The rights on a running node.
    ///
    /// - Parameter node: the options that select the node in a command, with a space before each.
    func rights(on client: ControlClient, _ node: String) async throws -> Rights {
        guard !cameras.isEmpty else { return Rights(grants) }
        return try rights(among: try await client.peers(), node)
    }

    /// The rights on the node with these peers.
    func rights(among peers: [Peer], _ node: String) throws -> Rights {
        guard cameras.isEmpty || !grants.contains(.view) else {
            throw ValidationError("view shows every camera already: leave it out, or leave out view:\(cameras[0])")
        }
        return Rights(grants, viewOf: try cameras.map { try camera($0, among: peers, node).id })
    }

    private func camera(_ named: String, among peers: [Peer], _ node: String) throws -> Peer {
        let known = peers.filter { $0.role == .camera }
        guard !known.isEmpty else {
            throw Problem.conflict(
                "no camera is paired with this node, so view:\(named) gives nothing: it is for a recorder of several cameras; a "
                    + "camera's own picture is view")
        }
        let found =
            try NamedChoice.find(named, in: known.filter { !$0.isRevoked }, id: \.id.text) { [$0.name.text] }
            ?? NamedChoice.find(named, in: known, id: \.id.text) { [$0.name.text] }
        guard let found else {
            throw UnknownName(
                kind: "camera", place: "of this node", name: named, known: known.map(\.name.text),
                list: "longshot pair list\(node)")
        }
        return found
    }
}

extension Rights {
    /// Says what somebody may do now, and what no longer.
    func change(of name: String, from before: Rights, naming cameras: CameraNames) -> String {
        let now = text(naming: cameras.name)
        let seen = grants.isDisjoint(with: .view) ? viewOf : before.viewOf
        let lost = Rights(before.grants.subtracting(grants), viewOf: before.viewOf.subtracting(seen))
        let less = lost.isEmpty ? "" : "; no longer: \(lost.text(naming: cameras.name))"
        return "\(ShownName(name)) may now: \(now.isEmpty ? "nothing" : now)\(less)"
    }
}

extension Grants {
    /// Reads `view,record`, or `none`; throws `ValidationError` with the word that is wrong.
    init(reading text: String) throws {
        let words = text == "none" ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
        self = Grants(try words.map { Grants(try Trust.Grant(reading: $0)) })
    }
}

extension Trust.Grant {
    /// Reads a grant; throws `ValidationError` with those that there are, and with the nearest one.
    ///
    /// - Parameter others: what else may be written there.
    fileprivate init(reading word: Substring, besides others: [String] = []) throws {
        guard let grant = Self(rawValue: String(word)) else {
            let known = Self.allCases.map(\.rawValue)
            let nearest = Suggestion.closest(to: String(word), in: known).map { " Did you mean \"\($0)\"?" } ?? ""
            throw ValidationError(
                "\"\(word)\" is no grant.\(nearest) There are \((known + others).joined(separator: ", ")), with commas "
                    + "between; none alone for nothing")
        }
        self = grant
    }
}

extension Substring {
    fileprivate func removing(prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
