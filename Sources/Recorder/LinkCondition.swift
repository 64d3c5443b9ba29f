// SPDX-License-Identifier: Apache-2.0
import Wire

/// The state machine of a link to a camera: a value without clock, network or disk.
struct LinkCondition {
    /// Why a link broke, or a connect failed.
    enum Failure {
        /// The camera has said that it stops.
        case goodbye
        /// The camera has not paired this recorder, or has revoked it.
        case revoked(String)
        /// Another recorder with the same identity took over the session.
        case replaced(String)
        /// Any other failure, which may be temporary.
        case broken(String)
    }

    /// An action for the caller.
    enum Action: Equatable {
        case publish(CameraLinkState)
        /// A connected camera was lost: the caller records that in the archive.
        case noteSilence(reason: String)
        /// The camera has revoked this recorder, or never paired it.
        case noteRevocation
        /// The camera still cannot be reached.
        case stayAway(reason: String)
    }

    /// How long a camera keeps the session of a broken link.
    static let patience = Duration.seconds(600)

    private(set) var link: CameraLinkState
    /// Whether the camera's last answer was that it has not paired this recorder, or has revoked it.
    private(set) var isRevoked = false
    /// When the link broke; nil while it is connected, and before the first failure.
    private var brokenSince: ContinuousClock.Instant?

    init(_ link: CameraLinkState) {
        self.link = link
    }

    /// Notes that a session with the camera is open.
    mutating func connect(as name: String?, at place: String) -> [Action] {
        (brokenSince, isRevoked) = (nil, false)
        return change { link in
            (link.phase, link.name, link.reason) = (.connected, name ?? link.name, nil)
            link.address = place
        }
    }

    /// Notes that the link broke, or that a connect failed.
    mutating func fail(_ failure: Failure, now: ContinuousClock.Instant) -> [Action] {
        let since = brokenSince ?? now
        brokenSince = since
        let wasRevoked = isRevoked
        if case .revoked = failure { isRevoked = true }
        let (phase, reason): (LinkPhase, String) =
            switch failure {
            case .goodbye: (.lost, "ended: the camera said goodbye")
            case .revoked(let error): (.lost, "revoked: \(error)")
            case .replaced(let error): (.lost, "replaced: \(error)")
            case .broken(let error) where now - since > Self.patience: (.lost, "timed out: \(error)")
            case .broken(let error): (.suspended, error)
            }
        let wasConnected = link.phase == .connected
        let actions = change { link in
            // What a goodbye says is worth more than that nobody answers afterwards.
            guard link.phase != .lost || phase == .lost else { return }
            (link.phase, link.reason) = (phase, reason)
        }
        return actions + (wasRevoked == isRevoked ? [] : [.noteRevocation])
            + [wasConnected ? .noteSilence(reason: reason) : .stayAway(reason: reason)]
    }

    private mutating func change(_ body: (inout CameraLinkState) -> Void) -> [Action] {
        let before = link
        body(&link)
        return link == before ? [] : [.publish(link)]
    }
}
