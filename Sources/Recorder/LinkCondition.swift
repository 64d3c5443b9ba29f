// SPDX-License-Identifier: Apache-2.0
import Wire

/// The state machine of a link to a camera: a value without clock, network or disk.
struct LinkCondition {
    /// Why a link broke, or a connect failed.
    enum Failure {
        /// The camera has said that it stops.
        case goodbye
        /// The camera has not paired this recorder, or has revoked it.
        case revoked
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
    /// When the camera first answered that it has not paired this recorder, or has revoked it, in nanoseconds since 1970 UTC; nil if
    /// it has accepted this recorder since.
    private(set) var revokedSince: Int64?
    /// When the link broke; nil while it is connected, and before the first failure.
    private var brokenSince: ContinuousClock.Instant?

    init(_ link: CameraLinkState) {
        self.link = link
    }

    /// Notes that a session with the camera is open.
    mutating func connect(as name: String?, at place: String) -> [Action] {
        (brokenSince, revokedSince) = (nil, nil)
        return change { link in
            (link.phase, link.name, link.reason, link.lostSince) = (.connected, name ?? link.name, nil, nil)
            link.address = place
        }
    }

    /// Notes that the link broke, or that a connect failed.
    ///
    /// - Parameter utc: the wall clock, in nanoseconds since 1970 UTC, for what users read.
    mutating func fail(_ failure: Failure, now: ContinuousClock.Instant, utc: Int64) -> [Action] {
        let since = brokenSince ?? now
        brokenSince = since
        let wasRevoked = revokedSince != nil
        if case .revoked = failure { revokedSince = revokedSince ?? utc }
        let (phase, reason): (LinkPhase, String) =
            switch failure {
            case .goodbye: (.lost, "ended: the camera was stopped")
            case .revoked:
                (
                    .lost,
                    "revoked: it has not let this recorder in since \(Problem.moment(revokedSince ?? utc)); pair them again"
                )
            case .replaced(let error): (.lost, "replaced: \(error)")
            case .broken(let error) where now - since > Self.patience: (.lost, "timed out: \(error)")
            case .broken(let error): (.suspended, error)
            }
        let wasConnected = link.phase == .connected
        let actions = change { link in
            // What a goodbye says is worth more than that nobody answers afterwards.
            guard link.phase != .lost || phase == .lost else { return }
            (link.phase, link.reason) = (phase, reason)
            if wasConnected { link.lostSince = utc }
        }
        return actions + (wasRevoked == (revokedSince != nil) ? [] : [.noteRevocation])
            + [wasConnected ? .noteSilence(reason: reason) : .stayAway(reason: reason)]
    }

    private mutating func change(_ body: (inout CameraLinkState) -> Void) -> [Action] {
        let before = link
        body(&link)
        return link == before ? [] : [.publish(link)]
    }
}
