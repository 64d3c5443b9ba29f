// SPDX-License-Identifier: Apache-2.0
import Crypto
import FoundationEssentials
import Synchronization
package import SystemPackage
import Wire

/// The browsers that may use a node's page: one-time links, and the sessions of `HOME/browsers.json`.
///
/// A browser cannot pin a certificate, so a link that works once admits it. Tokens and cookies are 256 random bits. The store keeps
/// only their digests, which are not credentials.
package final class BrowserStore: Sendable {
    private struct Invitation {
        /// The name that the owner chose; nil if the browser is named by its program.
        let name: PeerName?
        let rights: Rights
        let until: UInt64
    }

    private struct State {
        var invitations: [Bytes32: Invitation] = [:]
        var sessions: [String: BrowserSession]
        /// When each browser was last seen, as the file has it.
        var written: [String: Int64]
    }

    /// The lifetime of a link, in nanoseconds.
    package static let linkLifetime: UInt64 = 300_000_000_000
    /// How long a session lasts without use, in seconds.
    package static let sessionLifetime: Int64 = 30 * 86_400
    /// The most sessions, and the most open links.
    package static let limit = 64

    private let path: FilePath
    private let state: Mutex<State>
    private let disk = Mutex(())

    /// Reads the sessions of a home.
    package init(home: FilePath) throws(TrustError) {
        path = home.appending("browsers.json")
        var sessions: [BrowserSession] = []
        if HomeFiles.exists(path) {
            do {
                sessions = try JSON.decode([BrowserSession].self, from: Data(try HomeFiles.read(path, limit: 1 << 20)))
            } catch let error as TrustError {
                throw error
            } catch {
                throw .damaged(path: path.string, reason: (error as? DecodingError)?.place ?? "it is not JSON")
            }
        }
        let known = Dictionary(sessions.map { ($0.id, $0) }) { first, _ in first }
        state = Mutex(State(sessions: known, written: known.mapValues(\.lastSeen)))
    }

    /// Makes the token of a link, which admits one browser within five minutes.
    ///
    /// - Parameter name: the browser's name; nil for what it says that it is when it enters.
    package func invite(_ name: PeerName?, _ rights: Rights, now: UInt64) throws(TrustError) -> Secret<String> {
        try rights.requireSmallBound()
        var generator = SystemRandomNumberGenerator()
        let token = Base32.encode(generator.bytes(32))
        try state.withLock { state throws(TrustError) in
            state.invitations = state.invitations.filter { $0.value.until > now }
            guard state.invitations.count < Self.limit else { throw .tooMany("open links", limit: Self.limit) }
            state.invitations[Self.digest(of: token)] = Invitation(
                name: name, rights: rights, until: now + Self.linkLifetime)
        }
        return Secret(token)
    }

    /// The name and rights that the link with this token would give to a browser; does not use the link up.
    package func greeting(_ token: String, now: UInt64) throws(TrustError) -> PageGreeting {
        guard let invitation = state.withLock({ $0.invitations[Self.digest(of: token)] }), invitation.until > now
        else { throw Self.spent }
        return PageGreeting(
            words: PairingWords.words(ofLink: token), browser: invitation.name, rights: invitation.rights)
    }

    /// Admits the browser with this token, uses the token up, and returns the cookie of the new session.
    ///
    /// If the session cannot be written, nobody is admitted, and the token stays good.
    ///
    /// - Parameter userAgent: what the browser says that it is.
    package func enter(_ token: String, userAgent: String? = nil, now: UInt64, utc: Int64) throws(TrustError) -> Secret<
        String
    > {
        var generator = SystemRandomNumberGenerator()
        let (cookie, id) = (Base32.encode(generator.bytes(32)), Base32.encode(generator.bytes(5)))
        let link = Self.digest(of: token)
        let invitation = try state.withLock { state throws(TrustError) -> Invitation in
            guard let invitation = state.invitations.removeValue(forKey: link), invitation.until > now
            else { throw Self.spent }
            state.sessions = state.sessions.filter { utc - $0.value.lastSeen < Self.sessionLifetime }
            guard state.sessions.count < Self.limit else { throw .tooMany("browsers", limit: Self.limit) }
            let program = userAgent.flatMap(BrowserProgram.text)
            let name: PeerName
            if let chosen = invitation.name {
                name = chosen
            } else {
                name = try Self.freshName(program, besides: state.sessions.values.map(\.name.text))
            }
            state.sessions[id] = BrowserSession(
                id: id, name: name, program: program,
                grants: invitation.rights.grants, viewOf: invitation.rights.bound, enteredAt: utc, lastSeen: utc,
                digest: Self.digest(of: cookie))
            return invitation
        }
        do {
            try write()
        } catch {
            // Nobody will have the cookie: the link may be used again.
            state.withLock { ($0.sessions[id], $0.invitations[link]) = (nil, invitation) }
            throw error
        }
        return Secret(cookie)
    }

    /// The session of a cookie, marked as used now; nil if there is none, or if it has expired.
    package func session(cookie: String, utc: Int64) -> BrowserSession? {
        guard cookie.utf8.count == 52 else { return nil }
        let digest = Self.digest(of: cookie)
        return state.withLock { state in
            guard var session = state.sessions.values.first(where: { $0.digest == digest }),
                utc - session.lastSeen < Self.sessionLifetime
            else { return nil }
            session.lastSeen = max(session.lastSeen, utc)
            state.sessions[session.id] = session
            return session
        }
    }

    /// All sessions, the newest first.
    package var sessions: [BrowserSession] {
        state.withLock { $0.sessions.values.sorted { ($0.enteredAt, $0.id) > ($1.enteredAt, $1.id) } }
    }

    /// Applies the owner's change to a browser, and returns its session; nil if there is none with this id.
    package func edit(_ id: String, _ edit: PeerEdit) throws(TrustError) -> BrowserSession? {
        let changed = try state.withLock { state throws(TrustError) -> BrowserSession? in
            guard var session = state.sessions[id] else { return nil }
            if let name = edit.name { session.name = name }
            if let rights = edit.rights(over: session.rights) {
                try rights.requireSmallBound()
                session.rights = rights
            }
            state.sessions[id] = session
            return session
        }
        if changed != nil { try write() }
        return changed
    }

    /// Ends a session and all open links; false if there is none with this id.
    ///
    /// If it throws, the session is over all the same, but comes back at the next start unless it is revoked again.
    package func revoke(_ id: String) throws(TrustError) -> Bool {
        let isKnown = state.withLock { state in
            let isHere = state.sessions.removeValue(forKey: id) != nil
            return isHere || state.written[id] != nil
        }
        guard isKnown else { return false }
        dropLinks()
        try write()
        return true
    }

    /// Ends all open links, because a browser or peer that is revoked may have made one before.
    package func dropLinks() { state.withLock { $0.invitations = [:] } }

    /// Writes when browsers were last seen, if the file is behind by so many seconds for any of them.
    package func flush(lag: Int64) throws(TrustError) {
        let isBehind = state.withLock { state in
            // What could not be written when a session ended, too.
            state.written.keys.contains { state.sessions[$0] == nil }
                || state.sessions.values.contains { session in
                    state.written[session.id].map { session.lastSeen - $0 >= lag } ?? true
                }
        }
        if isBehind { try write() }
    }

    /// Writes when browsers were last seen; call it at an orderly shutdown.
    package func flush() throws(TrustError) {
        if state.withLock({ !$0.sessions.isEmpty || !$0.written.isEmpty }) { try write() }
    }

    private func write() throws(TrustError) {
        try disk.withLock { _ throws(TrustError) in
            let sessions = self.sessions
            guard let data = try? JSON.encode(sessions, pretty: true) else {
                throw .file(operation: "write", path: path.string, reason: "the sessions cannot be put as JSON")
            }
            try HomeFiles.replace(path, with: data)
            state.withLock { $0.written = Dictionary(uniqueKeysWithValues: sessions.map { ($0.id, $0.lastSeen) }) }
        }
    }

    /// A name for a browser without one: its program, with a number if another browser has this name.
    private static func freshName(_ program: String?, besides known: [String]) throws(TrustError) -> PeerName {
        let base = program ?? "browser"
        let names = [base] + (2...limit + 1).map { "\(base) \($0)" }
        return try PeerName(names.first { !known.contains($0) } ?? base)
    }

    private static let spent = TrustError.invalid(
        .pageLink, reason: "it was used, is older than five minutes, or the node was restarted since")

    private static func digest(of text: String) -> Bytes32 { Bytes32(SHA256.hash(data: Array(text.utf8))) }
}
