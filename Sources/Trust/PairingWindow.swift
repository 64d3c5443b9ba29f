// SPDX-License-Identifier: Apache-2.0

/// The owner's side of pairing: for five minutes somebody who has the code may ask to be let in.
///
/// A machine of states without clock, chance or network of its own: each call says what time it is (in nanoseconds of a
/// clock that never steps) and who is on the other end of the TLS connection. Anything may be called at any time.
package struct PairingWindow: Sendable {
    /// What the owner sees.
    package enum State: Sendable, Equatable {
        /// No window was opened yet.
        case idle
        /// Waiting for somebody with the code.
        case open(until: UInt64)
        /// At least one joiner has begun and has not shown yet that it knows the code: the one that began first.
        case attempting(NodeID, until: UInt64)
        /// Somebody waits for the owner's decision.
        case confirming(PairingCandidate, until: UInt64)
        /// The window is closed and its code is worthless.
        case closed(Ending)
    }

    /// Why a window was closed.
    package enum Ending: String, Sendable, Codable, CaseIterable {
        /// Somebody was let in.
        case paired
        /// Somebody was refused.
        case denied
        /// Its time was over.
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
    /// How long a joiner may take to confirm, which needs no person.
    package static let proofTime: UInt64 = 15_000_000_000
    /// How many joiners may be about to confirm; beyond it, the one that began first is forgotten.
    package static let attemptLimit = 16
    /// How long a joiner that waits for the owner may be silent.
    package static let pollTime: UInt64 = 90_000_000_000
    /// How long after its end a window still tells the joiner what became of it.
    package static let epilogueTime: UInt64 = 10_000_000_000
    /// As many wrong codes close the window.
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

    /// What is left to say to the joiner when the window is closed.
    struct Epilogue {
        let candidate: PairingCandidate
        var verdict: PairingVerdict
        var until: UInt64
    }

    enum Phase {
        case idle
        case open(Opening)
        /// The attempts in the order in which they began; never none.
        case attempting(Opening, [Attempt])
        case confirming(Opening, Attempt, PairingCandidate)
        case closed(Ending, Epilogue?)
    }

    let owner: PairingParty
    var phase = Phase.idle

    /// A node without an open window.
    package init(owner: PairingParty) {
        self.owner = owner
    }

    /// Opens the window, or another one in place of the one that is open, and gives its code.
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

    /// What the owner sees now.
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

    /// Whether the pairing port must be there: a window is open, or a joiner has not been told yet how it ended.
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

    /// Closes a window that is open; a candidate is told.
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

    /// Lets time pass: whoever took too long is forgotten, and what is over is closed.
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
    /// An open window with these attempts, or without any.
    static func awaiting(_ opening: PairingWindow.Opening, _ attempts: [PairingWindow.Attempt]) -> Self {
        attempts.isEmpty ? .open(opening) : .attempting(opening, attempts)
    }
}
