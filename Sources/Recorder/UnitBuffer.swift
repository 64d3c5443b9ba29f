// SPDX-License-Identifier: Apache-2.0
import Footage
import Media
import Synchronization
import Tasks
import Wire

/// Access units that the live lane brought and no announcement has claimed yet.
final class UnitBuffer: Sendable {
    private struct State {
        var units: [AccessUnit] = []
        var bytes = 0
        var format: VideoFormat?
        var newest: Tick?
        var waiter: (tick: Tick, arrival: Pending<Void>)?
    }

    /// What is kept at the most; what is older is fetched when it is announced.
    static let capacity = 48 << 20
    /// A smaller unit counts as much, in bytes: a camera may send units of one byte, which take more than that.
    private static let least = 1_024

    private let state = Mutex(State())

    private static func weight(_ unit: AccessUnit) -> Int { max(least, unit.bytes.count) }

    /// Takes a unit in.
    func append(_ unit: FormattedAccessUnit) {
        let arrival: Pending<Void>? = state.withLock { state in
            state.format = unit.format ?? state.format
            state.units.append(unit.unit)
            state.bytes += Self.weight(unit.unit)
            state.newest = unit.unit.tick
            while state.bytes > UnitBuffer.capacity {
                state.bytes -= Self.weight(state.units.removeFirst())
            }
            guard let waiter = state.waiter, waiter.tick <= unit.unit.tick else { return nil }
            state.waiter = nil
            return waiter.arrival
        }
        arrival?.resolve(())
    }

    /// The format in force, as the live lane's parameter sets describe it.
    var format: VideoFormat? { state.withLock { $0.format } }

    /// The capture time of the newest unit that ever came.
    var newest: Tick? { state.withLock { $0.newest } }

    /// What nobody has claimed, oldest first.
    var units: [AccessUnit] { state.withLock { $0.units } }

    /// Takes out the units from one tick to another, and forgets older ones.
    ///
    /// Waits until the last one, or a later one, is there; as long as `patience` at the most.
    func take(_ ticks: ClosedRange<Tick>, patience: Duration) async -> [AccessUnit] {
        let arrival: Pending<Void>? = state.withLock { state in
            guard patience > .zero, state.newest.map({ $0 < ticks.upperBound }) ?? true else { return nil }
            let arrival = Pending<Void>()
            state.waiter = (ticks.upperBound, arrival)
            return arrival
        }
        _ = await arrival?.value(within: patience)
        return state.withLock { state in
            state.waiter = nil
            let taken = state.units.filter { ticks.contains($0.tick) }
            state.units.removeAll { $0.tick <= ticks.upperBound }
            state.bytes = state.units.reduce(0) { $0 + Self.weight($1) }
            return taken
        }
    }
}
