// SPDX-License-Identifier: Apache-2.0
import Tasks
import Disk
import Footage
import Foundation
import Logging
import Media
import Synchronization
import SystemPackage
import Wire

/// The camera's accounts of its epochs: one small file each in `HOME/epochs`, never in the spool, which may be in memory.
///
/// Counts a running epoch in memory. Writes its file before the first frame, with it, at each new segment, whenever the spool loses
/// footage, and at the end. After a kill, the next start completes the account from the spool's catalog.
final class EpochBook: Sendable {
    private struct State {
        var rows: [String: EpochDescription] = [:]
        /// The epoch that began last: the next one's predecessor.
        var head: String?
        var lastNumber = 0
        /// The epochs of earlier runs of the program.
        var earlier: Set<String> = []
        /// The epochs whose footage the spool has, by number.
        var footage: [Int: String] = [:]
        /// Whether the run of the program before this one was killed.
        var wasKilled = false
        /// The most frames that were captured and not counted then; nil if that is not known.
        var mostUncounted: Int?
        /// The epoch that begins with the next frame.
        var prepared: EpochDescription?
    }

    /// How often attempts to capture that deliver no frame are stored, in ticks.
    private static let attemptTicks = 60 * Tick.perSecond
    private static let counter = "epoch"
    /// The number and size in bytes of files that are preallocated for a full disk: each start and end uses one and replaces it.
    private static let (spares, spareBytes) = (4, 4096)

    private let files: WholeFiles
    private let home: WholeFiles
    private let logger: Logger
    private let state = Mutex(State())

    /// Creates an empty book for a home.
    init(home: FilePath, logger: Logger) {
        files = WholeFiles(directory: home.appending("epochs"))
        self.home = WholeFiles(directory: home)
        self.logger = logger
    }

    /// Loads the accounts of earlier runs; a file that cannot be read is logged and left alone.
    func load() async {
        var rows: [EpochDescription] = []
        var found: [(name: String, bytes: [UInt8])] = []
        do {
            found = try await files.all(ending: ".json") { [logger] name, error in
                logger.error("an epoch's account cannot be read", metadata: ["file": "\(name)", "error": "\(error)"])
            }
        } catch {
            logger.error("the accounts of epochs cannot be read", metadata: ["error": "\(error)"])
        }
        for (name, bytes) in found {
            do {
                rows.append(try JSONDecoder().decode(EpochDescription.self, from: Data(bytes)))
            } catch {
                logger.error("an epoch's account cannot be read", metadata: ["file": "\(name)", "error": "\(error)"])
            }
        }
        let text = String(decoding: (try? await home.read(Self.counter)) ?? [], as: UTF8.self).prefix { $0.isNumber }
        let counted = Int(text) ?? 0
        state.withLock { state in
            for row in rows {
                guard let id = row.id else { continue }
                state.rows[id] = row
                state.earlier.insert(id)
            }
            let newest = state.rows.values.max { $0.epoch < $1.epoch }
            (state.head, state.lastNumber) = (newest?.id, max(counted, newest?.epoch ?? 0))
        }
    }

    /// The number of the next epoch.
    var upcoming: Int { state.withLock { $0.lastNumber + 1 } }

    /// The newest epoch; nil before the first.
    var newest: EpochDescription? { state.withLock { state in state.head.flatMap { state.rows[$0] } } }

    /// All accounts, in order.
    var all: [EpochDescription] { state.withLock { $0.rows.values.sorted { $0.epoch < $1.epoch } } }

    /// The accounts of earlier runs of the program, in order.
    var earlier: [EpochDescription] {
        state.withLock { state in state.earlier.compactMap { state.rows[$0] }.sorted { $0.epoch < $1.epoch } }
    }

    /// Whether the run of the program before this one was killed; known once the accounts are complete.
    var wasKilled: Bool { state.withLock { $0.wasKilled } }

    /// The most frames that the run before captured and did not count because it was killed; nil if that is not known.
    var mostUncounted: Int? { state.withLock { $0.mostUncounted } }

    /// Remembers how the run before ended, because its accounts go when a recorder has all of their footage.
    func rememberKill() {
        let newest = earlier.last
        let wasKilled = newest?.ended == .killed
        state.withLock { ($0.wasKilled, $0.mostUncounted) = (wasKilled, wasKilled ? newest?.atMost : nil) }
    }

    /// The account of an epoch.
    func row(_ id: String) -> EpochDescription? { state.withLock { $0.rows[id] } }

    /// The id of the epoch whose footage the spool keeps under a number.
    func id(of number: Int) -> String? { state.withLock { $0.footage[number] } }

    /// The number under which the spool keeps an epoch's footage; nil if it has none.
    func number(of id: String) -> Int? {
        state.withLock { state in
            guard let row = state.rows[id], state.footage[row.epoch] == id else { return nil }
            return row.epoch
        }
    }

    /// Prepares the epoch that begins with the next frame; returns whether it has to be stored.
    ///
    /// The stored epoch leaves a trace if the program is killed right after the first frames. If no frame comes, the next attempt
    /// reuses it.
    func prepare(clock: MediaClock, began: GapReason) -> Bool {
        let now = Tick(nanoseconds: monotonicNanoseconds()).rawValue
        return state.withLock { state in
            if let known = state.prepared, known.began == began.rawValue,
                now - (known.lastTick ?? 0) < Self.attemptTicks
            {
                return false
            }
            var row = EpochDescription(
                epoch: state.lastNumber + 1, began: began.rawValue, utcAtTickZero: clock.utcAtTickZero,
                uncertainty: clock.uncertainty)
            (row.id, row.predecessor, row.ended) = (state.prepared?.id ?? RandomID.fresh(), state.head, .running)
            // The best guess until there is a picture.
            row.nominalInterval = state.head.flatMap { state.rows[$0]?.nominalInterval }
            // One interval before now, because the first frame may come at once.
            (row.lastSequence, row.captured, row.lastTick) = (0, 0, max(0, now - (row.nominalInterval ?? 0)))
            state.prepared = row
            return true
        }
    }

    /// Stores the prepared epoch; on disk when it returns.
    func savePrepared() async throws {
        guard let row = state.withLock({ $0.prepared }) else { return }
        try await write(row)
    }

    /// Deletes the prepared epoch, because none begins any more.
    func forgetPrepared() async {
        guard let id = state.withLock({ $0.prepared.take()?.id }) else { return }
        try? await files.remove("\(id).json")
    }

    /// Begins an epoch with its first frame; does not wait for the disk.
    func begin(
        clock: MediaClock, began: GapReason, first: Tick, nominalInterval: Int64,
        device: CaptureDevice = CaptureDevice()
    ) -> EpochDescription {
        state.withLock { state in
            state.lastNumber += 1
            var row = EpochDescription(
                epoch: state.lastNumber, began: began.rawValue, utcAtTickZero: clock.utcAtTickZero,
                uncertainty: clock.uncertainty)
            let id = state.prepared.take()?.id ?? RandomID.fresh()
            (row.id, row.predecessor, row.ended) = (id, state.head, .running)
            // The tick after which frames may be lost if the epoch is killed.
            (row.firstTick, row.lastTick) = (first.rawValue, max(0, first.rawValue - nominalInterval))
            (row.lastSequence, row.captured, row.nominalInterval) = (0, 0, nominalInterval)
            row.device = device
            state.rows[id] = row
            (state.head, state.footage[row.epoch]) = (id, id)
            return row
        }
    }

    /// Adds an epoch that only the spool knows.
    func add(_ row: EpochDescription) {
        state.withLock { state in
            guard let id = row.id, state.rows[id] == nil else { return }
            state.rows[id] = row
            state.earlier.insert(id)
            if row.epoch > state.lastNumber || state.head == nil { (state.lastNumber, state.head) = (row.epoch, id) }
        }
    }

    /// Notes that the spool's footage under a number belongs to an epoch.
    func has(footageOf id: String, as number: Int) {
        state.withLock { state in
            state.footage[number] = id
            state.lastNumber = max(state.lastNumber, number)
        }
    }

    /// Changes an account in memory.
    func update(_ id: String, _ change: (inout EpochDescription) -> Void) {
        state.withLock { state in
            guard var row = state.rows[id] else { return }
            change(&row)
            state.rows[id] = row
        }
    }

    /// Stores an account; on disk when it returns.
    func save(_ id: String) async throws {
        guard let row = row(id) else { return }
        try await write(row)
    }

    private func write(_ row: EpochDescription) async throws {
        guard let id = row.id else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try await files.write(Array(try encoder.encode(row)), as: "\(id).json")
        await files.reserve(count: Self.spares, byteCount: Self.spareBytes)
    }

    /// Stores a new epoch: its number first, so that no number is used twice.
    func saveNew(_ id: String) async throws {
        guard let row = row(id) else { return }
        do {
            try await home.write(Array("\(row.epoch)\n".utf8), as: Self.counter)
        } catch {
            // The account has the number too, and the newest one is never forgotten.
            logger.warning("the number of an epoch is only in its account", metadata: ["error": "\(error)"])
        }
        try await save(id)
    }

    /// Deletes accounts of ended epochs without footage that match; the newest always stays.
    func forget(where isWanted: (EpochDescription) -> Bool) async {
        let gone = state.withLock { state in
            let gone = state.rows.values.filter { row in
                row.ended != .running && row.id != state.head && state.footage[row.epoch] != row.id && isWanted(row)
            }
            for row in gone { if let id = row.id { state.rows[id] = nil } }
            return gone.compactMap(\.id)
        }
        for id in gone { try? await files.remove("\(id).json") }
    }

    /// Notes that the spool has no more footage under a number.
    func hasNoFootage(of number: Int) {
        state.withLock { _ = $0.footage.removeValue(forKey: number) }
    }
}
