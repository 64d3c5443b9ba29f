// SPDX-License-Identifier: Apache-2.0

import FootageSupport
import Media
import Testing

@testable import Footage

/// A schedule of calls that follows from a seed, and the comparison of two stores after each.
struct StorePlay {
    enum Answer: Equatable {
        case value(String)
        case refused
        case unreachable
    }

    struct Move: CustomStringConvertible {
        let description: String
        /// Whether a repeated call has the same answer.
        let isRepeatable: Bool
        let body: (any FootageArchive) async throws -> String

        func answer(of store: any FootageArchive) async -> Answer {
            do {
                return .value(try await body(store))
            } catch is UnreliableStore.Unreachable {
                return .unreachable
            } catch {
                return .refused
            }
        }
    }

    private static let recordings = ["rec-1", "rec-2", "rec-3"]
    private let dice: StoreDice
    private let fixture: StoreFixture

    init(_ dice: StoreDice) throws {
        self.dice = dice
        fixture = try StoreFixture(fragments: 24, perSegment: 3)
    }

    func next() -> Move {
        let id = Self.recordings[dice.below(3)]
        switch dice.below(14) {
        case 0...4: return append(id)
        case 5:
            guard let entry = try? fixture.unconfirmed(1 + dice.below(24), like: 1 + dice.below(24), recording: id)
            else {
                return append(id)
            }
            return Move(description: "append \(entry.id) of \(id), unconfirmed", isRepeatable: true) {
                "\(try await $0.append(entry).id)"
            }
        case 6:
            let recording = Recording(
                id: id, camera: "node", cameraName: "A", transport: "test", startedAt: Int64(id.utf8.last ?? 0))
            return change("open \(id)") { try await $0.open(recording) }
        case 7:
            let gap = gap(of: id)
            return change("add \(gap)") { try await $0.add(gap) }
        case 8:
            return Move(description: "stop \(id)", isRepeatable: false) { "\(try await $0.stop(recording: id, at: 9))" }
        case 9:
            // Trims everything that is not locked, because each store cuts its files differently.
            return Move(description: "trim", isRepeatable: false) { store in
                for id in Self.recordings { _ = try await store.stop(recording: id, at: 9) }
                return "\(try await store.trim(TrimPolicy(maximumBytes: 0)).map(\.frames).reduce(0, +))"
            }
        case 10:
            let isLocked = dice.below(2) == 0
            return Move(description: "lock \(id) \(isLocked)", isRepeatable: true) {
                "\(try await $0.setLocked(isLocked, recording: id))"
            }
        case 11:
            let edge = RecordingEdge(
                after: FragmentID(epoch: 1, sequence: dice.below(24)), total: dice.below(2) == 0 ? nil : dice.below(700)
            )
            return change("begin \(id) at \(edge)") { try await $0.begin(recording: id, at: edge) }
        case 12:
            let clock = EpochClock(
                camera: "node", epoch: dice.below(4), tick: Tick(rawValue: 0), utc: Int64(dice.below(9)), uncertainty: 1
            )
            return change("set \(clock)") { try await $0.set(clock) }
        default:
            return dice.below(3) == 0
                ? Move(description: "delete \(id)", isRepeatable: false) {
                    try await $0.delete(recording: id); return ""
                }
                : change("silence") { try await $0.silence(camera: "node") }
        }
    }

    private func append(_ id: String) -> Move {
        let first = 1 + dice.below(24)
        let numbers = (first...min(24, first + dice.below(4))).shuffled(by: dice)
        let gaps = dice.below(3) == 0 ? [gap(of: id)] : []
        return Move(description: "append \(numbers) to \(id) with \(gaps.count) gaps", isRepeatable: true) { store in
            let entries = numbers.map { fixture.entry($0, recording: id, total: 30 * $0) }
            return "\(try await store.append(entries, gaps: gaps).map(\.mark))"
        }
    }

    private func gap(of id: String) -> Gap {
        let first = 1 + dice.below(20)
        let last = first + dice.below(4)
        var gap = Gap(
            recording: id, epoch: 1, firstTick: fixture.closed[first - 1].fragment.firstTick,
            lastTick: fixture.closed[last - 1].fragment.lastTick, frames: 30 * (last - first + 1), reason: .spoolOverrun
        )
        if dice.below(2) == 0 { (gap.sequences, gap.before) = (first...last, 30 * (first - 1)) }
        return gap
    }

    private func change(_ description: String, _ body: @escaping (any FootageArchive) async throws -> Void) -> Move {
        Move(description: description, isRepeatable: true) {
            try await body($0)
            return ""
        }
    }

    /// Compares the content of both stores, apart from its division into files.
    static func compare(_ one: any FootageArchive, _ other: any FootageArchive, _ place: String) async throws {
        try #require(try await one.recordings() == other.recordings(), "\(place)")
        try #require(try await one.clocks(camera: "node") == other.clocks(camera: "node"), "\(place)")
        for id in recordings {
            let differences = try await facts(one, id).difference(from: facts(other, id))
            let list = differences.map { "\($0)" }.joined(separator: "\n")
            try #require(differences.isEmpty, "\(place): \(list)")
        }
    }

    private static func facts(_ store: any FootageArchive, _ id: String) async throws -> [String] {
        let fragments = try await store.fragments(recording: id)
        let summary = try await store.summary(recording: id)
        let gaps = try await store.gaps(recording: id).map {
            "\($0.firstTick) \($0.lastTick) \($0.frames) \($0.reason) \(String(describing: $0.sequences)) \($0.before ?? -1)"
        }
        let key = try await store.keyFragment(
            recording: id, atOrBefore: FootagePosition(epoch: 1, tick: Tick(rawValue: 900_000)))
        return fragments.map {
            "\($0.id) \($0.digest) \($0.firstTick) \($0.lastTick) \($0.frames) \($0.captured) \($0.total ?? -1) \($0.source)"
        } + gaps.sorted() + [
            "\(try await store.runs(recording: id))", "\(try await store.unconfirmed(recording: id).map(\.id))",
            "\(try await store.firstSync(recording: id, endingAtOrAfter: Tick(rawValue: 900_000))?.mark as Any)",
            "\(key?.mark as Any)",
            "\(summary.map { [$0.fragments, $0.frames, $0.captured, $0.received, $0.unconfirmed, $0.gaps] } as Any)",
            "\(summary.map { [$0.first, $0.last] } as Any) \(summary?.duration ?? -1)",
            "\(summary?.formats ?? [])",
        ]
    }
}

extension Array where Element == Int {
    fileprivate func shuffled(by dice: StoreDice) -> [Int] {
        var rest = self
        return indices.map { _ in rest.remove(at: dice.below(rest.count)) }
    }
}

extension ClosedRange where Bound == Int {
    fileprivate func shuffled(by dice: StoreDice) -> [Int] { Array(self).shuffled(by: dice) }
}
