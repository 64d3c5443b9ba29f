// SPDX-License-Identifier: Apache-2.0
import Nearby
import Synchronization
import Tasks
package import Wire

/// The sessions of peers who want to know where they are before the camera.
///
/// The desk measures only while a peer reads the updates of a session. Positions go to that peer alone, and are not stored.
package final class NearbyDesk: Sendable {
    /// The most sessions at once.
    private static let limit = 16
    /// The tags that sessions get; the others are for printed sheets.
    private static let tags = 100..<TagPattern.count
    /// The least time from one measurement to the next, in nanoseconds.
    private static let interval: Int64 = 100_000_000
    /// The most of the time that measurements take; their thread runs for six sevenths of it, so that it takes at most 0.3 of a core.
    private static let share = 0.35

    private struct Session {
        let visitor: String
        /// The peer's token.
        let token: String
        let tag: Int
        var size: Double
        let sizeUncertainty: Double
        var isShown = true
        var reader: AsyncStream<NearbyUpdate>.Continuation?
        /// The number of the reader, so that an old one does not end a new one.
        var serial = 0
        var isSuspended = false

        var peer: RangedPeer { RangedPeer(tag: tag, size: size, sizeUncertainty: sizeUncertainty) }
        var isWanted: Bool { reader != nil && isShown }

        /// Says once that the search is suspended for a reason, or without one that it goes on.
        mutating func tell(_ reason: String?) {
            guard isSuspended != (reason != nil) else { return }
            isSuspended = reason != nil
            reader?.yield(NearbyUpdate(token: token, phase: isSuspended ? .suspended : .resumed, reason: reason))
        }
    }

    private struct State {
        var sessions: [String: Session] = [:]
        var isMeasuring = false
    }

    /// The camera's lenses.
    package let lenses: LensBook
    private let isPermitted: Bool
    private let patience: Duration
    private let instrument: any RangingInstrument
    private let nursery: Nursery
    private let state = Mutex(State())

    /// - Parameters:
    ///   - isPermitted: whether the owner lets peers know where they are.
    ///   - patience: how long a session lasts without a reader.
    init(
        isPermitted: Bool, instrument: any RangingInstrument, lenses: LensBook, nursery: Nursery,
        patience: Duration = .seconds(10)
    ) {
        (self.isPermitted, self.patience, self.instrument, self.lenses) = (isPermitted, patience, instrument, lenses)
        self.nursery = nursery
    }

    /// The number of sessions.
    package var count: Int { state.withLock { $0.sessions.count } }

    /// Begins a session, which ends after 10 s without a reader.
    ///
    /// - Parameter visitor: who asks; only they can read and end it.
    package func begin(_ request: NearbyRequest, for visitor: String) async throws -> NearbySession {
        guard isPermitted else {
            throw Problem(
                "nearby-not-permitted", status: 403, title: "Not permitted",
                detail:
                    "the owner of this camera does not let it say where somebody is: start it with --nearby, or write "
                    + "`nearby: true` under `camera` in longshot.yaml")
        }
        guard NearbyRequest.sizes.contains(request.size), (0...0.5).contains(request.sizeUncertainty ?? 0) else {
            throw Problem.badRequest("size must be from 0.01 to 2 metres, and sizeUncertainty from 0 to 0.5")
        }
        guard NearbyRequest.tokens.contains(request.token.utf8.count),
            request.token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw Problem.badRequest("token must be 16 to 128 characters of ASCII, without spaces") }
        if let tag = request.tag, !(0..<TagPattern.count).contains(tag) {
            throw Problem.badRequest("tag must be from 0 to \(TagPattern.count - 1)")
        }
        let id = RandomID.fresh()
        abandoned(request.tag, of: visitor).forEach { invalidate($0, because: "begun anew") }
        let tag = try state.withLock { state throws(Problem) in
            guard state.sessions.count < Self.limit else {
                throw .busy("\(Self.limit) sessions of ranging run already: end one of them first")
            }
            let used = Set(state.sessions.values.map(\.tag))
            // Two sessions of one visitor with one size ask where the same sheet is.
            let others = state.sessions.values.filter { $0.visitor != visitor || $0.size != request.size }
            if let tag = request.tag, others.contains(where: { $0.tag == tag }) {
                throw .conflict(
                    "somebody else is looking for tag \(tag), and two people with one tag could not be told apart: use another tag, "
                        + "or wait until they have ended")
            }
            guard let tag = request.tag ?? Self.tags.filter({ !used.contains($0) }).randomElement() else {
                throw .busy("no tag is free")
            }
            state.sessions[id] = Session(
                visitor: visitor, token: request.token, tag: tag, size: request.size,
                sizeUncertainty: request.sizeUncertainty ?? 0)
            return tag
        }
        expire(id, serial: 0)
        return NearbySession(
            id: id, token: RandomID.fresh(), tag: tag, size: request.size, lens: await lenses.report())
    }

    /// The updates of a session, for one reader; a newer reader replaces it.
    package func updates(of id: String, for visitor: String) throws(Problem) -> AsyncStream<NearbyUpdate> {
        let (updates, reader) = AsyncStream.makeStream(of: NearbyUpdate.self, bufferingPolicy: .bufferingNewest(8))
        let (old, serial) = try change(id, of: visitor) { session in
            let old = session.reader
            session.reader = reader
            session.serial += 1
            return (old, session.serial)
        }
        old?.finish()
        reader.onTermination = { [weak self] _ in self?.leave(id, serial: serial) }
        measure()
        return updates
    }

    /// Changes a session: the size of its tag, or whether the peer shows it.
    package func change(_ id: String, _ change: NearbyChange, for visitor: String) throws(Problem) {
        if let size = change.size, !NearbyRequest.sizes.contains(size) {
            throw .badRequest("size must be from 0.01 to 2 metres")
        }
        try self.change(id, of: visitor) { session in
            session.size = change.size ?? session.size
            if let isShown = change.isShown, isShown != session.isShown {
                session.isShown = isShown
                session.tell(isShown ? nil : "the peer does not show its tag: its page is in the background")
            }
        }
        measure()
    }

    /// Ends a session.
    package func end(_ id: String, for visitor: String, because reason: String = "ended") throws(Problem) {
        try change(id, of: visitor) { _ in }
        invalidate(id, because: reason)
    }

    /// The sessions of a visitor for a tag whose updates nobody reads any more: a command that was ended begins anew.
    private func abandoned(_ tag: Int?, of visitor: String) -> [String] {
        state.withLock { state in
            state.sessions.filter { $0.value.tag == tag && $0.value.visitor == visitor && $0.value.reader == nil }
                .map(\.key)
        }
    }

    private func invalidate(_ id: String, because reason: String) {
        guard let session = state.withLock({ $0.sessions.removeValue(forKey: id) }) else { return }
        session.reader?.yield(NearbyUpdate(token: session.token, phase: .invalidated, reason: reason))
        session.reader?.finish()
    }

    @discardableResult
    private func change<Value: Sendable>(
        _ id: String, of visitor: String, _ body: (inout Session) -> Value
    ) throws(Problem) -> Value {
        let value: Value? = state.withLock { state in
            // Another visitor's session is none.
            guard state.sessions[id]?.visitor == visitor, var session = state.sessions[id] else { return nil }
            defer { state.sessions[id] = session }
            return body(&session)
        }
        guard let value else { throw .notFound("there is no such session of ranging: it has ended; begin another one") }
        return value
    }

    private func leave(_ id: String, serial: Int) {
        let isLast = state.withLock { state in
            guard state.sessions[id]?.serial == serial else { return false }
            state.sessions[id]?.reader = nil
            return true
        }
        if isLast { expire(id, serial: serial) }
    }

    /// Ends a session that gets no other reader in time.
    private func expire(_ id: String, serial: Int) {
        _ = nursery.begin { [weak self] in
            guard let self else { return }
            try? await Task.sleep(for: patience)
            guard state.withLock({ $0.sessions[id]?.serial == serial && $0.sessions[id]?.reader == nil })
            else { return }
            invalidate(id, because: "timed out: nobody reads its updates")
        }
    }

    /// Begins to measure, unless it is running or nobody waits.
    private func measure() {
        let mustBegin = state.withLock { state in
            guard !state.isMeasuring, state.sessions.values.contains(where: \.isWanted) else { return false }
            state.isMeasuring = true
            return true
        }
        if mustBegin, !nursery.begin({ [weak self] in await self?.run() }) { state.withLock { $0.isMeasuring = false } }
    }

    private func run() async {
        while !Task.isCancelled {
            let peers = state.withLock { state in
                let peers = state.sessions.values.filter(\.isWanted).map(\.peer)
                state.isMeasuring = !peers.isEmpty
                return peers
            }
            guard !peers.isEmpty else { break }
            let begin = monotonicNanoseconds()
            let observation = await instrument.observe(peers)
            publish(observation)
            let rest = max(Self.interval, Int64(Double(observation.duration) / Self.share))
            try? await Task.sleep(for: .nanoseconds(max(0, begin + rest - monotonicNanoseconds())))
        }
        await instrument.rest()
    }

    private func publish(_ observation: RangingObservation) {
        let utc = observation.capturedAt.map { $0 + MediaClock().utcAtTickZero }
        let age = observation.capturedAt.map { max(0, monotonicNanoseconds() - $0) }
        state.withLock { state in
            for (id, var session) in state.sessions where session.isWanted {
                defer { state.sessions[id] = session }
                session.tell(observation.reason)
                guard observation.reason == nil else { continue }
                let found = observation.found[session.tag]
                session.reader?.yield(
                    NearbyUpdate(
                        token: session.token, phase: found?.position == nil ? .absent : .seen, reason: found?.reason,
                        capturedAt: utc, age: age, position: found?.position, corners: found?.corners,
                        lens: observation.lens))
            }
        }
    }
}
