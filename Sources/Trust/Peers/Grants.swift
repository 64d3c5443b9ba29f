// SPDX-License-Identifier: Apache-2.0

/// The permissions of a paired peer.
///
/// Encoded as an array of names in a fixed order. Decoding refuses an unknown name, because both sides of a pairing must agree on
/// the grants.
package struct Grants: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue & Grants.mask
    }

    /// A set of one grant.
    package init(_ grant: Grant) {
        self.init(rawValue: 1 << Grants.position(grant))
    }

    /// See live video, stills and state of every camera; `Rights` bounds it to some.
    package static let view = Grants(.view)
    /// Take stills and change the camera's controls.
    package static let shoot = Grants(.shoot)
    /// Start and stop recordings, fetch footage.
    package static let record = Grants(.record)
    /// Send files.
    package static let send = Grants(.send)
    /// Admit and revoke others, choose pipelines.
    package static let admin = Grants(.admin)

    /// All grants: the permissions of an owner.
    package static let all = Grants(rawValue: .max)

    /// The default grants of a peer with this role on a node with that role; the owner may choose others.
    package static func usual(for peer: PeerRole, on node: PeerRole) -> Grants {
        switch (peer, node) {
        case (.recorder, .camera): [.view, .record, .send]
        case (.camera, .recorder): .send
        case (.remote, .camera), (.remote, .recorder): [.view, .shoot, .record]
        case (.camera, _), (.recorder, _), (.remote, .remote): []
        }
    }

    /// The grants of a candidate if the owner does not choose.
    ///
    /// A camera gets at most its default grants, because a thief may have opened its box.
    package static func offered(to peer: PeerRole, wanting wants: Grants) -> Grants {
        peer == .camera ? wants.intersection(.usual(for: .camera, on: .recorder)) : wants
    }

    /// The grants one by one, in their fixed order.
    package var list: [Grant] {
        Grant.allCases.filter { contains(Grants($0)) }
    }

    private static let mask = UInt8(1 << Grant.allCases.count - 1)

    private static func position(_ grant: Grant) -> UInt8 {
        switch grant {
        case .view: 0
        case .shoot: 1
        case .record: 2
        case .send: 3
        case .admin: 4
        }
    }
}

extension Grants: CustomStringConvertible {
    /// The names, separated by spaces, such as `view record send`.
    package var description: String {
        list.map(\.rawValue).joined(separator: " ")
    }
}

extension Grants: Codable {
    /// Reads an array of names, each at most once.
    package init(from decoder: any Decoder) throws {
        var names = try decoder.unkeyedContainer()
        var grants: Grants = []
        while !names.isAtEnd {
            guard grants.insert(Grants(try names.decode(Grant.self))).inserted else {
                throw DecodingError.dataCorruptedError(in: names, debugDescription: "a grant is named twice")
            }
        }
        self = grants
    }

    /// Writes an array of names in their fixed order.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(list)
    }
}
