// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Wire

/// The cameras' accounts of their epochs, and the gaps of recordings.
extension Archive {
    /// The result of registering a camera's accounts.
    struct Registration: Sendable {
        let chain: EpochChain
        /// Sentences about a chain that forked or restarted, for the log and for people.
        let findings: [String]
    }

    /// The maximum number of epochs per camera; one that restarts each hour reaches it after five years.
    private static let epochLimit = 50_000

    /// Stores a camera's accounts and numbers its epochs; an epoch keeps its first number.
    ///
    /// An epoch without an id in the catalog gets the id of the camera's epoch with that number if `agrees` finds equal digests.
    func register(
        _ rows: [EpochDescription], of camera: String, agrees: (_ number: Int, _ id: String) async throws -> Bool
    ) async throws -> Registration {
        let known = try await store.clocks(camera: camera)
        var clocks = Dictionary(known.map { ($0.epoch, $0) }) { $1 }
        var numbers: [String: Int] = [:]
        for clock in known { if let id = clock.account?.id { numbers[id] = clock.epoch } }
        var findings: [String] = []
        var newest = clocks.keys.max() ?? 0
        let told = rows.sorted { $0.epoch < $1.epoch }.filter(\.isPlausible)
        for row in told {
            guard let id = row.id else {
                newest = max(newest, row.epoch)
                if clocks[row.epoch]?.account == nil { clocks[row.epoch] = EpochClock(row, as: row.epoch, camera, nil) }
                continue
            }
            let number: Int
            if let given = numbers[id] {
                number = given
            } else if let bare = clocks[row.epoch], bare.account == nil, try await agrees(row.epoch, id) {
                number = row.epoch
            } else {
                guard clocks.count < Self.epochLimit else {
                    throw Problem.conflict("the camera has had \(clocks.count) epochs here: it may not begin more")
                }
                number = max(newest + 1, row.epoch)
                if findings.count < 16 { findings += Self.findings(about: row, as: number, clocks, numbers) }
            }
            numbers[id] = number
            newest = max(newest, number)
            clocks[number] = EpochClock(row, as: number, camera, clocks[number]?.account)
        }
        // A camera only forgets an epoch that no recording needs. If it omits one that was still open, its card was replaced.
        let ids = Set(told.compactMap(\.id))
        if !ids.isEmpty {
            for (number, clock) in clocks {
                guard let account = clock.account, !account.isClosed, !ids.contains(account.id) else {
                    continue
                }
                clocks[number]?.account?.ended = .lost
            }
        }
        let before = Set(known)
        try await store.set(clocks.values.filter { !before.contains($0) })
        let lost = Dictionary(
            told.compactMap { row in
                row.id.map { ($0, (row.lost ?? []) + row.forgotten(numbers[$0].flatMap { clocks[$0]?.account })) }
            }
        ) { $1 }
        let firsts = Dictionary(told.compactMap { row in row.id.flatMap { id in row.firstTick.map { (id, $0) } } }) {
            $1
        }
        let chain = EpochChain(
            clocks.values.map { clock in
                EpochChain.Epoch(
                    clock: clock, isTold: clock.account.map { ids.contains($0.id) } ?? true,
                    lost: clock.account.flatMap { lost[$0.id] } ?? [],
                    firstTick: clock.account.flatMap { firsts[$0.id] })
            })
        return Registration(chain: chain, findings: findings)
    }

    /// The inconsistencies of a new epoch.
    private static func findings(
        about row: EpochDescription, as number: Int, _ clocks: [Int: EpochClock], _ numbers: [String: Int]
    ) -> [String] {
        let accounts = clocks.values.compactMap(\.account)
        if let predecessor = row.predecessor, let other = accounts.first(where: { $0.predecessor == predecessor }),
            let twin = numbers[other.id]
        {
            return [
                "epochs \(twin) and \(number) both follow epoch \(numbers[predecessor] ?? 0): the camera's home was restored "
                    + "from a copy, which needs nothing more, or two cameras run with one identity: then stop one of them"
            ]
        }
        guard row.predecessor == nil, !accounts.isEmpty else { return [] }
        return ["epoch \(number) begins a new chain: the camera's card was replaced, or its home was lost"]
    }

    /// Marks a lost epoch as running again.
    func reopen(_ number: Int, of camera: String) async throws {
        guard var clock = try await store.clocks(camera: camera).first(where: { $0.epoch == number }),
            clock.account?.ended == .lost
        else { return }
        clock.account?.ended = .running
        try await store.set(clock)
    }

    /// Stores gaps; existing ones stay unchanged.
    func note(_ gaps: [GapDescription], in recording: String) async throws {
        try await store.add(gaps.map { Gap($0, in: recording) })
    }

    func gaps(of recording: String) async throws -> [Gap] {
        try await store.gaps(recording: recording)
    }
}

extension EpochDescription {
    /// Footage that the camera reported before its home was restored, and no longer knows.
    fileprivate func forgotten(_ known: EpochAccount?) -> [LostFootage] {
        let (last, total) = (lastSequence ?? 0, captured ?? 0)
        guard let known, let before = known.captured, before > total, known.lastSequence > last else { return [] }
        let tick = lastTick ?? 0
        return [
            LostFootage(
                sequences: last + 1...known.lastSequence, ticks: tick...max(tick, known.lastTick.rawValue),
                before: total,
                frames: before - total, reason: GapReason.accountLost.rawValue)
        ]
    }

    /// Whether the texts and the interval are usable; the decoder has checked the numbers.
    fileprivate var isPlausible: Bool {
        (id?.utf8.count ?? 0) <= 64 && (predecessor?.utf8.count ?? 0) <= 64 && nominalInterval != 0
    }
}

extension EpochClock {
    /// A camera's account of an epoch, under this recorder's number; a closed account never changes, except that a lost one is found.
    fileprivate init(_ row: EpochDescription, as number: Int, _ camera: String, _ known: EpochAccount?) {
        self.init(
            camera: camera, epoch: number, tick: Tick(rawValue: 0), utc: row.utcAtTickZero,
            uncertainty: row.uncertainty, began: GapReason(told: row.began))
        guard let id = row.id else { return }
        if let known, known.isClosed {
            // One that was given up while its camera was away goes on, unless its camera now knows less of it.
            guard known.ended == .lost, (row.captured ?? 0) >= (known.captured ?? 0) else {
                account = known
                return
            }
        }
        var new = EpochAccount(
            id: id, predecessor: row.predecessor, cameraEpoch: row.epoch,
            ended: row.ended.flatMap { EpochAccount.Ending(rawValue: $0.rawValue) } ?? .running,
            lastSequence: row.lastSequence ?? 0, lastTick: Tick(rawValue: row.lastTick ?? 0),
            captured: row.captured, nominalInterval: row.nominalInterval ?? Tick.perSecond / 30, atMost: row.atMost,
            device: row.device)
        if let known, let captured = known.captured, captured > (new.captured ?? 0) {
            // What was told before a home was restored was true, and those frames are no uncounted ones.
            new.atMost = new.atMost.map { max(0, $0 - (captured - (new.captured ?? 0))) }
            (new.captured, new.lastSequence, new.lastTick) = (captured, known.lastSequence, known.lastTick)
        }
        account = new
    }
}

extension Gap {
    /// A gap as described by a camera or by `EpochChain`.
    init(_ gap: GapDescription, in recording: String) {
        self.init(
            recording: recording, epoch: gap.epoch, firstTick: Tick(rawValue: gap.firstTick),
            lastTick: Tick(rawValue: gap.lastTick), frames: gap.frames,
            reason: GapReason(told: gap.reason))
        if let first = gap.firstSequence, let last = gap.lastSequence, first <= last { sequences = first...last }
        (before, isUncounted, atMost) = (gap.before, gap.isUncounted ?? false, gap.atMost)
    }
}
