// SPDX-License-Identifier: Apache-2.0
import Disk
import Footage
import FoundationEssentials
import Logging
import Media
import Synchronization
import SystemPackage
import Wire

/// For each open recording, the first fragment that it still needs from the spool.
///
/// Stored in the camera's home, so that a restarted camera keeps footage that its recorders do not have yet. After a crash, a hold
/// may cover more than is needed, never less. A recorder without accounts has one hold without a recording.
final class FootageHolds: Sendable {
    struct Hold: Codable, Sendable, Equatable {
        /// The recorder's id.
        let peer: String
        /// The answer to the recorder's request.
        var told: FootageHold
        /// The first fragment that is still needed, by the camera's own numbers.
        var needed: FragmentID
        /// Whether a live session has begun it, and the recorder has not requested it yet; nil for no.
        var isOfLive: Bool?

        /// Whether it may still begin earlier: no beginning was told yet, and nothing of it is acknowledged.
        var mayReachBack: Bool { isOfLive == true && told.acknowledged == nil }
    }

    private struct Key: Hashable {
        let peer: String
        let recording: String
    }

    private static let name = "holds.json"
    /// The maximum number of holds per recorder.
    private static let limit = 64

    private let holds: Mutex<[Key: Hold]>
    /// What the file has; nil after a failed write, which may have taken effect.
    private let written: Mutex<[Key: Hold]?>
    private let files: WholeFiles
    private let logger: Logger

    /// Loads the holds of the last run; a file that cannot be read counts as empty.
    init(home: FilePath, logger: Logger) async {
        files = WholeFiles(directory: home)
        self.logger = logger
        let kept = Self.decode((try? await files.read(Self.name)) ?? [])
        holds = Mutex(kept)
        written = Mutex(kept)
    }

    /// The first fragment that any recording still needs; nil if there is no hold.
    var lowest: FragmentID? { holds.withLock { $0.values.map(\.needed).min() } }

    /// The holds of a recorder's recordings, by recording id.
    func all(of peer: String) -> [Hold] {
        holds.withLock { $0.values.filter { $0.peer == peer && !$0.told.recording.isEmpty } }
            .sorted { $0.told.recording < $1.told.recording }
    }

    /// Begins a hold, stores it and returns it; returns an existing hold unchanged, except that the first request for one that a
    /// live session has begun may begin it earlier, as long as nothing was acknowledged.
    ///
    /// The first named recording of a recorder takes over the hold that it had while it named none.
    ///
    /// - Parameter isOfLive: whether a live session begins it, and no request.
    ///
    /// A failed write is only logged. Throws a problem 409 if the recorder has too many holds.
    func begin(_ peer: String, _ told: FootageHold, isOfLive: Bool = false) async throws -> Hold {
        let key = Key(peer: peer, recording: told.recording)
        let needed = FragmentID(
            epoch: told.epoch, sequence: told.isNextEpoch ? RecordingEdge.endOfEpoch : told.sequence)
        let (hold, isNew): (Hold, Bool) = try holds.withLock { holds in
            if var known = holds[key] {
                guard !isOfLive, known.isOfLive == true else { return (known, false) }
                if told.reach != nil, known.mayReachBack, needed < known.needed {
                    (known.told, known.needed) = (told, needed)
                }
                known.isOfLive = nil
                holds[key] = known
                return (known, true)
            }
            guard holds.keys.count(where: { $0.peer == peer }) < Self.limit else {
                throw Problem.conflict(
                    "the camera keeps footage for \(Self.limit) recordings of this recorder already: release some first"
                )
            }
            let unnamed = told.recording.isEmpty ? nil : holds.removeValue(forKey: Key(peer: peer, recording: ""))
            let hold = Hold(
                peer: peer, told: told, needed: min(needed, unnamed?.needed ?? needed), isOfLive: isOfLive ? true : nil)
            holds[key] = hold
            return (hold, true)
        }
        if isNew { await save() }
        return hold
    }

    func hold(_ recording: String, of peer: String) -> Hold? {
        holds.withLock { $0[Key(peer: peer, recording: recording)] }
    }

    /// After a fragment was closed, completes the holds that begin after it with the frames captured before.
    ///
    /// Returns whether there is such a hold.
    func resolve(epoch: Int, after sequence: Int, total: Int) -> Bool {
        holds.withLock { holds in
            let keys = holds.filter { _, hold in
                hold.told.before == nil && !hold.told.isNextEpoch && hold.told.epoch == epoch
                    && hold.told.sequence == sequence + 1
            }.keys
            for key in keys { holds[key]?.told.before = total }
            return !keys.isEmpty
        }
    }

    /// Advances a recording's hold past an acknowledged fragment.
    func advance(_ peer: String, _ recording: String?, past id: FragmentID, epochID: String? = nil) {
        holds.withLock { holds in
            let key = Key(peer: peer, recording: recording ?? "")
            guard var held = holds[key], held.needed <= id else { return }
            held.needed = id.next
            (held.told.acknowledgedEpochID, held.told.acknowledged) = (epochID, id.sequence)
            holds[key] = held
        }
    }

    /// Ends the hold of a recording.
    func end(_ peer: String, _ recording: String?) async {
        let key = Key(peer: peer, recording: recording ?? "")
        if holds.withLock({ $0.removeValue(forKey: key) }) != nil { await save() }
    }

    /// Ends all holds of a recorder that is no longer paired.
    func end(_ peer: String) async {
        let hadAny = holds.withLock { holds in
            let keys = holds.keys.filter { $0.peer == peer }
            keys.forEach { holds[$0] = nil }
            return !keys.isEmpty
        }
        if hadAny { await save() }
    }

    /// Stores the holds if they have changed; a failure is only logged.
    func save() async {
        let now = holds.withLock { $0 }
        guard written.withLock({ $0 != now }) else { return }
        do {
            let sorted = now.values.sorted { ($0.peer, $0.told.recording) < ($1.peer, $1.told.recording) }
            try await files.write([UInt8](try JSONEncoder().encode(sorted)), as: Self.name)
            written.withLock { $0 = now }
        } catch {
            written.withLock { $0 = nil }
            logger.warning("what recorders have is not written down", metadata: ["error": "\(error)"])
        }
    }

    /// Decodes a file of this version, or of the previous one, which had one fragment per recorder.
    private static func decode(_ bytes: [UInt8]) -> [Key: Hold] {
        let decoder = JSONDecoder()
        if let list = try? decoder.decode([Hold].self, from: Data(bytes)) {
            return Dictionary(list.map { (Key(peer: $0.peer, recording: $0.told.recording), $0) }) { $1 }
        }
        let old = (try? decoder.decode([String: FragmentID].self, from: Data(bytes))) ?? [:]
        return Dictionary(
            old.map { peer, id in
                let told = FootageHold(recording: "", epoch: id.epoch, epochID: nil, sequence: id.sequence)
                return (Key(peer: peer, recording: ""), Hold(peer: peer, told: told, needed: id))
            }
        ) { $1 }
    }
}
