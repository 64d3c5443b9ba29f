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

/// The camera's account of its epochs: one small file for each in `HOME/epochs`, never in the spool, which may be in memory.
///
/// What runs is counted in memory; the file is written before an epoch's first frame, with it, at each new segment, whenever the
/// spool loses footage, and at the end. What a kill leaves behind is completed from the spool's catalog at the next start.
final class EpochBook: Sendable {
    private struct State {
        var rows: [String: EpochDescription] = [:]
        /// The epoch that began last: the next one's predecessor.
        var head: String?
        var lastNumber = 0
        /// The epochs of earlier runs of the program.
        var earlier: Set<String> = []
        /// The epoch that a number of the spool stands for.
        var footage: [Int: String] = [:]
        /// The epoch that begins with the next frame, as it is on the disk.
        var prepared: EpochDescription?
    }

    /// Attempts to capture that give no frame are written down so often, in ticks.
    private static let attemptTicks = 60 * Tick.perSecond
    private static let counter = "epoch"
    /// Room that is kept for accounts while the disk is full: each start and each end takes one, and gives one back.
    private static let (spares, spareBytes) = (4, 4096)

    private let files: WholeFiles
    private let home: WholeFiles
    private let logger: Logger
    private let state = Mutex(State())

    /// A book without epochs, for a home.
    init(home: FilePath, logger: Logger) {
        files = WholeFiles(directory: home.appending("epochs"))
        self.home = WholeFiles(directory: home)
        self.logger = logger
    }

    /// Reads what earlier runs of the program left; a row that cannot be read is left alone and reported.
    func load() async {
        var rows: [EpochDescription] = []
        for (name, bytes) in (try? await files.all(ending: ".json")) ?? [] {
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

    /// The number that the next epoch gets.
    var upcoming: Int { state.withLock { $0.lastNumber + 1 } }

    /// The newest epoch; nil before the first.
    var newest: EpochDescription? { state.withLock { state in state.head.flatMap { state.rows[$0] } } }

    /// All accounts, in order.
    var all: [EpochDescription] { state.withLock { $0.rows.values.sorted { $0.epoch < $1.epoch } } }

    /// The accounts of earlier runs of the program, in order.
    var earlier: [EpochDescription] {
        state.withLock { state in state.earlier.compactMap { state.rows[$0] }.sorted { $0.epoch < $1.epoch } }
    }

    /// The account of an epoch.
    func row(_ id: String) -> EpochDescription? { state.withLock { $0.rows[id] } }

    /// The id of the epoch whose footage the spool keeps under a number.
    func id(of number: Int) -> String? { state.withLock { $0.footage[number] } }

    /// The number under which the spool keeps an epoch's footage; nil when it has none of it.
    func number(of id: String) -> Int? {
        state.withLock { state in
            guard let row = state.rows[id], state.footage[row.epoch] == id else { return nil }
            return row.epoch
        }
    }

    /// Prepares the epoch that begins with the next frame; whether that has to be written down.
    ///
    /// A program that is killed behind the first frames of an epoch has left a trace of it then. An attempt that gives no frame
    /// leaves what it prepared to the next one.
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
            // The first frame may come at once.
            (row.lastSequence, row.captured, row.lastTick) = (0, 0, max(0, now - (row.nominalInterval ?? 0)))
            state.prepared = row
            return true
        }
    }

    /// Writes down what is prepared; returns when it is on the disk.
    func savePrepared() async throws {
        guard let row = state.withLock({ $0.prepared }) else { return }
        try await write(row)
    }

    /// No epoch begins any more.
    func forgetPrepared() async {
        guard let id = state.withLock({ $0.prepared.take()?.id }) else { return }
        try? await files.remove("\(id).json")
    }

    /// Begins an epoch with its first frame; nothing waits for the disk.
    func begin(clock: MediaClock, began: GapReason, first: Tick, nominalInterval: Int64) -> EpochDescription {
        state.withLock { state in
            state.lastNumber += 1
            var row = EpochDescription(
                epoch: state.lastNumber, began: began.rawValue, utcAtTickZero: clock.utcAtTickZero,
                uncertainty: clock.uncertainty)
            let id = state.prepared.take()?.id ?? RandomID.fresh()
            (row.id, row.predecessor, row.ended) = (id, state.head, .running)
            // Behind the last frame that is counted: if the epoch is killed, all that may be lost comes after it.
            row.lastTick = max(0, first.rawValue - nominalInterval)
            (row.lastSequence, row.captured, row.nominalInterval) = (0, 0, nominalInterval)
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

    /// Notes that the spool's footage of a number is that of an epoch.
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

    /// Writes an account down; returns when it is on the disk.
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

    /// Writes down that an epoch has begun: its number comes first, so that it is never given twice.
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

    /// Forgets epochs of which nothing is left and that no recording needs; the newest always stays.
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

    /// Notes that the spool has nothing left of a number.
    func hasNoFootage(of number: Int) {
        state.withLock { _ = $0.footage.removeValue(forKey: number) }
    }
}
