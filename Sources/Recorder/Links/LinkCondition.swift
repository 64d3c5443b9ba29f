// SPDX-License-Identifier: Apache-2.0
import Wire

/// The state machine of a link to a camera: a value without clock, network or disk.
struct LinkCondition {
    /// Why a link broke, or a connect failed.
    enum Failure {
        /// The camera has said that it stops.
        case goodbye
        /// The camera has not paired this recorder, or has revoked it; with the time, in seconds since 1970 UTC, if it said that.
        case revoked(at: Int64?)
        /// Another recorder with the same identity took over the session.
        case replaced(String)
        /// The camera lets this recorder in, and does not let it record; what it denies, in words.
        case denied(String)
        /// Any other failure, which may be temporary.
        case broken(String)
    }

    /// An action for the caller.
    enum Action: Equatable {
        case publish(CameraLinkState)
        /// A connected camera was lost, or has said that it stops: the caller records that in the archive.
        case noteSilence
        /// A connected camera was lost, or has said that it stops: the caller logs it.
        case tellLoss(reason: String, isOrderly: Bool)
        /// The camera has revoked this recorder, or never paired it.
        case noteRevocation
        /// The camera still cannot be reached.
        case stayAway(reason: String)
    }

    /// An answer of a camera that it does not let this recorder in.
    struct Refusal: Sendable, Equatable {
        /// What is known of the camera's reason.
        enum Certainty: Sendable, Equatable {
            /// The camera has said that and when it revoked this recorder.
            case said
            /// The camera has let this run of the program in before.
            case first
            /// The camera may have refused an earlier run of the program.
            case orBefore
        }

        /// When the camera revoked this recorder, or first refused it, in nanoseconds since 1970 UTC.
        let utc: Int64
        let certainty: Certainty

        /// What the camera did, and when, without its subject.
        var words: String {
            let moment = (utc / 1_000_000_000).momentOfSeconds
            return switch certainty {
            case .said: "revoked this recorder at \(moment)"
            case .first: "has not let this recorder in since \(moment)"
            case .orBefore: "has not let this recorder in since \(moment) or before"
            }
        }
    }

    /// How long a camera keeps the session of a broken link.
    static let patience = Duration.seconds(600)

    private(set) var link: CameraLinkState
    /// The first answer of the camera that it has not paired this recorder, or has revoked it; nil if it has accepted this recorder
    /// since.
    ///
    /// An answer that says when counts more.
    private(set) var refusal: Refusal?
    /// What the camera denies, if it does not let this recorder record; nil if it does, or has not answered.
    private(set) var denial: String?
    /// Whether the camera has been connected since this program began.
    private var hasConnected = false
    /// Why the link broke, until it is told: a camera that revokes this recorder cuts the link too, and says why at the next connect.
    private var untold: String?
    /// When the link broke; nil while it is connected, and before the first failure.
    private var brokenSince: ContinuousClock.Instant?

    /// The commands after which a camera and a recorder know each other again.
    static let pairing = Problem.pairingAgain("the camera", "the recorder", as: "recorder")

    init(_ link: CameraLinkState) {
        self.link = link
    }

    /// Notes that a session with the camera is open.
    ///
    /// A camera that has denied its footage answers so at each connect: its link counts as connected when it accepts this recorder.
    mutating func connect(as name: String?, at place: String) -> [Action] {
        (brokenSince, refusal, hasConnected) = (nil, nil, true)
        let denial = denial
        return tellLoss()
            + change { link in
                (link.name, link.address, link.revokedByPeerAt) = (name ?? link.name, place, nil)
                (link.phase, link.reason) = (denial == nil ? .connected : .suspended, denial)
                if denial == nil { link.lostSince = nil }
            }
    }

    /// Notes that the camera lets this recorder record.
    mutating func accept() -> [Action] {
        denial = nil
        return change { ($0.phase, $0.reason, $0.lostSince) = (.connected, nil, nil) }
    }

    /// Notes that the link broke, or that a connect failed.
    ///
    /// - Parameters:
    ///   - isJustPaired: whether the camera was paired some seconds ago. It stores that a moment later than this recorder, and refuses
    ///     it until then.
    ///   - utc: the wall clock, in nanoseconds since 1970 UTC, for what users read.
    mutating func fail(
        _ failure: Failure, isJustPaired: Bool = false, now: ContinuousClock.Instant, utc: Int64
    ) -> [Action] {
        var failure = failure
        if isJustPaired, case .revoked(at: nil) = failure {
            failure = .broken("the camera has not stored the pairing yet")
        }
        let since = brokenSince ?? now
        brokenSince = since
        let before = refusal
        var present = refusal ?? Refusal(utc: utc, certainty: hasConnected ? .first : .orBefore)
        if case .revoked(let time) = failure {
            if let time { present = Refusal(utc: time * 1_000_000_000, certainty: .said) }
            refusal = present
        }
        if case .denied(let answer) = failure { denial = answer }
        let (phase, reason): (LinkPhase, String) =
            switch failure {
            case .goodbye: (.lost, "ended: the camera was stopped")
            case .revoked:
                (.lost, "revoked: it \(present.words); \(Self.pairing)")
            case .replaced(let error): (.lost, "replaced: \(error)")
            case .broken(let error) where now - since > Self.patience: (.lost, "timed out: \(error)")
            case .denied(let error), .broken(let error): (.suspended, error)
            }
        let (wasConnected, refusedAt) = (link.phase == .connected, refusal.map { $0.utc / 1_000_000_000 })
        let actions = change { link in
            // What a goodbye says is worth more than that nobody answers afterwards.
            guard link.phase != .lost || phase == .lost else { return }
            (link.phase, link.reason) = (phase, reason)
            link.revokedByPeerAt = refusedAt
            if wasConnected { link.lostSince = utc }
        }
        var loss: [Action] = []
        switch failure {
        case .revoked: untold = nil
        case .broken where wasConnected: untold = reason
        case _ where wasConnected: loss = [.tellLoss(reason: reason, isOrderly: failure.isGoodbye)]
        default: loss = tellLoss()
        }
        return actions + (refusal == before ? [] : [.noteRevocation]) + loss
            + [wasConnected ? .noteSilence : .stayAway(reason: reason)]
    }

    /// Tells why the link broke, if that is not told yet.
    private mutating func tellLoss() -> [Action] {
        defer { untold = nil }
        return untold.map { [.tellLoss(reason: $0, isOrderly: false)] } ?? []
    }

    /// Notes that this recorder has revoked the camera.
    ///
    /// - Parameter time: when, in seconds since 1970 UTC.
    mutating func revoke(at time: Int64) -> [Action] {
        change { link in
            (link.phase, link.reason, link.revokedAt) = (.lost, "revoked: this recorder has revoked it", time)
        }
    }

    private mutating func change(_ body: (inout CameraLinkState) -> Void) -> [Action] {
        let before = link
        body(&link)
        return link == before ? [] : [.publish(link)]
    }
}
