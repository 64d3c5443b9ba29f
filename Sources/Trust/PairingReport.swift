// SPDX-License-Identifier: Apache-2.0
package import Wire

/// How a pairing window is: the answer of `GET /v1/pairing/window`.
package struct PairingReport: Codable, Sendable, Equatable {
    /// Where the window stands.
    package enum Phase: String, Codable, Sendable, CaseIterable {
        /// No window was opened yet.
        case idle
        /// Waiting for somebody with the code.
        case open
        /// At least one joiner has begun and has not shown yet that it knows the code.
        case attempting
        /// Somebody knows the code and waits for the owner.
        case confirming
        /// The window is closed.
        case closed
    }

    /// Somebody who waits for the owner.
    package struct Candidate: Codable, Sendable, Equatable {
        /// Names the attempt that a decision is about.
        package let session: String
        /// The id of its key, which is proved.
        package let id: NodeID
        /// What it calls itself.
        package let name: PeerName
        /// What it says it is.
        package let role: PeerRole
        /// What it would like to do here; of a camera, no more than cameras usually get.
        package let wants: Grants
        /// What this node may do there.
        package let gives: Grants
        /// What its screen shows.
        package let words: [String]
    }

    /// Where the window stands.
    package let phase: Phase
    /// How long it stays open; 0 when it is not.
    @Within<Bounds.Seconds, Int> package var secondsLeft: Int
    /// Why it was closed.
    package let ending: PairingWindow.Ending?
    /// Who waits for the owner.
    package let candidate: Candidate?

    /// Describes a window at a moment of the clock that it is kept by.
    package init(_ state: PairingWindow.State, now: UInt64) {
        func seconds(_ until: UInt64) -> Int { until > now ? Int((until - now + 999_999_999) / 1_000_000_000) : 0 }
        switch state {
        case .idle: (phase, secondsLeft, ending, candidate) = (.idle, 0, nil, nil)
        case .open(let until): (phase, secondsLeft, ending, candidate) = (.open, seconds(until), nil, nil)
        case .attempting(_, let until):
            (phase, secondsLeft, ending, candidate) = (.attempting, seconds(until), nil, nil)
        case .confirming(let found, let until):
            (phase, secondsLeft, ending) = (.confirming, seconds(until), nil)
            candidate = Candidate(
                session: found.session, id: found.party.id, name: found.party.name, role: found.party.role,
                wants: .offered(to: found.party.role, wanting: found.wants), gives: found.gives, words: found.words)
        case .closed(let why): (phase, secondsLeft, ending, candidate) = (.closed, 0, why, nil)
        }
    }
}
