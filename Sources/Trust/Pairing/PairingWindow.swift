// SPDX-License-Identifier: Apache-2.0

/// The owner's side of pairing: for five minutes, a joiner with the code may ask to be admitted.
///
/// A state machine without a clock, random numbers or network of its own: the caller passes the time (nanoseconds of a monotonic
/// clock) and the certificate that the joiner showed in TLS. All calls are allowed in every state.
package struct PairingWindow: Sendable {
    /// The window as the owner sees it.
    package enum State: Sendable, Equatable {
        /// No window was opened yet.
        case idle
        /// Waiting for a joiner with the code.
        case open(until: UInt64)
        /// At least one joiner has begun and has not yet proved that it knows the code; the id of the first one.
        case attempting(NodeID, until: UInt64)
        /// A joiner waits for the owner's decision.
        case confirming(PairingCandidate, until: UInt64)
        /// The window is closed and its code is worthless.
        case closed(Ending)
    }

    /// Why a window was closed.
    package enum Ending: String, Sendable, Codable, CaseIterable {
        /// A joiner was admitted.
        case paired
        /// The owner refused the joiner.
        case denied
        /// The window timed out.
        case expired
        /// Too many wrong codes.
        case failures
        /// The owner closed it.
        case withdrawn
        /// The new peer could not be stored.
        case unsaved
    }

    /// How long a window is open, in nanoseconds.
    package static let lifetime: UInt64 = 300_000_000_000
    /// The timeout for a joiner's proof, which needs no person, in nanoseconds.
    package static let proofTime: UInt64 = 15_000_000_000
    /// The most attempts before proof; a further one replaces the oldest.
    package static let attemptLimit = 16
    /// The longest time between two polls of a joiner that waits for the owner, in nanoseconds.
    package static let pollTime: UInt64 = 90_000_000_000
    /// How long a closed window still tells the joiner the outcome, in nanoseconds.
    package static let epilogueTime: UInt64 = 10_000_000_000
    /// The number of wrong proofs that closes the window.
    package static let failureLimit = 5

    struct Opening {
        let code: PairingCode
        let until: UInt64
        var failures = 0
    }

    struct Attempt {
        let hello: PairingHello
        let joiner: PairingParty
        let session: String
        let nonce: Bytes32
        var until: UInt64
    }

    /// The verdict that the joiner can still poll after the window was closed.
    struct Epilogue {
        let candidate: PairingCandidate
        var verdict: PairingVerdict
        var until: UInt64
    }

    enum Phase {
        case idle
        case open(Opening)
        /// The attempts, oldest first; never empty.
        case attempting(Opening, [Attempt])
        case confirming(Opening, Attempt, PairingCandidate)
        case closed(Ending, Epilogue?)
    }

    let owner: PairingParty
    var phase = Phase.idle

    /// Describes a node that has not opened a window.
    package init(owner: PairingParty) {
        self.owner = owner
    }

    /// Opens the window and returns its code; replaces a window that is open.
    package mutating func open(now: UInt64, using generator: inout some RandomNumberGenerator) -> PairingCode {
        let code = PairingCode(using: &generator)
        phase = .open(Opening(code: code, until: now + Self.lifetime))
        return code
    }

    /// Closes the window, if it is open.
    package mutating func close(now: UInt64) {
        advance(to: now)
        end(.withdrawn, .closed, now: now)
    }

    /// The state at a time, as the owner sees it.
    package func state(now: UInt64) -> State {
        switch later(now).phase {
        case .idle: .idle
        case .open(let opening): .open(until: opening.until)
        case .attempting(let opening, let attempts):
            attempts.first.map { .attempting($0.joiner.id, until: opening.until) } ?? .open(until: opening.until)
        case .confirming(let opening, _, let candidate): .confirming(candidate, until: opening.until)
        case .closed(let ending, _): .closed(ending)
        }
    }

    /// Whether the pairing port is needed: a window is open, or a joiner may not know yet how it ended.
    package func isListening(now: UInt64) -> Bool {
        switch later(now).phase {
        case .idle, .closed(_, nil): false
        case .open, .attempting, .confirming, .closed(_, .some): true
        }
    }

    private func later(_ now: UInt64) -> PairingWindow {
        var later = self
        later.advance(to: now)
        return later
    }

    /// Closes an open window; a candidate can still poll the verdict.
    mutating func end(_ ending: Ending, _ verdict: PairingVerdict.State, now: UInt64) {
        switch phase {
        case .idle, .closed:
            break
        case .open, .attempting:
            phase = .closed(ending, nil)
        case .confirming(_, _, let candidate):
            phase = .closed(
                ending,
                Epilogue(candidate: candidate, verdict: PairingVerdict(verdict), until: now + Self.epilogueTime))
        }
    }

    /// Applies the timeouts: drops attempts that took too long and closes an expired window.
    mutating func advance(to now: UInt64) {
        switch phase {
        case .open(let opening) where now >= opening.until, .attempting(let opening, _) where now >= opening.until,
            .confirming(let opening, _, _) where now >= opening.until:
            end(.expired, .closed, now: now)
        case .attempting(let opening, let attempts):
            phase = .awaiting(opening, attempts.filter { now < $0.until })
        case .confirming(let opening, let attempt, _) where now >= attempt.until:
            phase = .open(opening)
        case .closed(let ending, let epilogue?) where now >= epilogue.until:
            phase = .closed(ending, nil)
        case .idle, .open, .confirming, .closed:
            break
        }
    }
}

extension PairingWindow.Phase {
    /// An open window with these attempts, if any.
    static func awaiting(_ opening: PairingWindow.Opening, _ attempts: [PairingWindow.Attempt]) -> Self {
        attempts.isEmpty ? .open(opening) : .attempting(opening, attempts)
    }
}
