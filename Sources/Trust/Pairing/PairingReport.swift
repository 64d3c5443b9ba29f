// SPDX-License-Identifier: Apache-2.0
package import Wire

/// The state of a pairing window: the answer of `GET /v1/pairing/window`.
package struct PairingReport: Codable, Sendable, Equatable {
    /// The phase of the window.
    package enum Phase: String, Codable, Sendable, CaseIterable {
        /// No window was opened yet.
        case idle
        /// Waiting for a joiner with the code.
        case open
        /// At least one joiner has begun and has not yet proved that it knows the code.
        case attempting
        /// A joiner knows the code and waits for the owner.
        case confirming
        /// The window is closed.
        case closed
    }

    /// A joiner that waits for the owner.
    package struct Candidate: Codable, Sendable, Equatable {
        /// The id of the attempt, which the owner's decision must name.
        package let session: String
        /// The id of its key, which is proved.
        package let id: NodeID
        /// The name that it claims.
        package let name: PeerName
        /// The role that it claims.
        package let role: PeerRole
        /// The grants that it requests here; for a camera, at most its default grants.
        package let wants: Grants
        /// The grants that it gives this node.
        package let gives: Grants
        /// The grants that it has here already, from a pairing before; nil if it has none.
        package let has: Grants?
        /// The cameras to which its view is bounded already; nil if it is not bounded.
        package let viewOf: [NodeID]?
        /// The words that its screen shows.
        package let words: [String]

        /// What it may do unless the owner decides otherwise: what it asks for, and what it has.
        ///
        /// A view that is bounded stays so. Nobody becomes an administrator unless the owner says so.
        package var usual: Rights { (before ?? Rights([])).adding(wants.subtracting(.admin)) }

        /// What it may do already; nil if it has no rights.
        package var before: Rights? {
            has == nil && viewOf == nil ? nil : Rights(has ?? [], viewOf: viewOf ?? [])
        }
    }

    /// The phase of the window.
    package let phase: Phase
    /// The time until it closes, in seconds; 0 if it is not open.
    @Within<Bounds.Seconds, Int> package var secondsLeft: Int
    /// Why it was closed; nil if it was not.
    package let ending: PairingWindow.Ending?
    /// The joiner that waits for the owner, if any.
    package let candidate: Candidate?
    /// What the node announces on the network while the pairing port is open: the tag of the window's code (`windowTag`), and the port.
    package var tag: String?
    /// The pairing port while it is open.
    @WithinIfPresent<Bounds.UsedPort, Int> package var port: Int?

    /// Describes a window.
    ///
    /// - Parameters:
    ///   - now: a time of the window's clock, in nanoseconds.
    ///   - rights: what a peer may do already.
    package init(_ state: PairingWindow.State, now: UInt64, rights: (NodeID) -> Rights? = { _ in nil }) {
        func seconds(_ until: UInt64) -> Int { until > now ? Int((until - now + 999_999_999) / 1_000_000_000) : 0 }
        switch state {
        case .idle: (phase, secondsLeft, ending, candidate) = (.idle, 0, nil, nil)
        case .open(let until): (phase, secondsLeft, ending, candidate) = (.open, seconds(until), nil, nil)
        case .attempting(_, let until):
            (phase, secondsLeft, ending, candidate) = (.attempting, seconds(until), nil, nil)
        case .confirming(let found, let until):
            (phase, secondsLeft, ending) = (.confirming, seconds(until), nil)
            let before = rights(found.party.id)
            candidate = Candidate(
                session: found.session, id: found.party.id, name: found.party.name, role: found.party.role,
                wants: .offered(to: found.party.role, wanting: found.wants), gives: found.gives,
                has: before.flatMap { $0.grants.isEmpty ? nil : $0.grants }, viewOf: before?.bound, words: found.words)
        case .closed(let why): (phase, secondsLeft, ending, candidate) = (.closed, 0, why, nil)
        }
    }
}
