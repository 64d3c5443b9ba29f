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

    /// An answer of a camera that it does not let this recorder in.
    struct Refusal: Sendable, Equatable {
        /// When it came, in nanoseconds since 1970 UTC.
        let utc: Int64
        /// Whether it is known to be the first one; false if the camera may have refused an earlier run of this program.
        let isFirst: Bool

        /// The time as text.
        var words: String { Problem.moment(utc) + (isFirst ? "" : " or before") }
    }

    /// How long a camera keeps the session of a broken link.
    static let patience = Duration.seconds(600)

    private(set) var link: CameraLinkState
    /// The first answer of the camera that it has not paired this recorder, or has revoked it; nil if it has accepted this recorder
    /// since.
    private(set) var refusal: Refusal?
    /// Whether the camera has been connected since this program began.
    private var hasConnected = false
    /// When the link broke; nil while it is connected, and before the first failure.
    private var brokenSince: ContinuousClock.Instant?

    init(_ link: CameraLinkState) {
        self.link = link
    }

    /// Notes that a session with the camera is open.
    mutating func connect(as name: String?, at place: String) -> [Action] {
        (brokenSince, refusal, hasConnected) = (nil, nil, true)
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
        let wasRefused = refusal != nil
        let present = refusal ?? Refusal(utc: utc, isFirst: hasConnected)
        if case .revoked = failure { refusal = present }
        let (phase, reason): (LinkPhase, String) =
            switch failure {
            case .goodbye: (.lost, "ended: the camera was stopped")
            case .revoked:
                (
                    .lost,
                    "revoked: it has not let this recorder in since \(present.words); pair them again"
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
        return actions + (wasRefused == (refusal != nil) ? [] : [.noteRevocation])
            + [wasConnected ? .noteSilence(reason: reason) : .stayAway(reason: reason)]
    }

    private mutating func change(_ body: (inout CameraLinkState) -> Void) -> [Action] {
        let before = link
        body(&link)
        return link == before ? [] : [.publish(link)]
    }
}
